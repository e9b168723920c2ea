import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { parseConfig } from "@/lib/config.ts";
import { chooseModels } from "@/lib/models/choose_models.ts";
import { chatRequest, reply } from "@/tests/engines/chat_contract.ts";
import { chatServer, OLLAMA_WIRE } from "@/tests/engines/chat_server.ts";

Deno.test("[LA3] long calls, short calls and every cap ask for one and the same context", async () => {
  await using server = chatServer(OLLAMA_WIRE, reply('{"ok":true}'));
  const parsed = parseConfig({
    OLLAMA_URL: server.url,
    CDS_SHORT_MODEL: "small",
    CDS_NUM_CTX: "6144",
  });
  assert.ok(parsed.ok);
  const models = chooseModels(parsed.config, systemClock());
  assert.ok(models !== null && models.short !== null);
  for (const maxTokens of [3, 700]) {
    await models.main.complete(chatRequest({ maxTokens }));
    await models.short.complete(chatRequest({ maxTokens }));
  }
  const contexts = server.received.map(({ body }) => {
    const { options } = body as { options: { num_ctx: number } };
    return options.num_ctx;
  });
  assert.deepEqual(contexts, [6144, 6144, 6144, 6144]);
});

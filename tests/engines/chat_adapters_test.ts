import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { ollamaChat } from "@/lib/engines/chat/ollama.ts";
import { openAiChat } from "@/lib/engines/chat/openai_chat.ts";
import { chatRequest, failed, reply, succeeded } from "./chat_contract.ts";
import { chatServer, OLLAMA_WIRE, OPENAI_WIRE } from "./chat_server.ts";

const clock = systemClock();
const NEVER = new AbortController().signal;
const JSON_REPLY = reply('{"ok":true}');
const ollama = (baseUrl: string) => ollamaChat({ baseUrl, model: "medgemma", numCtx: 4096, clock });
const openAi = (baseUrl: string, apiKey = "") =>
  openAiChat({ baseUrl, model: "medgemma", apiKey, numCtx: 4096, clock });

Deno.test("[CD3, LA3] Ollama is asked with the schema, one window, a cap and no chance", async () => {
  await using server = chatServer(OLLAMA_WIRE, JSON_REPLY);
  const request = chatRequest({ maxTokens: 77 });
  const outcome = succeeded(await ollama(server.url).complete(request));
  assert.equal(outcome.promptTokens, 7);
  assert.equal(server.received[0]?.path, "/api/chat");
  assert.deepEqual(server.received[0]?.body, {
    model: "medgemma",
    messages: request.messages,
    stream: true,
    format: request.answer.kind === "json" ? request.answer.schema : null,
    truncate: false,
    shift: false,
    keep_alive: "60m",
    options: { num_ctx: 4096, num_predict: 77, temperature: 0 },
  });
});

Deno.test("[CD10] a one-letter question is asked without a format", async () => {
  await using server = chatServer(OLLAMA_WIRE, reply("N"));
  const answer = { kind: "letter", letters: "YN" } as const;
  succeeded(await ollama(server.url).complete(chatRequest({ answer, maxTokens: 3 })));
  assert.equal("format" in (server.received[0]?.body ?? {}), false);
});

Deno.test("[CD3] the key of an OpenAI-compatible server travels in its header only", async () => {
  await using server = chatServer(OPENAI_WIRE, JSON_REPLY);
  succeeded(await openAi(`${server.url}/v1`, "sk-secret").complete(chatRequest()));
  await using refusing = chatServer(OPENAI_WIRE, {
    act: "fail",
    trouble: { outcome: "http_error", words: "" },
  });
  const refused = await openAi(refusing.url, "sk-secret").complete(chatRequest());
  const [sent] = server.received;
  assert.equal(sent?.path, "/v1/chat/completions");
  assert.equal(sent?.headers.get("authorization"), "Bearer sk-secret");
  assert.equal(JSON.stringify([sent?.body, sent?.path, refused]).includes("sk-secret"), false);
});

Deno.test("[CD3] a server that refuses a response format is asked without one, and remembered", async () => {
  await using server = chatServer(
    OPENAI_WIRE,
    JSON_REPLY,
    ({ body }) =>
      "response_format" in body
        ? new Response('{"error":{"message":"response_format is not supported"}}', { status: 400 })
        : null,
  );
  const engine = openAi(server.url);
  succeeded(await engine.complete(chatRequest()));
  succeeded(await engine.complete(chatRequest()));
  assert.deepEqual(server.received.map(({ body }) => "response_format" in body), [
    true,
    false,
    false,
  ]);
});

Deno.test("[CD3] a server that takes a response format is sent the schema", async () => {
  await using server = chatServer(OPENAI_WIRE, JSON_REPLY);
  const request = chatRequest();
  succeeded(await openAi(server.url).complete(request));
  const format = server.received[0]?.body.response_format as { json_schema: { schema: unknown } };
  assert.ok(request.answer.kind === "json");
  assert.deepEqual(format.json_schema.schema, request.answer.schema);
});

Deno.test("[CD4] ten megabytes of white space in one line are not read to their end", async () => {
  let sent = 0;
  const blanks = new Uint8Array(64 * 1024).fill(32);
  await using server = chatServer(OLLAMA_WIRE, JSON_REPLY, () =>
    new Response(
      new ReadableStream({
        pull(body) {
          sent += blanks.length;
          if (sent > 10 * 1024 * 1024) body.close();
          else body.enqueue(blanks);
        },
      }),
    ));
  failed(await ollama(server.url).complete(chatRequest()), "whitespace_runaway");
  assert.ok(sent < 5 * 1024 * 1024, `${sent} bytes were sent`);
});

Deno.test("[CD5] a server that ignores its cap is cut off", async () => {
  const text = '{"summary":"' + "and so on ".repeat(500);
  await using server = chatServer(
    OLLAMA_WIRE,
    JSON_REPLY,
    () => new Response(OLLAMA_WIRE.piece(text).repeat(3)),
  );
  failed(await ollama(server.url).complete(chatRequest({ maxTokens: 20 })), "cap");
});

for (
  const [name, body] of [["a web page", "<html>Welcome</html>"], ["numbers", "1\n2\n"]] as const
) {
  Deno.test(`[CD4] ${name} instead of a chat reply is named`, async () => {
    await using server = chatServer(OLLAMA_WIRE, JSON_REPLY, () => new Response(body));
    failed(await ollama(server.url).complete(chatRequest()), "bad_json");
    failed(await openAi(server.url).complete(chatRequest()), "bad_json");
  });
}

Deno.test("[CD4] a model that is unloaded under a call is named", async () => {
  const gone = '{"message":{"content":""},"done":true,"done_reason":"unload"}\n';
  await using server = chatServer(OLLAMA_WIRE, JSON_REPLY, () => new Response(gone));
  failed(await ollama(server.url).complete(chatRequest()), "unloading");
});

Deno.test("[CD4] an error in mid-stream is named, and its text is not repeated", async () => {
  const lines = OLLAMA_WIRE.piece('{"a"') + '{"error":"panic near: my chest hurts"}\n';
  await using server = chatServer(OLLAMA_WIRE, JSON_REPLY, () => new Response(lines));
  const outcome = await ollama(server.url).complete(chatRequest());
  failed(outcome, "reset");
  assert.equal(JSON.stringify(outcome).includes("hurts"), false);
});

Deno.test("[CD4] a refusal field is named", async () => {
  const event = 'data: {"choices":[{"delta":{"refusal":"I will not."}}]}\n\n';
  await using server = chatServer(OPENAI_WIRE, JSON_REPLY, () => new Response(event));
  failed(await openAi(server.url).complete(chatRequest()), "declined");
});

Deno.test("[CD3] a probe lets Ollama load the model with the window of every call", async () => {
  await using server = chatServer(OLLAMA_WIRE, JSON_REPLY, () => new Response('{"done":true}'));
  assert.deepEqual(await ollama(server.url).probe({ timeoutMs: 5_000, signal: NEVER }), {
    ok: true,
  });
  const { messages, options } = server.received[0]?.body ?? {};
  assert.deepEqual({ messages, options }, { messages: [], options: { num_ctx: 4096 } });
});

Deno.test("[CD3] a probe names what is wrong and gives up in time", async () => {
  await using missing = chatServer(OLLAMA_WIRE, {
    act: "fail",
    trouble: { outcome: "model_missing", words: "" },
  });
  const found = await ollama(missing.url).probe({ timeoutMs: 5_000, signal: NEVER });
  assert.ok(
    !found.ok && found.outcome === "model_missing" && /ollama pull medgemma/.test(found.words),
  );
  await using hanging = chatServer(
    OLLAMA_WIRE,
    { act: "hang" },
    () => new Response(new ReadableStream({ cancel() {} })),
  );
  const stopped = AbortSignal.abort();
  const gaveUp = await openAi(hanging.url).probe({ timeoutMs: 30, signal: NEVER });
  assert.ok(!gaveUp.ok && gaveUp.outcome === "timeout");
  const withdrawn = await openAi(hanging.url).probe({ timeoutMs: 5_000, signal: stopped });
  assert.ok(!withdrawn.ok && withdrawn.outcome === "cancelled");
});

Deno.test("[CD3] a probe of an OpenAI-compatible server looks for the model", async () => {
  const list = (...ids: string[]) => JSON.stringify({ data: ids.map((id) => ({ id })) });
  for (
    const [body, expected] of [
      [list("other", "medgemma"), null],
      [list("other"), "model_missing"],
      ["{}", null],
    ] as const
  ) {
    await using server = chatServer(OPENAI_WIRE, JSON_REPLY, () => new Response(body));
    const found = await openAi(server.url).probe({ timeoutMs: 5_000, signal: NEVER });
    assert.equal(found.ok ? null : found.outcome, expected, body);
  }
});

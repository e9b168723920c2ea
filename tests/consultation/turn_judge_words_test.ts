import assert from "node:assert/strict";
import { type Config, parseConfig } from "@/lib/config.ts";
import { turnJudgeWords } from "@/lib/consultation/turn_judge_words.ts";

function configOf(env: Record<string, string>): Config {
  const parsed = parseConfig(env);
  assert.ok(parsed.ok);
  return parsed.config;
}

Deno.test("[LA4, EN1] the status says who judges the ends of turns and what one server costs", () => {
  const on = { AUTO_MODE_ENABLED: "true" };
  const words = (env: Record<string, string>) => turnJudgeWords(configOf({ ...on, ...env })) ?? "";
  assert.equal(turnJudgeWords(configOf({})), null);
  assert.match(words({}), /embedded rule.*CDS_SHORT_URL/s);
  assert.doesNotMatch(words({ CDS_ENGINE: "rules" }), /CDS_SHORT_URL/);
  assert.match(words({ CDS_SHORT_MODEL: "small" }), /^The model judges.*in time/s);
  assert.match(words({ AUTO_OFFICER: "model" }), /12 turns of 100.*silence ends/s);
});

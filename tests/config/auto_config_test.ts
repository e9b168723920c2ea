import assert from "node:assert/strict";
import { configProblemWords, parseConfig } from "@/lib/config.ts";

function problems(env: Readonly<Record<string, string>>): readonly string[] {
  const outcome = parseConfig(env);
  return outcome.ok ? [] : outcome.problems.map(configProblemWords);
}

Deno.test("[EN1] auto mode ships switched off, with the thresholds of the specification", () => {
  const outcome = parseConfig({});
  assert.ok(outcome.ok);
  const { config } = outcome;
  assert.equal(config.AUTO_MODE_ENABLED, false);
  assert.deepEqual(
    [config.AUTO_GOLDEN_MINUTES_S, config.AUTO_EOT_QUIET_S, config.AUTO_EOT_FALLBACK_S],
    [90, 2, 3.5],
  );
  assert.deepEqual([config.AUTO_OFFICER, config.AUTO_EAR], ["auto", "shadow"]);
});

Deno.test("[GO1] the golden minutes are one to two minutes long, and nothing else", () => {
  assert.deepEqual(problems({ AUTO_GOLDEN_MINUTES_S: "60" }), []);
  assert.deepEqual(problems({ AUTO_GOLDEN_MINUTES_S: "120" }), []);
  assert.equal(problems({ AUTO_GOLDEN_MINUTES_S: "59" }).length, 1);
  assert.equal(problems({ AUTO_GOLDEN_MINUTES_S: "121" }).length, 1);
});

Deno.test("[TT4] the fallback comes after the moment of judgement, and so does the ear's hold", () => {
  assert.deepEqual(problems({ AUTO_EOT_QUIET_S: "3.5" }), [
    'Cannot start with AUTO_EOT_FALLBACK_S="3.5": it takes more than AUTO_EOT_QUIET_S, which is 3.5.',
  ]);
  assert.equal(problems({ AUTO_EOT_QUIET_S: "3.4" }).length, 0);
  assert.equal(problems({ AUTO_EAR_HOLD_S: "2" }).length, 1);
});

Deno.test("[TT10] the floor's bounds are in order, and may be one value", () => {
  assert.deepEqual(problems({ AUTO_FLOOR_MIN: "0.05", AUTO_FLOOR_MAX: "0.05" }), []);
  assert.deepEqual(problems({ AUTO_FLOOR_MIN: "0.09" }), [
    'Cannot start with AUTO_FLOOR_MAX="0.08": it takes at least AUTO_FLOOR_MIN, which is 0.09.',
  ]);
});

Deno.test("[TT5] behind a pass the officer is waited for no shorter than otherwise", () => {
  assert.equal(problems({ AUTO_OFFICER_MAX_WAIT_S: "1" }).length, 1);
});

Deno.test('[VI5] "Who spoke?" is waited for no shorter after a run than without one', () => {
  assert.equal(problems({ AUTO_SPEAKER_DECLARATION_WAIT_S: "24" }).length, 1);
  assert.equal(problems({ SPEAKER_DECLARATION_WAIT_S: "200" }).length, 1);
});

Deno.test("[OP6] a value that cannot be read is named once, not again by its relations", () => {
  assert.equal(problems({ AUTO_EOT_FALLBACK_S: "soon" }).length, 1);
});

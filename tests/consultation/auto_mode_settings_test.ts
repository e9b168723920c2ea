import assert from "node:assert/strict";
import { parseConfig } from "@/lib/config.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { readAutoMode, settingsHash } from "@/lib/consultation/read_auto_mode.ts";

function config(env: Readonly<Record<string, string>> = {}) {
  const outcome = parseConfig(env);
  assert.ok(outcome.ok);
  return outcome.config;
}

Deno.test("[TT3, LA4] on auto the model judges the ends of turns only where short calls have a place of their own", () => {
  const officer = (env: Record<string, string>) => autoSettingsOf(config(env)).officer;
  assert.equal(officer({}), "rule");
  assert.equal(officer({ CDS_SHORT_MODEL: "small" }), "model");
  assert.equal(officer({ CDS_SHORT_URL: "http://127.0.0.1:9" }), "model");
  assert.equal(officer({ AUTO_OFFICER: "model" }), "model");
  assert.equal(officer({ AUTO_OFFICER: "rule", CDS_SHORT_MODEL: "small" }), "rule");
  assert.equal(
    officer({ AUTO_OFFICER: "model", CDS_ENGINE: "rules" }),
    "rule",
    "there is no model",
  );
});

Deno.test("[SK5] over a telephone and through an interpreter Alba waits longer for a silent room", () => {
  const waits = (mode: "in_person" | "telephone" | "interpreter") => {
    const settings = autoSettingsOf(config(), mode);
    const { encouragerMinQuietMs, eotFallbackMs, eotQuietMs, noAnswerGraceMs } = settings;
    return [eotQuietMs, eotFallbackMs, encouragerMinQuietMs, noAnswerGraceMs];
  };
  assert.deepEqual(waits("in_person"), [2_000, 3_500, 4_000, 12_000]);
  assert.deepEqual(waits("telephone"), [3_000, 5_250, 6_000, 18_000]);
  assert.deepEqual(waits("interpreter"), [4_000, 7_000, 8_000, 24_000]);
  assert.equal(
    autoSettingsOf(config(), "interpreter").goldenMs,
    autoSettingsOf(config()).goldenMs,
    "the golden minutes are the patient's own and no wait",
  );
});

Deno.test("[RE5] the same thresholds have the same hash, in whatever order they are written down", () => {
  const settings = autoSettingsOf(config());
  const turned = Object.fromEntries(Object.entries(settings).reverse()) as typeof settings;
  assert.equal(settingsHash(settings), settingsHash(turned));
  assert.notEqual(settingsHash(settings), settingsHash({ ...settings, goldenMs: 61_000 }));
});

Deno.test("[EN1] while the gate is shut there are no settings of auto mode to run by", () => {
  assert.equal(readAutoMode(config(), "in_person"), null);
  const open = readAutoMode(config({ AUTO_MODE_ENABLED: "true" }), "in_person");
  assert.deepEqual(open?.floor, { margin: 3, min: 0.02, max: 0.08 });
});

import assert from "node:assert/strict";
import { parseConfig } from "@/lib/config.ts";
import { readAutoMode } from "@/lib/consultation/read_auto_mode.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";
import { messagesTo, ofType } from "./step_harness.ts";

function bargeInRms(env: Record<string, string>): number | null | undefined {
  const parsed = parseConfig({ CDS_ENGINE: "rules", ...env });
  assert.ok(parsed.ok);
  return readAutoMode(parsed.config, "in_person")?.thresholds.bargeInRms;
}

Deno.test("[DW4, EN1] it ships false; with true the page is given the level, and only with auto mode's gate", () => {
  const gate = { AUTO_MODE_ENABLED: "true" };
  const heard = { BARGE_IN_ENABLED: "true", BARGE_IN_RMS_THRESHOLD: "0.07" };
  assert.equal(bargeInRms(gate), null);
  assert.equal(bargeInRms({ ...gate, BARGE_IN_RMS_THRESHOLD: "0.07" }), null);
  assert.equal(bargeInRms({ ...gate, ...heard }), 0.07);
  assert.equal(bargeInRms(heard), undefined, "there is no auto mode");
  const steps = new AutoSteps({ auto: { thresholds: { ...AUTO.thresholds, bargeInRms: 0.07 } } });
  const state = messagesTo(steps.hello(), "page").find(({ type }) => type === "state");
  assert.ok(state?.type === "state" && state.auto?.config.barge_in_rms === 0.07);
  steps.capture();
  const [enabled] = ofType(steps.toggle(), "audit")
    .filter(({ entry }) => entry.kind === "auto.enabled");
  assert.ok(enabled?.entry.kind === "auto.enabled");
  assert.equal(enabled.entry.detail.barge_in_rms, 0.07, "the run's row says what it listened for");
});

/** Alba's disclosure is played, and ends for a reason. */
function ended(reason: "barge_in" | "cancelled") {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false } }).recording();
  const [{ utteranceId } = { utteranceId: "" }] = ofType(steps.toggle(), "prepare_speech");
  const effects = [
    ...steps.on({ type: "voice_prepared", utteranceId, durationMs: 9_000, url: "/x.wav" }),
    ...steps.say({ type: "speak_started", utterance_id: utteranceId }),
    ...steps.later(2_000).say({ type: "speak_ended", utterance_id: utteranceId, reason, rms: 0.1 }),
  ];
  const rows = ofType(effects, "audit").filter(({ entry }) => entry.kind === "speech.barge_in");
  const kept = ofType(effects, "save_auto_event").map(({ event }) => event);
  return { steps, utteranceId, effects, rows, kept };
}

Deno.test("[DW4, RE1] who speaks over Alba ends her as barge_in, on record with the level and the one that counts", () => {
  const { effects, kept, rows, steps, utteranceId } = ended("barge_in");
  const [end] = ofType(effects, "save_utterance_ended");
  assert.deepEqual([end?.id, end?.reason], [utteranceId, "barge_in"]);
  const { floor: threshold } = steps.settings;
  assert.deepEqual(rows.map(({ entry }) => entry.detail), [
    { utterance: utteranceId, rms: 0.1, threshold },
  ]);
  const [over] = kept.filter(({ type }) => type === "speech_ended");
  assert.ok(over?.type === "speech_ended" && over.reason === "barge_in" && over.rms === 0.1);
  assert.notEqual(steps.state.auto?.drive.core.run, null, "the disclosure is tried again");
});

Deno.test("[DW4, DW1] a Stop is no barge-in, whatever level stands beside it", () => {
  const { kept, rows, steps } = ended("cancelled");
  assert.deepEqual(rows, []);
  const [over] = kept.filter(({ type }) => type === "speech_ended");
  assert.ok(over?.type === "speech_ended" && over.reason === "cancelled" && over.rms === null);
  assert.equal(steps.state.auto?.drive.core.run, null);
});

Deno.test("[DW4, SP8] speech over an utterance that is over leaves no row", () => {
  const { steps, utteranceId } = ended("barge_in");
  const late = steps.say({ type: "speak_ended", utterance_id: utteranceId, reason: "barge_in" });
  assert.deepEqual(ofType(late, "audit"), []);
});

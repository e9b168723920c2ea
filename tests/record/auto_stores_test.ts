import assert from "node:assert/strict";
import type { JsonObject } from "@/lib/record/columns.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

const HOW = { codeVersion: "0.1.0", settingsHash: "a".repeat(64), outcomeSha256: "b".repeat(64) };

Deno.test("[RE5] an event of auto mode comes back as it went in, in its order, with code and settings", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id: consultation } = liveConsultation(opened);
  const place = { consultation, room: ROOM };
  const events: readonly JsonObject[] = [
    { type: "committed", throughSample: 16_000, isPatient: true },
    { type: "quiet", report: { trace: [0.1, 0.25], rms: 0.0031, since: "speech" } },
    { type: "page_lost" },
  ];
  events.forEach((event, index) =>
    record.autoEvents.append(place, { seq: index + 1, nowMs: 1234.5 + index, event, ...HOW })
  );
  assert.deepEqual(
    record.autoEvents.list(consultation),
    events.map((event, index) => ({ seq: index + 1, nowMs: 1234.5 + index, event, ...HOW })),
  );
  const again = { seq: 3, nowMs: 0, event: { type: "tick" }, ...HOW };
  assert.throws(() => record.autoEvents.append(place, again), "a number is used once");
});

Deno.test("[RE5, CO4] what auto mode was told goes with the consultation's words; its thresholds stay", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id: consultation } = fillConsultation(opened);
  assert.equal(record.autoEvents.list(consultation).length, 1);
  assert.deepEqual(record.purge(consultation), { ok: true });
  assert.deepEqual(record.autoEvents.list(consultation), []);
  assert.equal(record.runs.list(consultation).length, 1);
});

Deno.test("[EN4] a run keeps the thresholds it worked under, its sound check, and when it ended", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { clock, record } = opened;
  const { id: consultation } = liveConsultation(opened);
  const check = record.soundChecks.add({
    room: ROOM,
    noiseFloorRms: 0.0085,
    quietPeak: 0.02,
    speechPeak: 0.4,
    loopbackPeak: 0.2,
    inputLabel: "Microphone",
    outputLabel: "Loudspeaker",
    findings: [],
  });
  const run = {
    id: record.newId(),
    thresholds: { eotQuietMs: 2_000, officer: "rule" },
    soundCheck: check.id,
  };
  record.runs.start({ consultation, room: ROOM }, run);
  const enabledWallMs = clock.wallMs();
  assert.deepEqual(record.runs.list(consultation), [{ ...run, enabledWallMs, endedWallMs: null }]);
  clock.advance(5_000);
  record.runs.end(run.id);
  clock.advance(5_000);
  record.runs.end(run.id);
  assert.equal(record.runs.list(consultation)[0]?.endedWallMs, enabledWallMs + 5_000);
});

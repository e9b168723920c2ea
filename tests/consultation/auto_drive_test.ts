import assert from "node:assert/strict";
import fc from "fast-check";
import { AUTO_TICK_MS, driveEvent, driveTicks, STILL } from "@/lib/consultation/auto_drive.ts";
import { outcomeHash } from "@/lib/consultation/outcome_hash.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";
import { ofType } from "./step_harness.ts";

/** A run with a wait in it that a tick ends: the doctor's handover into a room that stays quiet. */
function told() {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  for (let turn = 0; turn < 4; turn++) {
    const [asked] = ofType(steps.quietFor(6), "prepare_speech");
    if (asked !== undefined) steps.spoken(asked.utteranceId);
  }
  steps.later(40_000).quiet(0.5, { span: 99 });
  return ofType(steps.effects, "save_auto_event");
}

const { thresholds } = AUTO;
const rows = told();

Deno.test("[MA7, MA8, RE5] however late the service's own timer is, the same events lead to the same", () => {
  const lag = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(lag, (everyMs) => {
      let drive = STILL;
      let timerMs = 0;
      for (const row of rows) {
        for (; timerMs < row.nowMs; timerMs += everyMs) {
          drive = driveTicks(drive, timerMs, thresholds).drive;
        }
        drive = driveTicks(drive, row.nowMs, thresholds).drive;
        const driven = driveEvent(drive, row.event, row.nowMs, thresholds);
        assert.equal(outcomeHash(driven.outcome), outcomeHash(row.outcome), `event ${row.seq}`);
        drive = driven.drive;
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("[MA8] a run ticks four times a second from its start, and only while it is on", () => {
  const start = rows.findIndex(({ event }) => event.type === "toggle_on");
  const before = rows.slice(0, start + 1);
  let drive = STILL;
  for (const row of before) {
    assert.equal(drive.nextTickMs, null);
    drive = driveEvent(drive, row.event, row.nowMs, thresholds).drive;
  }
  const startMs = before.at(-1)?.nowMs ?? 0;
  assert.equal(drive.nextTickMs, startMs + AUTO_TICK_MS);
  drive = driveTicks(drive, startMs + 10 * AUTO_TICK_MS - 1, thresholds).drive;
  assert.equal(drive.nextTickMs, startMs + 10 * AUTO_TICK_MS);
  const off = driveEvent(
    drive,
    { type: "toggle_off", reason: "toggle" },
    startMs + 3_000,
    thresholds,
  );
  assert.equal(off.drive.nextTickMs, null);
});

Deno.test("[MA5, MA6, MA10] a mistake of ours ends the run in words and on the record, and nothing is thrown", () => {
  const start = rows.findIndex(({ event }) => event.type === "toggle_on");
  let drive = STILL;
  for (const { event, nowMs } of rows.slice(0, start + 1)) {
    drive = driveEvent(drive, event, nowMs, thresholds).drive;
  }
  const quiet = rows.find(({ event }) => event.type === "quiet");
  assert.ok(quiet !== undefined);
  // A state that no event leads to; whatever reads it throws.
  const broken = { ...drive, core: { ...drive.core, turn: null as never } };
  const failed = driveEvent(broken, quiet.event, quiet.nowMs, thresholds);
  assert.equal(failed.mistake, "TypeError");
  assert.equal(failed.drive.core.run, null);
  const audits = failed.effects.flatMap((one) => one.type === "audit" ? [one.entry] : []);
  assert.deepEqual(audits, [
    { kind: "auto.disabled", detail: { reason: "mistake", phase: "GOLDEN" } },
    { kind: "auto.phase", detail: { from: "GOLDEN", to: "OFF", trigger: "auto_off" } },
  ]);
  const toggled = failed.effects.find((one) =>
    one.type === "push" && one.message.type === "auto_toggled"
  );
  assert.ok(toggled?.type === "push" && toggled.message.type === "auto_toggled");
  assert.match(toggled.message.words ?? "", /is off/);
});

Deno.test("[MA5, MA6] a mistake after a run whose phase was kept leaves it by a row, and off is left by none", () => {
  const phases = (phase: "HANDOVER" | "OFF") => {
    const broken = { ...STILL, core: { ...STILL.core, phase, passes: null as never } };
    const failed = driveEvent(broken, { type: "pass_started", version: 1 }, 0, thresholds);
    assert.equal(failed.mistake, "TypeError");
    return failed.effects.flatMap((one) => one.type === "audit" ? [one.entry.detail] : []);
  };
  assert.deepEqual(phases("HANDOVER"), [{ from: "HANDOVER", to: "OFF", trigger: "auto_off" }]);
  assert.deepEqual(phases("OFF"), []);
});

import assert from "node:assert/strict";
import type { EngineState } from "@/lib/engines/ports.ts";
import { AutoSteps } from "./auto_steps.ts";
import { messagesTo, ofType } from "./step_harness.ts";

/** A run in which the patient has said something that questions can follow. */
function interviewing(): AutoSteps {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  return steps;
}

function stt(steps: AutoSteps, engine: EngineState): void {
  steps.on({ type: "ears", event: { type: "state", engine }, freshId: steps.freshId() });
}

const issued = (effects: ReturnType<AutoSteps["on"]>) => ofType(effects, "prepare_speech").length;

const LACKS = {
  "its ears": {
    words: "Alba waits: she cannot hear.",
    lose: (steps: AutoSteps) => stt(steps, { state: "absent", words: "No speech recognition." }),
    mend: (steps: AutoSteps) => stt(steps, { state: "ready", words: "Ready." }),
  },
  "ears that start again": {
    words: "Alba waits: she cannot hear.",
    lose: (steps: AutoSteps) => stt(steps, { state: "restarting", words: "Starting again." }),
    mend: (steps: AutoSteps) =>
      stt(steps, { state: "catching_up", words: "Catching up.", behindMs: 9_000 }),
  },
  "a recording": {
    words: "Alba waits: the recording stands still.",
    lose: (steps: AutoSteps) => {
      const { position } = steps.state.capture;
      steps.on({
        type: "recording_failed",
        code: "disk_full",
        words: "The disk is full",
        position,
      });
    },
    mend: (steps: AutoSteps) => void steps.capture("e2"),
  },
  "a record that takes rows": {
    words: "Alba waits: nothing can be written down.",
    lose: (steps: AutoSteps) => void (steps.isRecordStuck = true),
    mend: (steps: AutoSteps) => void (steps.isRecordStuck = false),
  },
};

for (const [what, { lose, mend, words }] of Object.entries(LACKS)) {
  Deno.test(`[TT12, TR4, RC7] without ${what} Alba interviews nobody, says why, and goes on by herself`, () => {
    const steps = interviewing();
    lose(steps);
    steps.on({ type: "tick" });
    steps.later(5_000).on({ type: "tick" });
    const silent = steps.quietFor(20);
    assert.equal(issued(silent), 0);
    const said = () =>
      messagesTo(steps.effects, "page").flatMap((message) =>
        message.type === "auto_toggled" ? [message.words] : []
      ).at(-1);
    assert.equal(said(), words);
    assert.equal(steps.state.auto?.words, words, "a page that joins reads it, too");
    mend(steps);
    const after = steps.quietFor(8);
    assert.ok(issued(after) > 0, "she does not go on");
    assert.equal(said(), null);
  });
}

Deno.test("[TT12] an engine that was away when the run began counts from then on", () => {
  const steps = new AutoSteps().recording();
  stt(steps, { state: "starting", words: "Starting." });
  steps.on({ type: "tick" });
  steps.later(6_000);
  assert.equal(issued(steps.toggle()), 0);
  assert.equal(steps.state.auto?.drive.core.run === null, false);
});

Deno.test("[UR1, UR13] a run that knows nothing of an open alarm is told of it at the toggle, and pauses", () => {
  const before = new AutoSteps().recording();
  before.heard(
    "I have a crushing pain in my chest, it goes into my left arm and I am sweating and sick.",
  );
  const { alarms } = before.state;
  assert.notEqual(alarms.alarms.length, 0);
  const steps = new AutoSteps({ restored: { alarms } }).recording();
  assert.deepEqual(steps.state.auto?.drive.core.urgency.open, []);
  steps.toggle();
  assert.equal(steps.state.auto?.drive.core.phase, "PAUSED_URGENT");
  const back = new AutoSteps({ restored: { alarms } });
  back.on({ type: "resumed" });
  assert.deepEqual(back.state.auto?.drive.core.urgency.open.map(({ id }) => id), [
    alarms.alarms[0]?.id,
  ]);
});

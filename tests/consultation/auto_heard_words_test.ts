import assert from "node:assert/strict";
import type { Samples } from "@/lib/audio/units.ts";
import { messagesTo, ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const prepared = (effects: Effects) =>
  ofType(effects, "prepare_speech").map((one) => one.utteranceId);

const core = (steps: AutoSteps) => {
  const { auto } = steps.state;
  assert.ok(auto !== null);
  return auto.drive.core;
};

const reasks = (effects: Effects) =>
  ofType(effects, "audit").map(({ entry }) => entry)
    .filter(({ kind }) => kind === "auto.reask_no_answer");

/** What the ears tell when they have decided all up to the newest frame, and it was no words. */
function decide(steps: AutoSteps): Effects {
  const through = steps.state.voice.position as Samples;
  return steps.on({ type: "ears", event: { type: "heard", through }, freshId: steps.freshId() });
}

/** A consultation whose recording goes on as time does. */
class Recorded extends AutoSteps {
  #next = 10;

  /** So many frames of 20 ms; returns the newest one. */
  run(frames: number): number {
    this.frames(this.#next, this.#next + frames);
    this.#next += frames;
    return this.#next - 1;
  }
}

/** The sound that is being made ahead is there. */
function voiceAhead(steps: AutoSteps): Effects {
  const { flow } = core(steps);
  if (flow.at !== "voicing") return [];
  return steps.on({ type: "speech_ahead", token: flow.token, ok: true });
}

/** Alba's first own question has been issued and heard to its end; `span` is the page's newest. */
function asked(): Recorded {
  const steps = new Recorded().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  for (let at = 0.5; at <= 40; at += 0.5) {
    const frame = steps.run(25);
    decide(steps);
    const [id] = prepared([...steps.quiet(at, { span: 50, frame }), ...voiceAhead(steps)]);
    const isQuestion = core(steps).saying?.what === "question";
    if (id !== undefined) steps.spoken(id);
    if (isQuestion) return steps;
  }
  return assert.fail("no question was asked");
}

Deno.test("[TT7] a short answer that vanishes in the ears is asked for once more, on the record with its reason", () => {
  const steps = asked();
  const question = core(steps).turn.awaiting?.item;
  assert.ok(question != null);
  steps.quiet(0, { span: 60, frame: steps.run(25) });
  const frame = steps.run(25);
  decide(steps);
  const effects = [
    ...steps.quiet(0.5, { span: 60, frame }),
    ...decide(steps),
    ...steps.quiet(3.5, { span: 60, frame: steps.run(150) }),
  ];
  assert.deepEqual(reasks(effects).map(({ detail }) => "reason" in detail ? detail.reason : null), [
    "no_words",
  ]);
  assert.equal(core(steps).queue.items.find(({ id }) => id === question)?.status, "asked");
});

Deno.test("[TT7] one that has become words is an answer", () => {
  const steps = asked();
  const question = core(steps).turn.awaiting?.item;
  steps.quiet(0, { span: 60, frame: steps.run(25) });
  const frame = steps.run(25);
  steps.heard("No.");
  const effects = [
    ...steps.quiet(0.5, { span: 60, frame }),
    ...steps.quiet(3.5, { span: 60, frame: steps.run(150) }),
  ];
  assert.deepEqual(reasks(effects), []);
  assert.equal(core(steps).queue.items.find(({ id }) => id === question)?.status, "answered");
});

Deno.test("[QF7, QU8, VI3] Handover is shown at the tap; a question that is being made is not spoken, and stays pending", () => {
  const steps = new Recorded().recording();
  steps.toggle();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.heard("What do you think it is?");
  let made: string | undefined;
  for (let at = 0.5; at <= 40 && core(steps).saying?.what !== "question"; at += 0.5) {
    const frame = steps.run(25);
    decide(steps);
    [made] = prepared([...steps.quiet(at, { span: 50, frame }), ...voiceAhead(steps)]);
  }
  const item = core(steps).saying?.item;
  assert.ok(made !== undefined && item != null);
  const tapped = steps.say({ type: "auto_handover" });
  const plans = messagesTo(tapped, "page").flatMap((message) =>
    message.type === "auto_plan" ? [message.plan] : []
  );
  assert.deepEqual(plans, ["handing_over"]);
  assert.equal(core(steps).queue.items.find(({ id }) => id === item)?.status, "pending");
  const late = steps.on({
    type: "voice_prepared",
    utteranceId: made,
    durationMs: 2_000,
    url: "/x.wav",
  });
  assert.deepEqual(messagesTo(late, "page").filter(({ type }) => type === "auto_speak"), []);
  assert.equal(core(steps).saying, null);
});

Deno.test("[TT7, TT12] a page that was away reports before its sound comes: those words are still to be decided", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const atSample = (frame: number) => {
    const [kept] = ofType(steps.quiet(1, { frame }), "save_auto_event");
    assert.ok(kept?.event.type === "quiet");
    return kept.event.report.atSample / 320;
  };
  assert.equal(atSample(9), 10);
  // Ten seconds of frames are on their way.
  steps.later(10_000);
  assert.equal(atSample(9 + 500), 10 + 500);
  assert.equal(atSample(1_000_000), 10 + 500, "no sound is further on than time itself");
});

import assert from "node:assert/strict";
import { ofType } from "./step_harness.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";

type Ear = "off" | "shadow" | "on";

function running(ear: Ear = "shadow"): AutoSteps {
  const thresholds = { ...AUTO.thresholds, ear };
  const steps = new AutoSteps({ auto: { thresholds } }).recording();
  steps.toggle();
  return steps;
}

const asked = (effects: ReturnType<AutoSteps["on"]>) =>
  ofType(effects, "score_turn_end").map(({ span }) => span);

Deno.test("[TT14] a span of the patient's is scored once, at the first report of 0.7 s of quiet or more", () => {
  const steps = running();
  const spans = [
    steps.quiet(0.5, { span: 1 }),
    steps.quiet(0.7, { span: 1 }),
    steps.quiet(1.2, { span: 1 }),
    steps.quiet(0.5, { span: 2 }),
    steps.quiet(2, { span: 2 }),
    steps.quiet(2.5, { span: 2 }),
  ].map(asked);
  assert.deepEqual(spans, [[], [1], [], [], [2], []]);
});

Deno.test("[TT14] silence after Alba's own words is nobody's turn end, and without a run nobody asks", () => {
  const steps = running();
  assert.deepEqual(asked(steps.quiet(1, { span: 3, since: "playback" })), []);
  steps.toggle(false);
  assert.deepEqual(asked(steps.quiet(1, { span: 4 })), []);
});

Deno.test("[TT14] what was typed for the patient has no sound to be scored", () => {
  const steps = running();
  steps.quiet(3, { span: 5, since: "playback" });
  steps.say({ type: "typed", text: "It began on Monday.", role: "patient" });
  const typed = steps.later(1_000).quiet(9, { span: 5, since: "playback" });
  assert.deepEqual(asked(typed), []);
  assert.deepEqual(asked(steps.quiet(0.7, { span: 6 })), [7], "the next spoken one has");
});

Deno.test("[TT14] AUTO_EAR=off asks nobody, and the page is told no threshold for it", () => {
  const thresholds = (ear: Ear) => {
    const steps = new AutoSteps({ auto: { thresholds: { ...AUTO.thresholds, ear } } }).recording();
    const [toggled] = ofType(steps.toggle(), "broadcast").flatMap(({ message }) =>
      message.type === "auto_toggled" ? [message.config.thresholds_s] : []
    );
    return { told: toggled, asked: asked(steps.quiet(0.7, { span: 1 })) };
  };
  assert.deepEqual(thresholds("off"), { told: [0.5, 2, 3.5, 4, 12], asked: [] });
  assert.deepEqual(thresholds("shadow"), { told: [0.5, 0.7, 2, 3.5, 4, 12], asked: [1] });
  assert.deepEqual(thresholds("on"), { told: [0.5, 0.7, 2, 3.5, 4, 12], asked: [1] });
});

Deno.test("[TT14, RE5] a score is an event of the run, kept with the others; after the run it is nothing", () => {
  const steps = running();
  steps.quiet(0.7, { span: 1 });
  const score = { type: "ear_scored", span: 1, finished: 0.25 } as const;
  assert.deepEqual(ofType(steps.on(score), "save_auto_event").map(({ event }) => event), [score]);
  assert.equal(steps.state.auto?.drive.core.turn.earScore, 0.25);
  steps.toggle(false);
  assert.deepEqual(steps.on(score), []);
});

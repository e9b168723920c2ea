import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { messagesTo, ofType, Steps } from "./step_harness.ts";

Deno.test("[CO1] Stop goes live → stopping → finalising → review, one saved step each", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 5);
  const stopped = steps.say({ type: "stop" });
  assert.equal(ofType(stopped, "flush_ears").length, 1);
  const flushed = steps.on({ type: "flushed" });
  assert.equal(ofType(flushed, "finalise").length, 1);
  const sealed = steps.on({ type: "finalised" });
  assert.equal(ofType(sealed, "retire").length, 1);
  assert.deepEqual(
    ofType(steps.effects, "save_transition").map(({ to }) => to),
    ["stopping", "finalising", "review"],
  );
});

Deno.test("[CO1] each state goes on where a crash left it", () => {
  const resumed = (phase: "live" | "stopping" | "finalising") =>
    new Steps({ phase, position: 32_000, lastFrameWallMs: 0 }).on({ type: "resumed" })
      .map(({ type }) => type);
  assert.deepEqual(resumed("live"), []);
  assert.ok(resumed("stopping").includes("flush_ears"));
  assert.deepEqual(resumed("finalising"), ["finalise"]);
});

Deno.test("[CO1] after Stop nothing more is recorded, spoken or typed", () => {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello();
  steps.capture();
  steps.frames(0, 5);
  steps.say({ type: "stop" });
  assert.deepEqual(steps.frames(5, 8), []);
  const late = [
    steps.say({ type: "typed", text: "late" }),
    steps.say({ type: "speak", ref: { phrase: "go_on" } }),
  ];
  for (const effects of late) {
    const [answer, ...more] = effects;
    assert.ok(answer?.type === "send" && answer.message.type === "error");
    assert.equal(answer.message.code, "not_live");
    assert.deepEqual(more, []);
  }
  assert.deepEqual(steps.say({ type: "stop" }), []);
});

Deno.test("[TR3] words committed between Stop and the flush are still written down", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 100);
  steps.say({ type: "stop" });
  const speech = {
    start: samples(0),
    end: samples(16_000),
    text: "It started on Tuesday.",
    words: [],
    lowConfidence: false,
  };
  const effects = steps.on({ type: "ears", event: { type: "committed", speech }, freshId: "s1" });
  assert.equal(ofType(effects, "save_segment")[0]?.text, "It started on Tuesday.");
  assert.equal(messagesTo(effects, "page")[0]?.type, "transcript");
});

Deno.test("[TR3] a typed line stands at the moment it was typed and is saved as typed", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 50);
  const [saved] = ofType(
    steps.say({ type: "typed", text: "No known allergies.", role: "doctor" }),
    "save_segment",
  );
  assert.equal(saved?.startSample, 16_000);
  assert.equal(saved?.origin, "typed");
  assert.equal(saved?.role, "doctor");
});

Deno.test("[TR4] commit lag is last word received to text, and is shown with the progress", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 50);
  steps.later(1_200);
  const words = [{ text: "yes", start: samples(8_000), end: samples(14_400), probability: 0.9 }];
  const speech = {
    start: samples(8_000),
    end: samples(16_000),
    text: "Yes.",
    words,
    lowConfidence: false,
  };
  steps.on({ type: "ears", event: { type: "committed", speech }, freshId: "s1" });
  const progress = messagesTo(steps.on({ type: "tick" }), "page")
    .find(({ type }) => type === "progress");
  // The last word ends 100 ms before the last frame; receipts are kept to a tenth of a second.
  const lagMs = progress?.type === "progress" ? progress.commit_lag_ms : null;
  assert.ok(lagMs !== null && lagMs > 1_200 && lagMs <= 1_300, `lag is ${lagMs}`);
});

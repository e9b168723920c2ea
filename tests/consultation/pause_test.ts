import assert from "node:assert/strict";
import fc from "fast-check";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import type { SessionEffect } from "@/lib/consultation/session_effect.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import { messagesTo, ofType, Steps } from "./step_harness.ts";

function recording(seconds = 1): Steps {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello();
  steps.capture("e1");
  steps.frames(0, seconds * 50);
  return steps;
}

function types(effects: readonly SessionEffect[]): string[] {
  return effects.map(({ type }) => type);
}

Deno.test("[CO6] Pause stops capture, words and passes at that frame, and every page is told", () => {
  const steps = recording();
  const effects = steps.say({ type: "pause" });
  assert.deepEqual(ofType(effects, "save_paused"), [
    { type: "save_paused", atSample: SAMPLE_RATE_HZ, reason: "tapped" },
  ]);
  assert.equal(ofType(effects, "cancel_passes").length, 1);
  assert.equal(ofType(effects, "flush_ears").length, 1);
  assert.equal(steps.state.capture.status, "paused");
  assert.ok(
    messagesTo(effects, "elsewhere").some((m) =>
      m.type === "capture" && m.capture.state === "paused"
    ),
  );
  const late = steps.frames(50, 60);
  assert.deepEqual(types(late), []);
  assert.equal(steps.state.capture.position, SAMPLE_RATE_HZ);
});

Deno.test("[CO6] the pause is silence of its own length in the recording, labelled paused", () => {
  const steps = recording();
  steps.say({ type: "pause" });
  steps.later(60_000);
  assert.equal(ofType(steps.say({ type: "resume" }), "save_unpaused").length, 1);
  assert.equal(steps.state.capture.status, "waiting");
  steps.capture("e1");
  const effects = steps.frames(50 + 3000, 50 + 3001);
  assert.deepEqual(ofType(effects, "save_gap"), [{
    type: "save_gap",
    atSample: SAMPLE_RATE_HZ,
    samples: 60 * SAMPLE_RATE_HZ,
    reason: "paused",
  }]);
  assert.equal(steps.state.capture.position, 61 * SAMPLE_RATE_HZ + FRAME_SAMPLES);
  assert.ok(
    ofType(effects, "feed_ears").slice(0, -1).every(({ muted }) => muted),
    "the ears must not hear the pause",
  );
});

Deno.test("[CO6] a page reloaded during a pause measures the same silence by the clock", () => {
  const steps = recording();
  steps.say({ type: "pause" });
  steps.on({ type: "disconnected", link: "page" });
  steps.later(10_000).hello("page", "tab-page");
  assert.equal(steps.state.capture.status, "paused", "a reload does not resume");
  steps.say({ type: "resume" });
  const gap = ofType(steps.capture("e2"), "save_gap")[0];
  assert.deepEqual([gap?.samples, gap?.reason], [10 * SAMPLE_RATE_HZ, "paused"]);
});

Deno.test("[CO6] a paused consultation never speaks, and takes no typed line", () => {
  const steps = recording();
  steps.say({ type: "pause" });
  const spoken = steps.say({ type: "speak", ref: { phrase: "anything_else" } });
  assert.equal(ofType(spoken, "prepare_speech").length, 0);
  assert.deepEqual(ofType(spoken, "audit").map(({ entry }) => entry.kind), ["speech.refused"]);
  const refusal = messagesTo(spoken, "page")[0];
  assert.ok(refusal?.type === "speak_refused" && refusal.code === "paused");
  const typed = steps.say({ type: "typed", text: "Since Monday." });
  assert.equal(ofType(typed, "save_segment").length, 0);
  const error = messagesTo(typed, "page")[0];
  assert.ok(error?.type === "error" && error.code === "paused" && /paused/.test(error.message));
});

Deno.test("[CO6, SP8] Pause ends what Alba is saying, once, and closes its window", () => {
  const steps = recording();
  const asked = steps.say({ type: "speak", ref: { phrase: "anything_else" } });
  const id = ofType(asked, "prepare_speech")[0]?.utteranceId ?? "";
  steps.on({ type: "voice_prepared", utteranceId: id, durationMs: 1_000, url: "/a.wav" });
  steps.say({ type: "speak_started", utterance_id: id });
  const effects = steps.say({ type: "pause" });
  assert.deepEqual(ofType(effects, "save_utterance_ended").map(({ reason }) => reason), [
    "cancelled",
  ]);
  const told = steps.say({ type: "speak_ended", utterance_id: id, reason: "cancelled" });
  assert.equal(ofType(told, "save_utterance_ended").length, 0);
});

Deno.test("[CO6, CO5] after a restart a paused consultation is still paused, and says why", () => {
  const steps = new Steps({
    position: 160_000,
    lastFrameWallMs: 1_000_000,
    paused: true,
    consent: "withdrawn",
  });
  const state = messagesTo(steps.hello(), "page").find((message) => message.type === "state");
  assert.ok(state?.type === "state" && state.capture.state === "paused");
  assert.match(state.capture.words, /withdrawn/);
  steps.capture("e2");
  steps.frames(0, 5);
  assert.equal(steps.state.capture.position, 160_000);
});

Deno.test("[CO6] words said before the pause are still written down, and raise their alarms", () => {
  const steps = recording(3);
  steps.say({ type: "pause" });
  const effects = steps.on(heard("I have crushing chest pain going down my left arm."));
  assert.equal(ofType(effects, "save_segment").length, 1);
  assert.ok(ofType(effects, "save_alarm").length > 0);
  assert.equal(ofType(effects, "request_pass").length, 0, "no pass off the record");
});

Deno.test("[CO6] a pass that the pause held back is asked for when it ends", () => {
  const steps = recording();
  steps.say({ type: "typed", text: "It began on Monday after a long walk in the hills." });
  steps.say({ type: "pause" });
  const long = "The pain comes when I climb the stairs and goes when I rest for a while. ".repeat(
    3,
  );
  const effects = steps.on(heard(long));
  assert.equal(ofType(effects, "request_pass").length, 0);
  assert.equal(ofType(steps.say({ type: "resume" }), "request_pass").length, 1);
});

function heard(text: string): SessionEvent {
  const speech = { start: samples(0), end: samples(16_000), text, words: [], lowConfidence: false };
  return { type: "ears", freshId: "s1", event: { type: "committed", speech } };
}

/** What a doctor may do at any moment, in any order, with any time between. */
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("frames"), n: fc.integer({ min: 1, max: 80 }) }),
  },
  fc.record({ do: fc.constantFrom("pause", "resume", "speak", "typed", "tick"), n: fc.nat(0) }),
  fc.record({ do: fc.constantFrom("given", "refused", "withdrawn"), n: fc.nat(0) }),
  fc.record({ do: fc.constant("wait"), n: fc.integer({ min: 1, max: 500 }) }),
);

Deno.test("[CO6] pausing and answering at any moment keeps the recording at the page's clock", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const steps = new Steps({ disclosureSpoken: true });
      steps.hello();
      steps.capture("e1");
      let clock = 0;
      let written = 0;
      let isOn = true;
      const count = (effects: readonly SessionEffect[]) => {
        for (const { pcm } of ofType(effects, "record_audio")) written += pcm.length;
        for (const silence of ofType(effects, "record_silence")) written += silence.samples;
        const fed = ofType(effects, "feed_ears").filter(({ muted }) => !muted);
        const heard = ofType(effects, "record_audio");
        assert.ok(fed.length <= heard.length, "the ears heard what was not recorded");
        if (steps.state.capture.status === "paused") {
          assert.equal(ofType(effects, "prepare_speech").length, 0, "spoke while paused");
          assert.equal(ofType(effects, "save_segment").length, 0, "wrote while paused");
        }
      };
      for (const { do: what, n } of acts) {
        switch (what) {
          case "frames": {
            // The page's microphone is off while paused, but frames on their way may still come.
            const effects = steps.frames(clock, clock + n);
            clock += n;
            count(effects);
            if (isOn) {
              assert.equal(steps.state.capture.position, clock * FRAME_SAMPLES, "shifted");
            }
            break;
          }
          case "wait":
            steps.later(n * 20);
            clock += n;
            break;
          case "pause":
          case "resume": {
            count(steps.say({ type: what }));
            if (steps.state.capture.status === "waiting") count(steps.capture("e1"));
            break;
          }
          case "speak":
            count(steps.say({ type: "speak", ref: { phrase: "anything_else" } }));
            break;
          case "typed":
            count(steps.say({ type: "typed", text: "No." }));
            break;
          case "tick":
            count(steps.on({ type: "tick" }));
            break;
          default:
            count(steps.say({ type: "consent", answer: what as "given" }));
        }
        isOn = steps.state.capture.status === "recording";
        const { answer } = steps.state.consent;
        assert.ok(!isOn || answer === null || answer === "given", "listened against a no");
        assert.equal(written, steps.state.capture.position, "the WAV is as long as it says");
      }
    }),
    { numRuns: 300 },
  );
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { captureEpochs } from "@/lib/consultation/capture_epochs.ts";
import type { Capture } from "@/lib/record/capture_store.ts";
import { messagesTo, ofType, Steps } from "./step_harness.ts";

Deno.test("[TR1, TR2] frames go into the recording in order, untouched", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  const written = ofType(steps.frames(0, 3), "record_audio");
  assert.deepEqual(written.map((effect) => effect.pcm[0]), [1, 2, 3]);
  assert.equal(steps.state.capture.position, 3 * FRAME_SAMPLES);
});

Deno.test("[CO5] frames that a dropped connection swallowed are silence of their own length", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 10);
  steps.on({ type: "disconnected", link: "page" });
  steps.later(30_000);
  steps.hello("again", "tab-page");
  steps.say({ ...captureMessage("e1") }, "again");
  const effects = steps.frames(1510, 1511, "again");
  assert.deepEqual(ofType(effects, "save_gap"), [
    { type: "save_gap", atSample: 3_200, samples: 1500 * FRAME_SAMPLES, reason: "network" },
  ]);
  assert.deepEqual(ofType(effects, "record_silence"), [
    { type: "record_silence", samples: 1500 * FRAME_SAMPLES },
  ]);
  assert.equal(steps.state.capture.position, 1511 * FRAME_SAMPLES);
});

Deno.test("[CO5] a reloaded page starts a new numbering after silence as long as the reload", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture("e1");
  steps.frames(0, 50);
  steps.on({ type: "disconnected", link: "page" });
  steps.later(2_000);
  steps.hello("reloaded", "tab-page");
  const effects = steps.say(captureMessage("e2"), "reloaded");
  assert.equal(ofType(effects, "save_gap")[0]?.samples, 2 * SAMPLE_RATE_HZ);
  assert.equal(ofType(effects, "save_capture_started")[0]?.atSample, 3 * SAMPLE_RATE_HZ);
});

Deno.test("[CO5] two reloads without a frame between them are silence once", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture("e1");
  steps.frames(0, 50);
  steps.later(2_000).capture("e2");
  const again = steps.later(1_000).capture("e3");
  assert.equal(ofType(again, "save_gap")[0]?.samples, SAMPLE_RATE_HZ);
  assert.equal(steps.state.capture.position, 4 * SAMPLE_RATE_HZ);
});

Deno.test("[CO5, CO1] after a restart the gap is measured by wall time from the last frame", () => {
  const steps = new Steps({ position: 160_000, lastFrameWallMs: 1_000_000 });
  steps.later(4_000);
  steps.hello();
  const gap = ofType(steps.capture("after"), "save_gap")[0];
  assert.deepEqual(gap, { type: "save_gap", atSample: 160_000, samples: 64_000, reason: "crash" });
});

Deno.test("[CO5] the silence of a gap is never heard as speech", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 1);
  const fed = ofType(steps.frames(101, 102), "feed_ears");
  assert.deepEqual(fed.map(({ muted }) => muted), [true, true, false]);
  assert.equal(fed.reduce((sum, { pcm }) => sum + pcm.length, 0), 101 * FRAME_SAMPLES);
});

Deno.test("[TR1] doubled and late frames are dropped and counted", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 5);
  assert.equal(ofType(steps.frames(2, 5), "record_audio").length, 0);
  const stopped = steps.say({ type: "stop" });
  assert.deepEqual(ofType(stopped, "audit").map(({ entry }) => entry), [
    { kind: "capture.frames_refused", detail: { reason: "late", frames: 3 } },
  ]);
});

Deno.test("[SE4] a full disk halts the recording with words and a new start takes it up again", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  steps.frames(0, 10);
  const words = "Cannot write the recording: the disk is full";
  const halted = steps.on({ type: "recording_failed", code: "disk_full", words, position: 2_880 });
  assert.deepEqual(messagesTo(halted, "page"), [
    { type: "capture", capture: { state: "halted", words } },
  ]);
  assert.equal(ofType(steps.frames(10, 20), "record_audio").length, 0);
  steps.capture("e1");
  const gap = ofType(steps.frames(20, 21), "save_gap")[0];
  assert.deepEqual(gap, {
    type: "save_gap",
    atSample: 2_880,
    // Frame 9, which the disk did not take, and the ten that came while the recording was halted.
    samples: 11 * FRAME_SAMPLES,
    reason: "disk_full",
  });
  assert.equal(steps.state.capture.position, 21 * FRAME_SAMPLES);
});

Deno.test("[CO5, TR2] after a full disk no sound is shifted, wherever the write broke off", () => {
  fc.assert(fc.property(fc.nat(6_400), fc.nat(100), (kept, missed) => {
    const steps = new Steps();
    steps.hello();
    steps.capture();
    steps.frames(0, 20);
    const words = "Cannot write the recording: the disk is full";
    steps.on({ type: "recording_failed", code: "disk_full", words, position: kept });
    steps.capture();
    steps.frames(20 + missed, 21 + missed);
    assert.equal(steps.state.capture.position, (21 + missed) * FRAME_SAMPLES);
  }));
});

Deno.test("[CO1, CO5] a page that outlived the service goes on with its own numbering", () => {
  const steps = new Steps({
    position: 49_000,
    lastFrameWallMs: 1_000_000,
    epochs: [{ id: "e1", startSample: 1_000 }],
  });
  steps.later(9_000);
  steps.hello();
  assert.equal(ofType(steps.capture("e1"), "save_gap").length, 0);
  const gap = ofType(steps.frames(650, 651), "save_gap")[0];
  assert.deepEqual(gap, {
    type: "save_gap",
    atSample: 49_000,
    samples: 1_000 + 650 * FRAME_SAMPLES - 49_000,
    reason: "crash",
  });
  assert.equal(steps.state.capture.position, 1_000 + 651 * FRAME_SAMPLES);
});

/** A page records 50 frames; another stands in for it a second later, and records 50 of its own. */
function stoodIn(): Steps {
  const steps = new Steps();
  steps.hello("first", "tab-1");
  steps.say(captureMessage("e1"), "first");
  steps.frames(0, 50, "first");
  steps.on({ type: "disconnected", link: "first" });
  steps.later(1_000);
  steps.hello("second", "tab-2");
  steps.say(captureMessage("e2"), "second");
  steps.frames(0, 50, "second");
  return steps;
}

Deno.test("[CO5, SP8] a page that comes back after another has stood in goes on by its own numbers, and nothing is heard twice", () => {
  const steps = stoodIn();
  steps.on({ type: "disconnected", link: "second" });
  steps.hello("back", "tab-1");
  const effects = [
    ...steps.say(captureMessage("e1"), "back"),
    // The second that it could not send, while the other page recorded it, and what is new.
    ...steps.frames(100, 160, "back"),
  ];
  assert.deepEqual(ofType(effects, "save_gap"), []);
  assert.equal(ofType(effects, "record_audio").length, 10);
  assert.equal(steps.state.capture.position, 160 * FRAME_SAMPLES);
  assert.equal(steps.state.capture.frames.late, 50);
  steps.on({ type: "disconnected", link: "back" });
  steps.hello("third", "tab-2");
  steps.say(captureMessage("e2"), "third");
  steps.frames(70, 80, "third");
  assert.equal(steps.state.capture.position, 180 * FRAME_SAMPLES, "and so does the other");
});

Deno.test("[CO1, CO5] after a restart too each page goes on by its own numbers, until the recording was sealed", () => {
  const at = (pageEpoch: string, startSample: number, endReason: Capture["endReason"]) => ({
    pageEpoch,
    startSample: samples(startSample),
    endReason,
  });
  const sealed = [at("e0", 0, "stopped")];
  assert.deepEqual(captureEpochs(sealed), []);
  const epochs = captureEpochs([
    ...sealed,
    at("e1", 320, "disconnected"),
    at("e2", 640, "disconnected"),
    at("e1", 960, null),
  ]);
  assert.deepEqual(epochs, [{ id: "e2", startSample: 640 }, { id: "e1", startSample: 320 }]);
  const steps = new Steps({ position: 6_400, lastFrameWallMs: 1_000_000, epochs });
  steps.hello();
  steps.capture("e2");
  assert.deepEqual(ofType(steps.frames(18, 19), "save_gap"), []);
  assert.equal(steps.state.capture.position, 640 + 19 * FRAME_SAMPLES);
});

Deno.test("[TR1] a page that loses its microphone says so in words on every page", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture();
  const effects = steps.say({ type: "capture_stopped", reason: "unplugged" });
  assert.match(JSON.stringify(messagesTo(effects, "page")), /unplugged/);
});

Deno.test("[CO5, TR2] whatever is lost, doubled or reordered, position follows the page's clock", () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(fc.property(arrivals, (sequences) => {
    const steps = new Steps();
    steps.hello();
    steps.capture();
    let highest = -1;
    let written = 0;
    for (const sequence of sequences) {
      const effects = steps.frames(sequence, sequence + 1);
      for (const { pcm } of ofType(effects, "record_audio")) written += pcm.length;
      for (const { samples } of ofType(effects, "record_silence")) written += samples;
      highest = Math.max(highest, sequence);
      assert.equal(steps.state.capture.position, (highest + 1) * FRAME_SAMPLES);
      assert.equal(written, steps.state.capture.position);
    }
  }));
});

Deno.test("[CO5, SE4] silence that a full disk refused is still missing when the recording goes on", () => {
  const steps = new Steps();
  steps.hello();
  steps.capture("e1");
  steps.frames(0, 50);
  steps.on({ type: "disconnected", link: "page" });
  steps.later(2_000);
  steps.hello("reloaded", "tab-page");
  steps.say(captureMessage("e2"), "reloaded");
  const words = "Cannot write the recording: the disk is full";
  steps.on({ type: "recording_failed", code: "disk_full", words, position: SAMPLE_RATE_HZ });
  steps.on({ type: "disconnected", link: "reloaded" });
  steps.later(1_000);
  steps.hello("again", "tab-page");
  const gap = ofType(steps.say(captureMessage("e3"), "again"), "save_gap")[0];
  assert.deepEqual(gap, {
    type: "save_gap",
    atSample: SAMPLE_RATE_HZ,
    samples: 3 * SAMPLE_RATE_HZ,
    reason: "disk_full",
  });
});

function captureMessage(epoch: string) {
  return {
    type: "capture" as const,
    epoch,
    input_label: "",
    output_label: "",
    platform: "test",
    constraints: { echo_cancellation: true, noise_suppression: false, auto_gain_control: false },
    local_voice: false,
    pace: "live" as const,
  };
}

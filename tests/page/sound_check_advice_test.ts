import assert from "node:assert/strict";
import { findingWords, soundCheckAdvice } from "@/lib/consultation/sound_check_advice.ts";
import type { SoundCheckReport } from "@/lib/protocol/sound_check.ts";

const FLOOR = 0.02;
const GOOD: SoundCheckReport = {
  noise_floor_rms: 0.002,
  quiet_peak: 0.004,
  speech_peak: 0.12,
  loopback_peak: 0.05,
  clipped_share: 0,
  input_label: "Desk microphone",
  output_label: "Speakers",
};

const advice = (change: Partial<SoundCheckReport>) =>
  soundCheckAdvice({ ...GOOD, ...change }, FLOOR);

Deno.test("[TR6] a good room gets no advice", () => {
  assert.deepEqual(advice({}), []);
});

Deno.test("[TR6] too loud, too quiet, clipped, no playback, noisy and silent are each found", () => {
  assert.deepEqual(advice({ speech_peak: 0.6 }), ["too_loud"]);
  assert.deepEqual(advice({ clipped_share: 0.001 }), ["clipped"]);
  assert.deepEqual(advice({ speech_peak: 0.6, clipped_share: 0.01 }), ["clipped"]);
  assert.deepEqual(advice({ speech_peak: 0.01 }), ["too_quiet"]);
  assert.deepEqual(advice({ noise_floor_rms: 0.015, speech_peak: 0.05 }), ["too_quiet"]);
  assert.deepEqual(advice({ loopback_peak: 0.0035 }), ["no_playback"]);
  assert.deepEqual(advice({ noise_floor_rms: 0.02, loopback_peak: 0.1 }), ["noisy"]);
  assert.deepEqual(advice({ speech_peak: 0.0001, loopback_peak: 0 }), ["silent"]);
});

Deno.test("[TR6] advice tells what to do", () => {
  assert.match(findingWords("too_quiet"), /nearer/);
  assert.match(findingWords("no_playback"), /loudspeaker up/);
});

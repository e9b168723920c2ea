import assert from "node:assert/strict";
import { bargeInAdvice } from "@/lib/consultation/barge_in_advice.ts";
import { heardAlba } from "@/lib/consultation/sound_check_advice.ts";

const THRESHOLD = 0.02;

const advice = (peak: number, isOn: boolean, { gate = true, isHeard = true } = {}) =>
  bargeInAdvice({ peak, isHeard }, {
    AUTO_MODE_ENABLED: gate,
    BARGE_IN_ENABLED: isOn,
    BARGE_IN_RMS_THRESHOLD: THRESHOLD,
  });

Deno.test("[DW4, EN1] without auto mode the sound check says nothing of barge-in", () => {
  assert.equal(advice(0.3, true, { gate: false }), null);
});

Deno.test("[DW4] a loudspeaker that reaches the threshold would be heard as speech: leave it off, or it is in the way", () => {
  for (const peak of [THRESHOLD, 0.3]) {
    const off = advice(peak, false);
    assert.match(off?.words ?? "", /would hear Alba herself .*: leave it off\.$/);
    assert.equal(off?.attention, false, "off, it does no harm");
    const on = advice(peak, true);
    assert.match(on?.words ?? "", /cut herself off/);
    assert.equal(on?.attention, true);
  }
  assert.match(advice(0.3, false)?.words ?? "", /\(0\.300 against 0\.020\)/);
});

Deno.test("[DW4] one that stays below it leaves room for barge-in", () => {
  const off = advice(THRESHOLD * 0.99, false);
  assert.match(off?.words ?? "", /may be switched on/);
  assert.equal(off?.attention, false);
  assert.match(advice(0.01, true)?.words ?? "", /only people are heard/);
});

Deno.test("[DW4] a loudspeaker that nobody heard has calibrated nothing", () => {
  assert.equal(heardAlba(["noisy"]), true);
  for (const finding of ["no_playback", "silent"]) {
    const isHeard = heardAlba(["noisy", finding]);
    assert.match(advice(0.001, false, { isHeard })?.words ?? "", /cannot tell/);
    assert.equal(advice(0.001, true, { isHeard })?.attention, true);
  }
});

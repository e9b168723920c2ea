import assert from "node:assert/strict";
import { NO_SOUND, withFrame } from "@/lib/page/measured_sound.ts";

Deno.test("[TR6] mean, peak and clipped share are those of all frames together", () => {
  const quiet = { rms: 0.1, pcm: new Int16Array(320) };
  const loud = { rms: 0.5, pcm: new Int16Array(320).fill(32_767, 0, 32) };
  const sound = [quiet, quiet, quiet, loud].reduce(withFrame, NO_SOUND);
  assert.equal(sound.frames, 4);
  assert.ok(Math.abs(sound.meanRms - 0.2) < 1e-9);
  assert.equal(sound.peakRms, 0.5);
  assert.ok(Math.abs(sound.clippedShare - 32 / 1280) < 1e-9);
});

Deno.test("[TR6] full scale clips in both directions", () => {
  const pcm = Int16Array.of(-32_768, -32_767, 32_767, 0);
  assert.equal(withFrame(NO_SOUND, { rms: 1, pcm }).clippedShare, 0.75);
});

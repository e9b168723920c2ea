import assert from "node:assert/strict";
import { NO_QUIET, type Quiet, quietStep } from "@/lib/page/quiet_tracker.ts";

const FLOOR = 0.02;

function after(quiet: Quiet, frames: number, rms: number, albaSpeaking = false): Quiet {
  let state = quiet;
  for (let frame = 0; frame < frames; frame++) state = quietStep(state, rms, FLOOR, albaSpeaking);
  return state;
}

Deno.test("[SK3] quiet is counted in audio: fifty frames below the floor are one second", () => {
  assert.equal(after(NO_QUIET, 50, 0.001).quietMs, 1000);
});

Deno.test("[SK3] speech at the floor ends quiet, one click does not", () => {
  const quiet = after(NO_QUIET, 100, 0.001);
  assert.equal(after(quiet, 5, FLOOR).quietMs, 0);
  const clicked = after(after(quiet, 1, 0.03), 4, 0.001);
  assert.equal(clicked.quietMs, 2100);
});

Deno.test("[SK3] while Alba plays nothing counts as quiet, and quiet starts anew after it", () => {
  const quiet = after(after(NO_QUIET, 100, 0.001), 1, 0.001, true);
  assert.equal(quiet.quietMs, 0);
  assert.equal(after(quiet, 5, 0.001).quietMs, 100);
});

Deno.test("[SK3] no level is quiet before the service has named its floor", () => {
  assert.equal(quietStep(after(NO_QUIET, 4, 0), 0, 0, false).quietMs, 0);
});

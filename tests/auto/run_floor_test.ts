import assert from "node:assert/strict";
import fc from "fast-check";
import { runFloor } from "@/lib/auto/run_floor.ts";

const LIMITS = { margin: 3, min: 0.02, max: 0.08 };

Deno.test("[TT10] incident 488 G2: the floor is the room's noise times the margin, within its limits", () => {
  const floors = [0.0031, 0.0085, 0.05].map((noiseFloorRms) => {
    const { clamped, floor } = runFloor({ noiseFloorRms, checkedWallMs: 0 }, 0, LIMITS);
    return [Number(floor.toFixed(4)), clamped];
  });
  assert.deepEqual(floors, [[0.02, true], [0.0255, false], [0.08, true]]);
});

Deno.test("[TT10] without a sound check it is the least, and the record says why", () => {
  assert.deepEqual(runFloor(null, 5_000, LIMITS), {
    floor: 0.02,
    noiseFloorRms: null,
    margin: 3,
    source: "no_sound_check",
    clamped: false,
    soundCheckAgeS: null,
  });
});

Deno.test("[TT10, EN4] a sound check of any age serves, and its age is told", () => {
  const old = runFloor({ noiseFloorRms: 0.01, checkedWallMs: 1_000 }, 90_001_000, LIMITS);
  assert.equal(old.soundCheckAgeS, 90_000);
  assert.ok(Math.abs(old.floor - 0.03) < 1e-9);
  const setBack = runFloor({ noiseFloorRms: 0.01, checkedWallMs: 9_000 }, 1_000, LIMITS);
  assert.equal(setBack.soundCheckAgeS, 0);
});

Deno.test("[TT10] no room makes a floor outside its limits", () => {
  const level = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(level, (noiseFloorRms) => {
    const { floor } = runFloor({ noiseFloorRms, checkedWallMs: 0 }, 0, LIMITS);
    assert.ok(floor >= LIMITS.min && floor <= LIMITS.max);
  }));
});

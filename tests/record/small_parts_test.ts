import assert from "node:assert/strict";
import fc from "fast-check";
import { samples } from "@/lib/audio/units.ts";
import { manualClock } from "@/lib/clock.ts";
import { crashGap } from "@/lib/record/crash_gap.ts";
import { idColumn, idSource } from "@/lib/record/ids.ts";
import { TEST_START_MS } from "@/tests/record/record_for_test.ts";

Deno.test("[CO5] the gap after a crash is the time away, less what was recorded after the checkpoint", () => {
  const checkpoint = { checkpointSample: samples(160_000), checkpointWallMs: TEST_START_MS };
  assert.equal(crashGap(checkpoint, samples(160_000), TEST_START_MS + 30_000), 480_000);
  assert.equal(crashGap(checkpoint, samples(172_000), TEST_START_MS + 30_000), 468_000);
  assert.equal(crashGap(checkpoint, samples(160_000), TEST_START_MS - 5), 0, "clock set back");
  // A power cut may leave less audio than the checkpoint knew of: that is silence too.
  assert.equal(crashGap(checkpoint, samples(144_000), TEST_START_MS + 1_000), 32_000);
});

Deno.test("[CO3] ids sort in the order of making, also within a millisecond and after the clock went back", () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
    fc.constantFrom(0, 255),
    (steps, byte) => {
      let nowMs = TEST_START_MS;
      const clock = { ...manualClock(), wallMs: () => nowMs };
      const next = idSource(clock, (bytes) => new Uint8Array(bytes).fill(byte));
      const made = steps.map((step) => {
        nowMs += step === 3 ? -5 : step;
        return idColumn.parse(next());
      });
      assert.deepEqual(made, [...made].sort());
      assert.equal(new Set(made).size, made.length);
    },
  ));
});

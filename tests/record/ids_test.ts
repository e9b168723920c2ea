import assert from "node:assert/strict";
import fc from "fast-check";
import { manualClock } from "@/lib/clock.ts";
import { idColumn, idSource } from "@/lib/record/ids.ts";
import { TEST_START_MS } from "@/tests/record/record_for_test.ts";

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

import assert from "node:assert/strict";
import fc from "fast-check";
import { frameNumbers } from "@/lib/page/frame_numbers.ts";

const START_MS = 1_700_000_000_000;

/** Numbers for stamps given in milliseconds after the first frame. */
function numbersAt(...offsetsMs: readonly number[]): number[] {
  const numbers = frameNumbers();
  return offsetsMs.map((offset) => numbers.next(START_MS + offset));
}

/** A whole stretch of frames, 20 ms apart. */
const steady = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => fromMs + index * 20);

Deno.test("[TR1] whole sound is numbered 0, 1, 2 …", () => {
  assert.deepEqual(numbersAt(...steady(0, 5)), [0, 1, 2, 3, 4]);
});

Deno.test("[CO5] after a stop the number jumps by the time that went by", () => {
  const numbers = numbersAt(...steady(0, 10), 180 + 30_000);
  assert.equal(numbers.at(-1), 9 + 30_000 / 20);
});

Deno.test("[CO5] a burst after a busy moment is not a hole", () => {
  const burst = Array.from({ length: 40 }, () => 1000 + 800);
  const numbers = numbersAt(...steady(0, 50), ...burst, ...steady(1820, 50));
  assert.deepEqual(numbers, Array.from({ length: 140 }, (_, index) => index));
});

Deno.test("[CO5] sound lost in small pieces is made up for, so nothing shifts for good", () => {
  const numbers = frameNumbers();
  let stampMs = START_MS;
  let last = 0;
  for (let frame = 0; frame < 3000; frame++) {
    stampMs += frame % 10 === 0 ? 60 : 20;
    last = numbers.next(stampMs);
  }
  const dueFrame = (stampMs - START_MS) / 20;
  assert.ok(Math.abs(last - dueFrame) <= 1500 / 20, `frame ${last} at ${dueFrame}`);
});

Deno.test("[CO5] two hours of a sound card's ordinary drift make no hole", () => {
  const numbers = frameNumbers();
  const count = 2 * 3600 * 50;
  for (let frame = 0; frame < count; frame++) {
    assert.equal(numbers.next(START_MS + frame * 20 * 1.0002), frame);
  }
});

Deno.test("[CO5] numbers only ever rise, whatever the clock does", () => {
  const steps = fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 200 });
  fc.assert(fc.property(steps, (stepsMs) => {
    const numbers = frameNumbers();
    let stampMs = START_MS;
    let last = -1;
    for (const step of stepsMs) {
      stampMs += step;
      const number = numbers.next(stampMs);
      assert.ok(number > last);
      assert.ok(number - last <= 2 + stepsMs.length * 5000 / 20);
      last = number;
    }
  }));
});

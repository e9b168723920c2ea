import assert from "node:assert/strict";
import fc from "fast-check";
import { NewestSound } from "@/lib/audio/newest_sound.ts";
import { samples } from "@/lib/audio/units.ts";

Deno.test("[TT14] the newest sound is the end of the whole stream, muted pieces as zeros", () => {
  const piece = fc.record({
    length: fc.nat(25),
    muted: fc.boolean(),
  });
  fc.assert(fc.property(fc.integer({ min: 1, max: 12 }), fc.array(piece), (length, pieces) => {
    const newest = new NewestSound(samples(length));
    const whole: number[] = [];
    for (const { length: count, muted } of pieces) {
      const pcm = Int16Array.from({ length: count }, (_, at) => whole.length + at + 1);
      newest.write(pcm, muted);
      whole.push(...(muted ? pcm.map(() => 0) : pcm));
      assert.deepEqual([...newest.read()], whole.slice(-length));
    }
  }));
});

Deno.test("[TT14] what was read stays as it was when more is heard", () => {
  const newest = new NewestSound(samples(2));
  newest.write(Int16Array.of(1, 2), false);
  const read = newest.read();
  newest.write(Int16Array.of(3), false);
  assert.deepEqual([...read], [1, 2]);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { samples } from "@/lib/audio/units.ts";
import { PcmWindow } from "@/lib/engines/transcriber/pcm_window.ts";

Deno.test("[TR5] muted audio is zeros before any engine sees it", () => {
  const window = new PcmWindow(samples(100));
  window.append(Int16Array.of(1, 2, 3), false);
  window.append(Int16Array.of(4, 5, 6), true);
  window.append(Int16Array.of(7), false);
  assert.deepEqual([...window.slice(samples(100), samples(107))], [1, 2, 3, 0, 0, 0, 7]);
});

Deno.test("[TR4] audio that has not been forgotten is there to be fed again, sample for sample", () => {
  const chunks = fc.array(fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 40 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(fc.property(chunks, fc.nat(800), fc.nat(800), (parts, one, other) => {
    const window = new PcmWindow(samples(0));
    const all = parts.flat();
    for (const part of parts) window.append(Int16Array.from(part), false);
    const [forgotten, start] = [Math.min(one, other, all.length), Math.min(other, all.length)];
    window.forget(samples(forgotten));
    const from = Math.max(forgotten, start);
    assert.deepEqual([...window.slice(samples(from), samples(all.length))], all.slice(from));
    assert.ok(window.length <= all.length - forgotten + 40);
  }));
});

Deno.test("[TR4] audio that is not kept cannot be asked for", () => {
  const window = new PcmWindow(samples(0));
  for (let chunk = 0; chunk < 10; chunk++) window.append(new Int16Array(10), false);
  window.forget(samples(50));
  assert.throws(() => window.slice(samples(40), samples(60)), RangeError);
  assert.throws(() => window.slice(samples(60), samples(101)), RangeError);
});

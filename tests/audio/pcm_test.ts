import assert from "node:assert/strict";
import fc from "fast-check";
import { pcmFromBytes, pcmToBytes, peak, rms } from "@/lib/audio/pcm.ts";

Deno.test("[TR1] PCM16 is read as little-endian at any alignment, and back to the same bytes", () => {
  fc.assert(fc.property(
    fc.int16Array({ maxLength: 400 }),
    fc.nat({ max: 5 }),
    (pcm, shift) => {
      const bytes = new Uint8Array(shift + pcm.byteLength);
      const view = new DataView(bytes.buffer);
      pcm.forEach((sample, index) => view.setInt16(shift + 2 * index, sample, true));
      const read = pcmFromBytes(bytes.subarray(shift));
      assert.deepEqual(read, pcm);
      assert.deepEqual(pcmToBytes(read), bytes.subarray(shift));
    },
  ));
  assert.throws(() => pcmFromBytes(new Uint8Array(641)), /641 bytes.*not whole samples/);
});

Deno.test("[TR6] levels are a share of full scale", () => {
  assert.equal(rms(new Int16Array()), 0);
  assert.equal(peak(new Int16Array()), 0);
  assert.equal(rms(Int16Array.of(16384, -16384, 16384, -16384)), 0.5);
  assert.equal(peak(Int16Array.of(100, -32768, 5)), 1);
  const sine = Int16Array.from({ length: 16_000 }, (_, n) => 32767 * Math.sin(n / 16 * Math.PI));
  assert.ok(Math.abs(rms(sine) - Math.SQRT1_2) < 1e-3);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { pcmFromBytes, pcmToBytes } from "@/lib/audio/pcm.ts";

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

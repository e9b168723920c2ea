import assert from "node:assert/strict";
import fc from "fast-check";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { FRAME_BYTES } from "@/lib/protocol/shared.ts";

Deno.test("[TR1] a frame is its little-endian number and its samples, bit for bit", () => {
  const sample = fc.integer({ min: -32_768, max: 32_767 });
  const pcms = fc.array(sample, { minLength: FRAME_SAMPLES, maxLength: FRAME_SAMPLES });
  fc.assert(fc.property(fc.nat({ max: 2 ** 32 - 1 }), pcms, (number, samples) => {
    const bytes = encodeFrame(number, Int16Array.from(samples));
    assert.equal(bytes.byteLength, FRAME_BYTES);
    const view = new DataView(bytes);
    assert.equal(view.getUint32(0, true), number);
    const back = samples.map((_, index) => view.getInt16(4 + index * 2, true));
    assert.deepEqual(back, samples);
  }));
});

Deno.test("[TR1] a frame of another length is refused, because it would shift what follows", () => {
  assert.throws(() => encodeFrame(0, new Int16Array(FRAME_SAMPLES - 1)), RangeError);
});

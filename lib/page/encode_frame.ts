import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { FRAME_BYTES, FRAME_HEADER_BYTES } from "@/lib/protocol/shared.ts";

/**
 * One capture frame as it goes over the socket: 4-byte little-endian number, then PCM16.
 * Throws `RangeError` on any other frame length, which would shift everything after it.
 */
export function encodeFrame(number: number, pcm: Int16Array): ArrayBuffer {
  if (pcm.length !== FRAME_SAMPLES) {
    throw new RangeError(`Cannot send frame "${number}": ${pcm.length} samples`);
  }
  const bytes = new ArrayBuffer(FRAME_BYTES);
  const view = new DataView(bytes);
  view.setUint32(0, number, true);
  for (let i = 0; i < pcm.length; i++) {
    view.setInt16(FRAME_HEADER_BYTES + i * 2, pcm[i] ?? 0, true);
  }
  return bytes;
}

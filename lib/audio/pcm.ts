/** PCM16 is little-endian on the wire and in WAV, and so are the machines Alba runs on. */
export const BYTES_PER_SAMPLE = 2;

/**
 * The samples in `bytes`, as a view where the alignment allows and as a copy otherwise. Throws
 * `RangeError` on an odd number of bytes, which is half a sample.
 */
export function pcmFromBytes(bytes: Uint8Array): Int16Array {
  if (bytes.byteLength % BYTES_PER_SAMPLE !== 0) {
    throw new RangeError(`Cannot read PCM16 "${bytes.byteLength} bytes": not whole samples`);
  }
  const aligned = bytes.byteOffset % BYTES_PER_SAMPLE === 0 ? bytes : bytes.slice();
  return new Int16Array(
    aligned.buffer,
    aligned.byteOffset,
    aligned.byteLength / BYTES_PER_SAMPLE,
  );
}

/** The bytes of `pcm`, as a view. */
export function pcmToBytes(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** PCM16 is little-endian on the wire and in WAV, and so are the machines Alba runs on. */
export const BYTES_PER_SAMPLE = 2;

/** Full scale of PCM16; levels are given as a share of it. */
const FULL_SCALE = 32_768;

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

/** Root mean square as a share of full scale, 0 to 1; 0 for no samples. */
export function rms(pcm: Int16Array): number {
  if (pcm.length === 0) return 0;
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return Math.sqrt(sum / pcm.length) / FULL_SCALE;
}

/** Largest absolute sample as a share of full scale, 0 to 1; 0 for no samples. */
export function peak(pcm: Int16Array): number {
  let largest = 0;
  for (const sample of pcm) largest = Math.max(largest, Math.abs(sample));
  return largest / FULL_SCALE;
}

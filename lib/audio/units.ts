/** Whisper, the worklet and the record all use this rate; nothing in Alba resamples on the server. */
export const SAMPLE_RATE_HZ = 16_000;

/** One capture frame is 20 ms: small enough for an even level meter, 50 messages a second. */
export const FRAME_SAMPLES = 320;

declare const samplesBrand: unique symbol;
declare const msBrand: unique symbol;

/** A position or length in audio samples at 16 kHz, counted from the recording's first sample. */
export type Samples = number & { readonly [samplesBrand]: true };

/** A time or length in milliseconds. */
export type Ms = number & { readonly [msBrand]: true };

/** Marks a whole, non-negative number as samples; throws `RangeError` on anything else. */
export function samples(count: number): Samples {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`Cannot count samples "${count}": not a whole number ≥ 0`);
  }
  return count as Samples;
}

/** Audio length in milliseconds (may have a fraction). */
export function samplesToMs(count: Samples | number): Ms {
  return (count * 1000 / SAMPLE_RATE_HZ) as Ms;
}

/** Nearest whole sample to a time in milliseconds ≥ 0. */
export function msToSamples(ms: number): Samples {
  return samples(Math.round(ms * SAMPLE_RATE_HZ / 1000));
}

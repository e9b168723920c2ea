/** Zero crossings of the filter on each side: 16 keep what is left of aliases below 16-bit noise. */
const ZERO_CROSSINGS = 16;

/** The filter passes this share of the lower of the two Nyquist frequencies; the rest rolls off. */
const PASS_BAND = 0.92;

const LARGEST = 32_767;
const SMALLEST = -32_768;

/**
 * The same sound at another rate, by a Hann-windowed sinc (Smith, "Digital Audio Resampling"):
 * each output sample is the band-limited input read at its own moment. The length is rounded down
 * to whole output samples. Used for files only, so it is plain rather than fast.
 */
export function resample(pcm: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return pcm;
  const cutoff = PASS_BAND * Math.min(1, toHz / fromHz);
  const reach = ZERO_CROSSINGS / cutoff;
  const out = new Int16Array(Math.floor(pcm.length * toHz / fromHz));
  for (let index = 0; index < out.length; index++) {
    const centre = index * fromHz / toHz;
    const first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(pcm.length - 1, Math.floor(centre + reach));
    let sum = 0;
    for (let at = first; at <= last; at++) {
      const offset = at - centre;
      const window = 0.5 + 0.5 * Math.cos(Math.PI * offset / reach);
      sum += (pcm[at] ?? 0) * cutoff * sinc(cutoff * offset) * window;
    }
    out[index] = Math.max(SMALLEST, Math.min(LARGEST, Math.round(sum)));
  }
  return out;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

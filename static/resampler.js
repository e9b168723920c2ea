// @ts-check

/** Steps of the kernel's table per input sample; between them it is taken to be straight. */
const TABLE_STEPS = 256;

/** Zero crossings of the interpolating sinc on each side: −60 dB of images is enough for speech. */
const CROSSINGS = 16;

/**
 * Turns a stream of samples at one rate into another by windowed-sinc interpolation, low-passed
 * below the lower of the two half rates so that nothing folds back into speech.
 */
export class Resampler {
  /**
   * @param {number} fromHz rate of the samples that are pushed
   * @param {number} toHz rate of the samples that come out
   */
  constructor(fromHz, toHz) {
    this.step = fromHz / toHz;
    // 0.94 leaves room for the filter's slope below the half rate.
    this.cutoff = Math.min(1, toHz / fromHz) * 0.94;
    this.reach = Math.ceil(CROSSINGS / this.cutoff);
    // Two sines for each of a million and a half taps a second are too much for an audio thread.
    this.table = Float32Array.from(
      { length: (this.reach + 1) * TABLE_STEPS + 1 },
      (_, step) => this.kernel(step / TABLE_STEPS),
    );
    /** @type {Float32Array} samples still needed, beginning with silence before the first one */
    this.kept = new Float32Array(this.reach);
    /** Place of the next output sample, counted in `kept`. */
    this.at = this.reach;
  }

  /**
   * Takes the next samples and gives those that can be made so far.
   * @param {Float32Array} samples
   * @returns {Float32Array}
   */
  push(samples) {
    const all = new Float32Array(this.kept.length + samples.length);
    all.set(this.kept);
    all.set(samples, this.kept.length);
    const count = Math.max(0, Math.ceil((all.length - this.reach - this.at) / this.step));
    const out = new Float32Array(count);
    for (let i = 0; i < count; i++) out[i] = this.sampleAt(all, this.at + i * this.step);
    const next = this.at + count * this.step;
    const drop = Math.max(0, Math.floor(next) - this.reach);
    this.kept = all.slice(drop);
    this.at = next - drop;
    return out;
  }

  /**
   * @param {Float32Array} samples
   * @param {number} place
   */
  sampleAt(samples, place) {
    const first = Math.max(0, Math.ceil(place - this.reach));
    const last = Math.min(samples.length - 1, Math.floor(place + this.reach));
    let sum = 0;
    for (let i = first; i <= last; i++) {
      const at = Math.abs(i - place) * TABLE_STEPS;
      const step = Math.floor(at);
      const below = this.table[step] ?? 0;
      const above = this.table[step + 1] ?? 0;
      sum += (samples[i] ?? 0) * (below + (above - below) * (at - step));
    }
    return sum;
  }

  /** @param {number} offset distance in samples of the input, 0 or more */
  kernel(offset) {
    const x = offset * this.cutoff;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    const hann = 0.5 + 0.5 * Math.cos(Math.PI * offset / (this.reach + 1));
    return this.cutoff * sinc * hann;
  }
}

import type { Samples } from "@/lib/audio/units.ts";

/** The newest stretch of a stream, in memory: what is older than its length is overwritten. */
export class NewestSound {
  readonly #ring: Int16Array;
  #written = 0;

  constructor(length: Samples) {
    this.#ring = new Int16Array(length);
  }

  /** The stream's next samples, in order; with `muted` they count as zeros. */
  write(pcm: Int16Array, muted: boolean): void {
    const { length } = this.#ring;
    const kept = pcm.subarray(Math.max(0, pcm.length - length));
    const at = (this.#written + pcm.length - kept.length) % length;
    const first = kept.subarray(0, length - at);
    this.#put(first, at, muted);
    this.#put(kept.subarray(first.length), 0, muted);
    this.#written += pcm.length;
  }

  /** A copy, oldest first; shorter than the whole length while there is no more yet. */
  read(): Int16Array {
    const { length } = this.#ring;
    if (this.#written < length) return this.#ring.slice(0, this.#written);
    const start = this.#written % length;
    const copy = new Int16Array(length);
    copy.set(this.#ring.subarray(start));
    copy.set(this.#ring.subarray(0, start), length - start);
    return copy;
  }

  #put(pcm: Int16Array, at: number, muted: boolean): void {
    if (muted) this.#ring.fill(0, at, at + pcm.length);
    else this.#ring.set(pcm, at);
  }
}

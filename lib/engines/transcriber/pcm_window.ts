import { type Samples, samples } from "@/lib/audio/units.ts";

/** The stretch of a recording that may still be decoded: grows at the end, is forgotten in front. */
export class PcmWindow {
  #chunks: { readonly start: number; readonly pcm: Int16Array }[] = [];
  #end: number;

  constructor(startAt: Samples) {
    this.#end = startAt;
  }

  /** Samples kept now; what memory is spent on. */
  get length(): number {
    return this.#end - (this.#chunks[0]?.start ?? this.#end);
  }

  /** Takes a copy: the caller may reuse its array. `muted` audio is kept as zeros (TR5). */
  append(pcm: Int16Array, muted: boolean): void {
    if (pcm.length === 0) return;
    this.#chunks.push({ start: this.#end, pcm: muted ? new Int16Array(pcm.length) : pcm.slice() });
    this.#end += pcm.length;
  }

  /** A copy of `[start, end)`; throws `RangeError` where part of it is not kept. */
  slice(start: Samples, end: Samples): Int16Array {
    const first = this.#chunks[0]?.start ?? this.#end;
    if (start < first || end > this.#end || end < start) {
      throw new RangeError(
        `Cannot take samples "${start} to ${end}": ${first} to ${this.#end} kept`,
      );
    }
    const taken = new Int16Array(end - start);
    for (const { start: at, pcm } of this.#chunks) {
      const from = Math.max(start, at);
      const to = Math.min(end, at + pcm.length);
      if (from < to) taken.set(pcm.subarray(from - at, to - at), from - start);
    }
    return taken;
  }

  /** Drops whole chunks that lie before `position`. */
  forget(before: Samples): void {
    const kept = this.#chunks.findIndex((chunk) => chunk.start + chunk.pcm.length > before);
    this.#chunks.splice(0, kept < 0 ? this.#chunks.length : kept);
  }

  get end(): Samples {
    return samples(this.#end);
  }
}

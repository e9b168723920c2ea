import { type Samples, samples } from "@/lib/audio/units.ts";

/** A half-open stretch of the recording, `start` included and `end` not. */
export interface Span {
  readonly start: Samples;
  readonly end: Samples;
}

/** How far an exclusion reaches beyond what was measured (output latency, reverberation). */
export interface SpanMargins {
  readonly lead: Samples;
  readonly tail: Samples;
}

/** Widens each span by the margins, drops empty ones, sorts, and joins what meets or overlaps. */
export function exclusionSpans(spans: readonly Span[], margins: SpanMargins): Span[] {
  const widened = spans
    .filter((span) => span.end > span.start)
    .map(({ start, end }) => ({
      start: samples(Math.max(0, start - margins.lead)),
      end: samples(end + margins.tail),
    }))
    .sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const span of widened) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else {merged[merged.length - 1] = {
        start: last.start,
        end: samples(Math.max(last.end, span.end)),
      };}
  }
  return merged;
}

/** Those of the sorted, merged `spans` that share a sample with `window`. */
export function overlapping(spans: readonly Span[], window: Span): Span[] {
  const found: Span[] = [];
  for (let index = firstEndingAfter(spans, window.start); index < spans.length; index++) {
    const span = spans[index];
    if (span === undefined || span.start >= window.end) break;
    if (window.end > window.start) found.push(span);
  }
  return found;
}

/** Whether the sample at `position` is excluded; `spans` are sorted and merged. */
export function isExcluded(spans: readonly Span[], position: Samples): boolean {
  return overlapping(spans, { start: position, end: samples(position + 1) }).length > 0;
}

/**
 * The chunk that begins at `startAt` with zeros inside `spans` (sorted, merged). The given chunk is
 * never changed, because the same memory is on its way to the original recording (TR2).
 */
export function silenced(pcm: Int16Array, startAt: Samples, spans: readonly Span[]): Int16Array {
  const hit = overlapping(spans, { start: startAt, end: samples(startAt + pcm.length) });
  if (hit.length === 0) return pcm;
  const copy = pcm.slice();
  for (const { start, end } of hit) copy.fill(0, Math.max(0, start - startAt), end - startAt);
  return copy;
}

/** Index of the first span whose end lies after `position`, by halving. */
function firstEndingAfter(spans: readonly Span[], position: Samples): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { Span } from "@/lib/audio/spans.ts";

/** Whisper's word times err by about this much on either side. */
const WORD_TIME_ERROR: Samples = msToSamples(200);

/** The shortest "no" lasted 0.19 s; less than this beside other words is a breath or an echo. */
const SHORTEST_UNHEARD: Samples = msToSamples(300);

/** Stretches of `speech` (in order, apart) that no word covers: what the transcript leaves out. */
export function unheardSpeech(speech: readonly Span[], words: readonly Span[]): Span[] {
  const covered = words.map(({ start, end }) => ({
    start: Math.max(0, start - WORD_TIME_ERROR),
    end: end + WORD_TIME_ERROR,
  }));
  let next = 0;
  return speech.flatMap((span) => {
    while (next < covered.length && (covered[next]?.end ?? 0) <= span.start) next++;
    const pieces: Span[] = [];
    let from: number = span.start;
    const leave = (until: number) => {
      if (until - from >= SHORTEST_UNHEARD) {
        pieces.push({ start: samples(from), end: samples(until) });
      }
    };
    for (let at = next; at < covered.length; at++) {
      const word = covered[at];
      if (word === undefined || word.start >= span.end) break;
      leave(Math.min(word.start, span.end));
      from = Math.max(from, word.end);
    }
    leave(span.end);
    return pieces;
  });
}

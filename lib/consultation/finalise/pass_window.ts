import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import { POST_ROLL, PRE_ROLL } from "@/lib/engines/transcriber/policy.ts";
import type { Span } from "@/lib/engines/transcriber/speech_map.ts";

/**
 * Whisper takes 30 s; a window is kept below that because speech is cut where silence is
 * (docs/decisions/speakers.md has the figures).
 */
export const LONGEST_PASS_WINDOW: Samples = msToSamples(20_000);

/** While somebody is live, whose words may have to wait for one such window: half a second's work. */
export const LONGEST_WINDOW_BESIDE_LIVE: Samples = msToSamples(8_000);

/** A longer silence is not read: Whisper invents words in it and its word times slip. */
const LONGEST_SILENCE: Samples = msToSamples(2_000);

/** Speech so long that it must be cut: what was heard this close to the cut is heard again. */
const CUT_HOLDBACK: Samples = msToSamples(2_000);

/** One stretch to be decoded. */
export interface PassWindow extends Span {
  /** Words that begin at or after this are left to the next window. */
  readonly keepUntil: Samples;
}

/**
 * The next window at or after `from`: as much speech as fits into `longest`, cut where the silence before the next
 * phrase is. Null when no speech is left.
 */
export function passWindow(
  speech: readonly Span[],
  from: Samples,
  length: Samples,
  longest: Samples,
): PassWindow | null {
  const left = speech.filter((span) => span.end > from);
  const first = left[0];
  if (first === undefined) return null;
  const begin = Math.max(from, first.start);
  let last = begin;
  let next: number = length;
  for (const span of left) {
    const fits = span.end - begin <= longest;
    const near = last === begin || span.start - last <= LONGEST_SILENCE;
    if (!fits || !near) {
      next = span.start;
      break;
    }
    last = span.end;
  }
  const start = samples(Math.max(from, begin - PRE_ROLL));
  if (last === begin) {
    const end = samples(Math.min(length, begin + longest));
    return { start, end, keepUntil: samples(Math.max(begin, end - CUT_HOLDBACK)) };
  }
  const end = samples(Math.min(length, last + POST_ROLL, Math.max(last, next)));
  return { start, end, keepUntil: end };
}

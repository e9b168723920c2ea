import { type Samples, samples } from "@/lib/audio/units.ts";
import {
  DETECTION_WINDOW,
  SHORTEST_SPEECH,
  SPEECH_OFF_PROBABILITY,
  SPEECH_ON_PROBABILITY,
} from "@/lib/engines/transcriber/policy.ts";

/** Half open: `start` belongs to it, `end` does not. */
export interface Span {
  readonly start: Samples;
  readonly end: Samples;
}

/** Where there is speech, as far as the detector has listened. Spans are in order and apart. */
export interface SpeechMap {
  readonly through: Samples;
  /** Whether the last span is still going on at `through`. */
  readonly speaking: boolean;
  readonly spans: readonly Span[];
}

export function emptySpeechMap(startAt: Samples): SpeechMap {
  return { through: startAt, speaking: false, spans: [] };
}

/**
 * Takes the detector's probabilities for the audio from `map.through` to `end`, one per window of
 * 512 samples (the last may be cut short).
 */
export function withProbabilities(
  map: SpeechMap,
  probabilities: readonly number[],
  end: Samples,
): SpeechMap {
  const spans = [...map.spans];
  let { speaking } = map;
  let at: number = map.through;
  for (const probability of probabilities) {
    const next = Math.min(end, at + DETECTION_WINDOW);
    const voiced = probability >= (speaking ? SPEECH_OFF_PROBABILITY : SPEECH_ON_PROBABILITY);
    const last = spans.at(-1);
    if (voiced && speaking && last !== undefined) {
      spans[spans.length - 1] = { start: last.start, end: samples(next) };
    } else if (voiced) spans.push({ start: samples(at), end: samples(next) });
    else if (speaking && last !== undefined && last.end - last.start < SHORTEST_SPEECH) spans.pop();
    speaking = voiced;
    at = next;
  }
  return { through: end, speaking, spans };
}

/** Forgets what lies before `from`; a span across it keeps its later part. */
export function withoutSpeechBefore(map: SpeechMap, from: Samples): SpeechMap {
  const spans = map.spans
    .filter((span) => span.end > from)
    .map((span) => span.start < from ? { start: from, end: span.end } : span);
  return { ...map, speaking: map.speaking && spans.length > 0, spans };
}

/** Speech with no silence in it that would end it. */
export interface Phrase extends Span {
  /** True once the silence that ends it has been heard. */
  readonly closed: boolean;
}

/** The first phrase in the map, ended by `silence`; null where nobody speaks. */
export function firstPhrase(map: SpeechMap, silence: Samples): Phrase | null {
  const first = map.spans[0];
  if (first === undefined) return null;
  let end = first.end;
  for (const span of map.spans.slice(1)) {
    if (span.start - end >= silence) return { start: first.start, end, closed: true };
    end = span.end;
  }
  const closed = !map.speaking && map.through - end >= silence;
  return { start: first.start, end, closed };
}

/** Start of the first speech at or after `from`, or null. */
export function nextSpeechAfter(map: SpeechMap, from: Samples): Samples | null {
  return map.spans.find((span) => span.start >= from)?.start ?? null;
}

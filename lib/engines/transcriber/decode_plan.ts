import { type Samples, samples } from "@/lib/audio/units.ts";
import { endsSentence } from "@/lib/engines/transcriber/hypothesis.ts";
import * as policy from "@/lib/engines/transcriber/policy.ts";
import { nextSpeechAfter, type Phrase } from "@/lib/engines/transcriber/speech_map.ts";
import type { PendingDecode, StreamState } from "@/lib/engines/transcriber/stream_state.ts";

const SAMPLES_PER_MS = 16;

/** True once a decode of full quality has heard the whole phrase. */
export function isReady({ expectation, speech }: StreamState, phrase: Phrase): boolean {
  const covering = Math.min(phrase.end + policy.COVERING_MARGIN, speech.through);
  return expectation !== null && expectation.quality !== "draft" && expectation.end >= covering;
}

/** True where the decode that is ready ended a sentence, and its window, in this phrase's pause. */
export function isSentenceReady(state: StreamState, phrase: Phrase): boolean {
  const { expectation, committed, speech } = state;
  if (!phrase.closed || expectation === null || !isReady(state, phrase)) return false;
  const next = nextSpeechAfter(speech, phrase.end) ?? speech.through;
  return expectation.end <= next && endsSentence([...committed, ...expectation.words]);
}

/**
 * The decode that this phrase needs now; null while what is known will do. `ended` is true where
 * nothing more will be added to it.
 */
export function nextDecode(
  state: StreamState,
  phrase: Phrase,
  ended: boolean,
): Omit<PendingDecode, "id"> | null {
  const { anchor, speech, expectation, lastDecodeMs } = state;
  const start: Samples = samples(Math.max(anchor, phrase.start - policy.PRE_ROLL));
  const whole = ended ? Math.min(speech.through, phrase.end + policy.POST_ROLL) : speech.through;
  const end = samples(Math.min(whole, start + policy.LONGEST_WINDOW));
  const pausing = !speech.speaking && speech.through - phrase.end >= policy.SPECULATION_SILENCE;
  if (ended || pausing) return isReady(state, phrase) ? null : { start, end, quality: "final" };
  const slow = lastDecodeMs * policy.STEP_PER_DECODE_TIME * SAMPLES_PER_MS;
  const since = Math.max(expectation?.end ?? 0, phrase.start);
  const due = speech.through - since >= Math.max(policy.STEP, slow);
  return due ? { start, end, quality: "draft" } : null;
}

import { type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import { isReady, isSentenceReady, nextDecode } from "@/lib/engines/transcriber/decode_plan.ts";
import { hasDoubtfulFact } from "@/lib/engines/transcriber/doubtful_fact.ts";
import { believed, hasGap, isSuspicious, placed } from "@/lib/engines/transcriber/guards.ts";
import {
  agreedLength,
  type Hypothesis,
  repeatedLength,
  textOf,
} from "@/lib/engines/transcriber/hypothesis.ts";
import * as policy from "@/lib/engines/transcriber/policy.ts";
import {
  firstPhrase,
  nextSpeechAfter,
  type Phrase,
  withoutSpeechBefore,
  withProbabilities,
} from "@/lib/engines/transcriber/speech_map.ts";
import type {
  PendingDecode,
  StreamEffect,
  StreamEvent,
  StreamState,
} from "@/lib/engines/transcriber/stream_state.ts";

export interface StreamStep {
  readonly state: StreamState;
  readonly effects: readonly StreamEffect[];
}

/**
 * The whole of streaming transcription: what to decode when, what to commit, what to disbelieve.
 * Its only clock is the audio, so that a recording fed at any speed gives the same text.
 */
export function stepStream(state: StreamState, event: StreamEvent): StreamStep {
  const stream = new Stream(state);
  stream.take(event);
  stream.settle();
  return { state: stream.state, effects: stream.effects };
}

/** One step under way: a state that is replaced, and the effects so far. */
class Stream {
  state: StreamState;
  readonly effects: StreamEffect[] = [];

  constructor(state: StreamState) {
    this.state = state;
  }

  take(event: StreamEvent): void {
    const { detecting, speech, fed } = this.state;
    switch (event.type) {
      case "fed":
        return this.#feed(event.count, event.muted);
      case "flush":
        return this.#set({ flushTo: fed });
      case "detected":
        if (detecting?.id !== event.id) return;
        return this.#set({
          detecting: null,
          speech: withProbabilities(speech, event.probabilities, detecting.end),
        });
      case "detection_failed":
        if (detecting?.id === event.id) this.#set({ detecting: null });
        return;
      case "decoded": {
        const decoding = this.#answered(event.id);
        if (decoding !== null) this.#hear(decoding, event.hypothesis, event.tookMs);
        return;
      }
      case "decode_failed": {
        const decoding = this.#answered(event.id);
        if (decoding !== null && event.blamed) this.#fail(decoding);
        return;
      }
    }
  }

  /** The decode that this answers; null for one whose audio has been decided in the meantime. */
  #answered(id: number): PendingDecode | null {
    const { decoding, anchor } = this.state;
    if (decoding?.id !== id) return null;
    this.#set({ decoding: null });
    return decoding.start >= anchor ? decoding : null;
  }

  /** Runs decisions until none changes anything, then asks and tells what follows from them. */
  settle(): void {
    while (this.#decide());
    this.#detect();
    this.#report();
  }

  #set(change: Partial<StreamState>): void {
    this.state = { ...this.state, ...change };
  }

  #feed(count: number, muted: boolean): void {
    const { fed, muted: spans, anchor } = this.state;
    const end = samples(fed + count);
    this.#set({ fed: end });
    if (muted && count > 0) {
      const last = spans.at(-1);
      const joined = last?.end === fed;
      const start = joined ? last.start : fed;
      this.#set({ muted: [...(joined ? spans.slice(0, -1) : spans), { start, end }] });
    }
    if (end - anchor > policy.LONGEST_BACKLOG) {
      this.#giveUp(samples(end - policy.LONGEST_BACKLOG / 2));
    }
  }

  #hear(decoding: PendingDecode, hypothesis: Hypothesis, tookMs: number): void {
    this.#set({ failures: 0, lastDecodeMs: tookMs });
    const { quality, start, end } = decoding;
    const { speech, committed, committedThrough, muted, expectation } = this.state;
    const heard = believed(hypothesis, speech.spans);
    const doubtful = isSuspicious(hypothesis) || hasGap(heard, speech.spans);
    if (doubtful && quality === "final") {
      return this.#decode({ start, end, quality: "careful" });
    }
    // A doubtful draft only marks time: the next one, or the phrase's end, says it better.
    const words = doubtful && quality === "draft" ? [] : heard;
    const fresh = words.slice(repeatedLength(committed, words));
    const rest = placed(fresh, committedThrough, end, muted);
    if (end - start >= policy.LONGEST_WINDOW) return this.#force(end, rest);
    const agreed = agreedLength(expectation?.words ?? [], rest);
    this.#commit(rest.slice(0, agreed));
    this.#set({ expectation: { quality, end, words: rest.slice(agreed) } });
    if (agreed > 0 && end - start > policy.COMFORTABLE_WINDOW) {
      this.#moveAnchor(this.state.committedThrough);
    }
  }

  /** The window is as long as it may be: its words are committed, save the last, which were cut. */
  #force(end: Samples, words: readonly HeardWord[]): void {
    const until = samples(end - policy.FORCED_COMMIT_HOLDBACK);
    this.#commit(words.filter((word) => word.end <= until));
    this.#set({ expectation: null });
    const { committedThrough, anchor } = this.state;
    this.#moveAnchor(committedThrough > anchor ? committedThrough : until);
  }

  #fail(decoding: PendingDecode): void {
    const failures = this.state.failures + 1;
    this.#set({ failures });
    if (failures >= policy.MOST_FAILURES) this.#giveUp(decoding.end);
  }

  /** Leaves audio behind that cannot be decoded; what drafts heard of it is better than nothing. */
  #giveUp(through: Samples): void {
    this.#commit(this.#expectedBefore(through));
    const { anchor, speech, committedThrough } = this.state;
    const start = samples(Math.max(anchor, Math.min(committedThrough, through)));
    this.effects.push({ type: "given_up", span: { start, end: through } });
    this.#set({ failures: 0, decoding: null, expectation: null });
    if (speech.through < through) {
      this.#set({ speech: { ...speech, through, speaking: false }, detecting: null });
    }
    this.#moveAnchor(through);
  }

  #expectedBefore(through: Samples): readonly HeardWord[] {
    const words = this.state.expectation?.words ?? [];
    return words.filter((word) => word.end <= through);
  }

  #commit(words: readonly HeardWord[]): void {
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return;
    const text = textOf(words);
    this.effects.push({
      type: "tell",
      event: {
        type: "committed",
        speech: {
          start: first.start,
          end: last.end,
          text,
          words,
          lowConfidence: hasDoubtfulFact(words),
        },
      },
    });
    this.#set({
      committedThrough: last.end,
      committed: [...this.state.committed, ...words],
    });
  }

  #moveAnchor(to: Samples): void {
    const { anchor, speech, muted } = this.state;
    if (to <= anchor) return;
    this.#set({
      anchor: to,
      committed: [],
      speech: withoutSpeechBefore(speech, to),
      // A window that ended just before still drops the words at its edge.
      muted: muted.filter((span) => span.end > to - policy.PRE_ROLL),
    });
    this.effects.push({ type: "forget", before: to });
  }

  /** One decision about the first phrase that is not finished; false when there is none to take. */
  #decide(): boolean {
    const { state } = this;
    const flushing = state.flushTo !== null && state.speech.through >= state.flushTo;
    const phrase = firstPhrase(state.speech, policy.PHRASE_END_SILENCE);
    if (phrase === null) return this.#passSilence(flushing);
    const ended = phrase.closed || flushing;
    const tooShort = phrase.end - phrase.start < policy.SHORTEST_SPEECH;
    if (tooShort) return ended && this.#finish(phrase);
    if (ended && isReady(state, phrase)) return this.#finish(phrase);
    const sentence = firstPhrase(state.speech, policy.SENTENCE_END_SILENCE);
    if (sentence !== null && isSentenceReady(state, sentence)) return this.#finish(sentence);
    const wanted = state.decoding === null ? nextDecode(state, phrase, ended) : null;
    if (wanted !== null) this.#decode(wanted);
    return false;
  }

  #passSilence(flushing: boolean): boolean {
    const { speech, anchor } = this.state;
    const to = flushing ? speech.through : speech.through - policy.PRE_ROLL;
    if (to <= anchor) return false;
    this.#set({ expectation: null });
    this.#moveAnchor(samples(to));
    return true;
  }

  #decode(wanted: Omit<PendingDecode, "id">): void {
    const pending = { ...wanted, id: this.state.nextId };
    this.#set({ nextId: pending.id + 1, decoding: pending });
    this.effects.push({ type: "decode", ...pending });
  }

  /** Commits what the phrase's last decode heard; true, since the anchor always moves. */
  #finish(phrase: Phrase): boolean {
    const before = this.state.anchor;
    this.#commit(this.state.expectation?.words ?? []);
    this.#set({ expectation: null });
    const { committedThrough, speech } = this.state;
    const unheard = phrase.end - committedThrough;
    if (committedThrough > before && unheard > policy.UNHEARD_SPEECH) {
      // Whisper stopped early, as it does after a pause inside a window: the rest is decoded anew.
      this.#moveAnchor(committedThrough);
      return true;
    }
    const next = nextSpeechAfter(speech, phrase.end) ?? speech.through;
    const rolled = Math.min(phrase.end + policy.POST_ROLL, next, speech.through);
    this.#moveAnchor(samples(Math.max(rolled, committedThrough)));
    this.#tellHeard();
    return true;
  }

  #detect(): void {
    const { fed, speech, detecting, flushTo } = this.state;
    if (detecting !== null) return;
    const waiting = Math.min(fed - speech.through, policy.DETECTION_MOST);
    const whole = waiting - waiting % policy.DETECTION_WINDOW;
    const flushing = flushTo !== null && speech.through < flushTo;
    const count = flushing ? waiting : whole;
    if (count < (flushing ? 1 : policy.DETECTION_STEP)) return;
    const id = this.state.nextId;
    const end = samples(speech.through + count);
    this.#set({ nextId: id + 1, detecting: { id, end } });
    this.effects.push({ type: "detect", id, start: speech.through, end });
  }

  #report(): void {
    const { anchor, heard, flushTo, expectation, tentative, fed, behindS } = this.state;
    const text = textOf(expectation?.words ?? []);
    if (text !== tentative) {
      this.#set({ tentative: text });
      this.effects.push({ type: "tell", event: { type: "tentative", text } });
    }
    const flushed = flushTo !== null && anchor >= flushTo;
    if (flushed || anchor - heard >= policy.HEARD_STEP) this.#tellHeard();
    const behind = fed - Math.max(anchor, expectation?.end ?? 0);
    const told = behind >= policy.BEHIND || (behindS !== null && behind > policy.CAUGHT_UP);
    const seconds = told ? Math.round(samplesToMs(behind) / 1000) : null;
    if (seconds !== behindS) {
      this.#set({ behindS: seconds });
      this.effects.push({ type: "behind", behindS: seconds });
    }
    if (flushed) {
      this.#set({ flushTo: null });
      this.effects.push({ type: "flushed" });
    }
  }

  #tellHeard(): void {
    const { anchor, heard } = this.state;
    if (anchor <= heard) return;
    this.#set({ heard: anchor });
    this.effects.push({ type: "tell", event: { type: "heard", through: anchor } });
  }
}

import type { Samples } from "@/lib/audio/units.ts";

/**
 * The two ports through which a consultation hears and speaks. Each has real adapters and one
 * shipped fake, and one contract suite is run on all of them (`tests/engines/`).
 */

/** What an engine says of itself; `words` is shown to the doctor as it stands. */
export type EngineState =
  | { readonly state: "starting"; readonly words: string }
  | { readonly state: "ready"; readonly words: string }
  | { readonly state: "catching_up"; readonly words: string; readonly behindMs: number }
  | { readonly state: "restarting"; readonly words: string }
  | { readonly state: "absent"; readonly words: string };

/** A word with its place in the recording; `probability` is the engine's own, 0 to 1. */
export interface HeardWord {
  readonly text: string;
  readonly start: Samples;
  readonly end: Samples;
  readonly probability: number;
}

/** Text that will never change or disappear (TR3). `start < end`; words lie inside and in order. */
export interface CommittedSpeech {
  readonly start: Samples;
  readonly end: Samples;
  readonly text: string;
  readonly words: readonly HeardWord[];
  /** True where a medicine, a number or a negation was heard with little confidence. */
  readonly lowConfidence: boolean;
}

export type EarsEvent =
  | { readonly type: "committed"; readonly speech: CommittedSpeech }
  /** Replaces the last tentative text; empty when nothing is pending. */
  | { readonly type: "tentative"; readonly text: string }
  /** Everything before `through` has been decided: it is committed, or it held no speech. */
  | { readonly type: "heard"; readonly through: Samples }
  | { readonly type: "state"; readonly engine: EngineState };

/** One recording's stream. Calls never throw for engine trouble; that arrives as a state event. */
export interface Ears {
  /**
   * The next samples of the recording, contiguous from `startAt`. With `muted` the engine hears
   * zeros (an exclusion window, SP8) and words that straddle the window's edge are dropped (TR5).
   */
  feed(pcm: Int16Array, muted: boolean): void;
  /** Resolves when all that was fed has been committed, or after `timeoutMs` with what there is. */
  flush(timeoutMs: number): Promise<void>;
  /** Ends the stream without waiting; no event is sent after it returns. */
  close(): void;
}

export interface EarsEngine {
  readonly kind: "whisper" | "openai" | "typed";
  /** State at this moment, for the page that opens after the last state event. */
  state(): EngineState;
  open(options: { startAt: Samples; onEvent: (event: EarsEvent) => void }): Ears;
}

/** Mono PCM16 as the synthesiser made it. */
export interface SynthesisedSpeech {
  readonly pcm: Int16Array;
  readonly sampleRateHz: number;
}

export type SynthesisOutcome =
  | { readonly ok: true; readonly speech: SynthesisedSpeech }
  | {
    readonly ok: false;
    readonly code: "absent" | "crashed" | "timeout" | "too_long" | "cancelled";
    readonly words: string;
  };

export interface VoiceEngine {
  readonly kind: "piper" | "none";
  /** Part of the cache key: changes whenever the same text would sound different. */
  readonly fingerprint: string;
  state(): EngineState;
  onState(listener: (engine: EngineState) => void): () => void;
  /** `text` is already resolved and allowed; the branded gate stands in `lib/speech`. */
  synthesise(text: string, signal: AbortSignal): Promise<SynthesisOutcome>;
  close(): Promise<void>;
}

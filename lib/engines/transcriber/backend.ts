import type { EngineState } from "@/lib/engines/ports.ts";
import type { DecodeQuality } from "@/lib/engines/transcriber/policy.ts";

/** What a stream needs of an engine. Neither call rejects; both end soon after the signal aborts. */
export interface TranscriberBackend {
  readonly detector: SpeechDetector;
  readonly decoder: SpeechDecoder;
  state(): EngineState;
  /** True as soon as the engine can work; false after `timeoutMs`, or when it was closed. */
  whenReady(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** `blamed` is true where this very request may have broken the engine; a mere absence is not. */
export type BackendFailure = { readonly ok: false; readonly blamed: boolean };

export type DetectionOutcome =
  | { readonly ok: true; readonly probabilities: readonly number[]; readonly carry: Uint8Array }
  | BackendFailure;

export interface SpeechDetector {
  /**
   * One probability of speech per 512 samples. `carry` is what the detection of the audio just
   * before gave (empty at a stream's start); the detector itself remembers nothing.
   */
  detect(carry: Uint8Array, pcm: Int16Array, signal: AbortSignal): Promise<DetectionOutcome>;
}

export interface DecodeRequest {
  readonly pcm: Int16Array;
  readonly quality: DecodeQuality;
}

/** Word times are samples from the window's first. */
export interface DecodedWindow {
  readonly words: readonly {
    readonly text: string;
    readonly start: number;
    readonly end: number;
    readonly probability: number;
  }[];
  readonly noSpeech: number;
  readonly meanLogProbability: number;
  readonly compression: number;
}

export type DecodeOutcome =
  | { readonly ok: true; readonly window: DecodedWindow; readonly tookMs: number }
  | BackendFailure;

export interface SpeechDecoder {
  /** Waits for its turn and for the engine to be there; then decodes one window of at most 30 s. */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome>;
}

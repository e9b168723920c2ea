import type { Samples } from "@/lib/audio/units.ts";
import type { EarsEvent, HeardWord } from "@/lib/engines/ports.ts";
import type { Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";
import type { DecodeQuality } from "@/lib/engines/transcriber/policy.ts";
import { emptySpeechMap, type Span, type SpeechMap } from "@/lib/engines/transcriber/speech_map.ts";

/** A decode that has been asked for and not been answered. */
export interface PendingDecode extends Span {
  readonly id: number;
  readonly quality: DecodeQuality;
}

/** What the decodes since the last commit lead one to expect; it may still change. */
export interface Expectation {
  readonly quality: DecodeQuality;
  /** End of the window that it was heard in. */
  readonly end: Samples;
  /** Believed words after the committed ones, in order. */
  readonly words: readonly HeardWord[];
}

/** One recording's stream. Positions are samples of the recording. */
export interface StreamState {
  /** All audio before it has arrived. */
  readonly fed: Samples;
  /** Everything before it is decided, and its audio may be forgotten. The next window begins here. */
  readonly anchor: Samples;
  /** What was last told to the listener as heard; never beyond `anchor`. */
  readonly heard: Samples;
  /** End of the last committed word, or where the stream began. */
  readonly committedThrough: Samples;
  /** Words committed since `anchor`: the next decode of this window will say them again. */
  readonly committed: readonly HeardWord[];
  readonly expectation: Expectation | null;
  readonly speech: SpeechMap;
  readonly muted: readonly Span[];
  readonly detecting: { readonly id: number; readonly end: Samples } | null;
  readonly decoding: PendingDecode | null;
  readonly nextId: number;
  /** Failures in a row of the window at `anchor`. */
  readonly failures: number;
  readonly lastDecodeMs: number;
  /** Position at which a flush was asked for; null when none is waited for. */
  readonly flushTo: Samples | null;
  /** Whole seconds behind as last told; null while not worth telling. */
  readonly behindS: number | null;
  readonly tentative: string;
}

export type StreamEvent =
  | { readonly type: "fed"; readonly count: number; readonly muted: boolean }
  | { readonly type: "detected"; readonly id: number; readonly probabilities: readonly number[] }
  | { readonly type: "detection_failed"; readonly id: number }
  | {
    readonly type: "decoded";
    readonly id: number;
    readonly hypothesis: Hypothesis;
    readonly tookMs: number;
  }
  /** `blamed`: the window itself may have broken the engine, so that it cannot be tried for ever. */
  | { readonly type: "decode_failed"; readonly id: number; readonly blamed: boolean }
  | { readonly type: "flush" };

export type StreamEffect =
  | { readonly type: "detect"; readonly id: number; readonly start: Samples; readonly end: Samples }
  | ({ readonly type: "decode" } & PendingDecode)
  /** PCM before this position is not needed again. */
  | { readonly type: "forget"; readonly before: Samples }
  | { readonly type: "tell"; readonly event: Exclude<EarsEvent, { readonly type: "state" }> }
  | { readonly type: "behind"; readonly behindS: number | null }
  | { readonly type: "given_up"; readonly span: Span }
  | { readonly type: "flushed" };

export function initialStream(startAt: Samples): StreamState {
  return {
    fed: startAt,
    anchor: startAt,
    heard: startAt,
    committedThrough: startAt,
    committed: [],
    expectation: null,
    speech: emptySpeechMap(startAt),
    muted: [],
    detecting: null,
    decoding: null,
    nextId: 1,
    failures: 0,
    lastDecodeMs: 0,
    flushTo: null,
    behindS: null,
    tentative: "",
  };
}

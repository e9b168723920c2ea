import type { Span } from "@/lib/audio/spans.ts";

/** A voice as a unit vector: the same person's windows point much the same way. */
export type Embedding = Float32Array;

export type EmbedOutcome =
  | { readonly ok: true; readonly embeddings: readonly Embedding[] }
  | {
    readonly ok: false;
    readonly code: "crashed" | "cancelled";
    readonly words: string;
  };

/** Turns stretches of audio into voices. Held only while a consultation is finalised. */
export interface SpeakerEncoder {
  /**
   * One embedding for each window; windows are in samples from the first of `pcm` and lie inside
   * it. Never rejects; ends soon after the signal aborts.
   */
  embed(pcm: Int16Array, windows: readonly Span[], signal: AbortSignal): Promise<EmbedOutcome>;
  /** Ends the process behind it. */
  close(): Promise<void>;
}

/** Who can tell voices apart on this box. The process starts with `open` and ends with `close`. */
export type SpeakerEngine =
  | {
    readonly available: true;
    /** Written into the record beside the turns, such as `ge2e`. */
    readonly label: string;
    open(): SpeakerEncoder;
  }
  | { readonly available: false; readonly words: string };

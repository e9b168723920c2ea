import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";

/** What the ear hears of the room for one score; less is taken as silent before its beginning. */
export const EAR_WINDOW: Samples = samples(8 * SAMPLE_RATE_HZ);

export type EarOutcome =
  | {
    readonly ok: true;
    /** Probability that what was said is finished, 0 to 1. */
    readonly finished: number;
    /** From the asking to the answer. */
    readonly ms: number;
  }
  | {
    readonly ok: false;
    /** `busy`: one score is under way, and a score that waits for another is worth nothing. */
    readonly code: "absent" | "busy" | "late" | "crashed";
    readonly words: string;
  };

/** An acoustic judge of whether somebody has finished speaking (TT14). One for the whole box. */
export interface TurnEar {
  /** What was scored by, such as `smart-turn-v3.2`; `none` where there is no ear. */
  readonly label: string;
  state(): EngineState;
  /**
   * Scores mono PCM16 at 16 kHz that ends now, at most `EAR_WINDOW` of it: more is a mistake of the
   * caller and rejects with `RangeError`. Settles within 1.5 s: later nobody could use it.
   */
  score(pcm: Int16Array): Promise<EarOutcome>;
  close(): Promise<void>;
}

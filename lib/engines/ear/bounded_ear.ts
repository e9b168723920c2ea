import type { Clock } from "@/lib/clock.ts";
import { EAR_WINDOW, type EarOutcome, type TurnEar } from "@/lib/engines/ear/turn_ear.ts";

/** The officer is asked at 2 s of quiet, 1.3 s after the ear; what comes later has decided nothing. */
export const EAR_LATE_MS = 1_500;

/** What one score says, without any bound of its own. */
export type RawScore =
  | { readonly ok: true; readonly finished: number }
  | { readonly ok: false; readonly code: "absent" | "crashed"; readonly words: string };

export interface Scorer extends Pick<TurnEar, "label" | "state" | "close"> {
  /** Ends soon after the signal aborts; its answer is dropped then. */
  score(pcm: Int16Array, signal: AbortSignal): Promise<RawScore>;
}

/** The bounds that every ear keeps: one score at a time, and none that comes too late. */
export function boundedEar(scorer: Scorer, clock: Clock): TurnEar {
  let isBusy = false;
  return {
    label: scorer.label,
    state: () => scorer.state(),
    close: () => scorer.close(),
    async score(pcm): Promise<EarOutcome> {
      if (pcm.length > EAR_WINDOW) {
        throw new RangeError(`Cannot score "${pcm.length} samples": more than 8 s`);
      }
      if (isBusy) return { ok: false, code: "busy", words: "Another score is under way" };
      isBusy = true;
      const askedMs = clock.monotonicMs();
      const late = new AbortController();
      const cancelTimer = clock.after(EAR_LATE_MS, () => late.abort());
      try {
        const score = await scorer.score(pcm, late.signal);
        if (late.signal.aborted) return { ok: false, code: "late", words: "It came too late" };
        return score.ok ? { ...score, ms: clock.monotonicMs() - askedMs } : score;
      } finally {
        cancelTimer();
        isBusy = false;
      }
    },
  };
}

import type { AutoPush } from "@/lib/auto/auto_effect.ts";
import type { Work } from "@/lib/auto/work.ts";

/** The run has come to its end by itself: the pages hear why, and the consultation goes on (MA10). */
export function endRun(
  work: Work,
  reason: Extract<AutoPush, { type: "auto_ended" }>["reason"],
): void {
  work.push({ type: "auto_ended", reason });
  work.push({ type: "auto_toggled", on: false, starting: false, words: null });
  work.raise({ type: "run_over" });
}

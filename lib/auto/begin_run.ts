import { NO_GOLDEN, type Run } from "@/lib/auto/auto_state.ts";
import { NO_TURN } from "@/lib/auto/turn_state.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * A run begins as if there had been none before (MA9). Queue, alarms, what was opened and how far the
 * transcript has come are the session's and stay; what can only go on within a run has ended with it.
 */
export function beginRun(work: Work, run: Run): void {
  const { linesHeard, turn: { committedThrough } } = work.state;
  work.set({
    run,
    turn: { ...NO_TURN, committedThrough },
    golden: NO_GOLDEN,
    unstarted: 0,
    gaveWay: null,
    rerank: { call: null, doneSpan: null, atLines: linesHeard },
  });
  work.setUrgency({ chance: null });
}

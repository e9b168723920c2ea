import type { AutoState, Pause } from "@/lib/auto/auto_state.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { goldenElapsedMs } from "@/lib/auto/work.ts";

/** What a page that joins is shown of a run. */
export interface AutoOverview {
  readonly on: boolean;
  readonly starting: boolean;
  readonly phase: AutoState["phase"];
  /** Null while nothing urgent has paused the run. */
  readonly pausedFrom: Pause["from"] | null;
  readonly goldenSpentMs: number;
  readonly goldenRuns: boolean;
  readonly plan: AutoState["shown"]["plan"];
  readonly planText: string | null;
  readonly paused: AutoState["urgency"]["open"];
  readonly standing: AutoState["urgency"]["standing"];
}

export function autoOverview(state: AutoState, nowMs: number): AutoOverview {
  const { run, phase, golden, shown, urgency } = state;
  return {
    on: run !== null,
    starting: phase === "DISCLOSURE",
    phase,
    pausedFrom: urgency.pause?.from ?? null,
    goldenSpentMs: goldenElapsedMs(golden, nowMs),
    goldenRuns: golden.enteredMs !== null,
    plan: shown.plan,
    planText: shown.text,
    paused: urgency.pause === null ? [] : urgency.open,
    standing: urgency.standing,
  };
}

/** Idle work is under way, which a pass that only follows the growth waits for (LA2). */
export function isPreparing({ queue }: AutoState): boolean {
  return queue.items.some(({ wording }) => wording.state === "asked" && wording.idle);
}

/** On one server the next questions are prepared only once the pass in flight has landed (LA2). */
export function preparesAfterPass(
  { passes, run }: AutoState,
  { hasShortServer, presynth }: AutoSettings,
): boolean {
  return run !== null && presynth && !hasShortServer && passes.inFlight !== null;
}

import type { Clock } from "@/lib/clock.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";

/**
 * When waiting for "Who spoke?" ends, as wall time; null once it was answered or skipped. It counts
 * from Stop, so that a restart in between waits no second time.
 */
export function declarationDeadline(
  { speakersAnsweredWallMs, stoppedWallMs }: Pick<
    Consultation,
    "speakersAnsweredWallMs" | "stoppedWallMs"
  >,
  waitMs: number,
): number | null {
  if (speakersAnsweredWallMs !== null || stoppedWallMs === null) return null;
  return stoppedWallMs + waitMs;
}

/** Waits for an answer until the deadline; `answered` is called with what ends the wait at once. */
export function waitForDeclaration(
  clock: Clock,
  deadlineWallMs: number,
  waitMs: number,
  signal: AbortSignal,
  answered: (release: () => void) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A clock that was set back must not make anybody wait longer than the setting says.
  const leftMs = Math.min(waitMs, Math.max(0, deadlineWallMs - clock.wallMs()));
  if (leftMs === 0 || signal.aborted) return Promise.resolve();
  const cancelTimer = clock.after(leftMs, resolve);
  const stop = () => resolve();
  answered(resolve);
  signal.addEventListener("abort", stop);
  return promise.finally(() => {
    cancelTimer();
    signal.removeEventListener("abort", stop);
  });
}

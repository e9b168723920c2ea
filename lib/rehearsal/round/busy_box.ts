import type { Clock } from "@/lib/clock.ts";
import type { Stretch } from "@/lib/rehearsal/patients/disturbances.ts";

/** A box whose process gets no time in some stretches. */
export interface BusyBox {
  /** The process's own clock: what falls due in a stretch is done at its end, in its order. */
  readonly clock: Clock;
  /** When something that arrives at `ms` is taken in. */
  untilMs(ms: number): number;
}

/** `clock` counts the time of the room; with no stretch the box's own is the same. */
export function busyBox(clock: Clock, stretches: readonly Stretch[], hit: () => void): BusyBox {
  if (stretches.length === 0) return { clock, untilMs: (ms) => ms };
  const untilMs = (ms: number) =>
    stretches.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)?.toMs ?? ms;
  return {
    untilMs,
    clock: {
      ...clock,
      after(delayMs, run) {
        let cancel = clock.after(delayMs, () => {
          const nowMs = clock.monotonicMs();
          const waitMs = untilMs(nowMs) - nowMs;
          if (waitMs <= 0) return run();
          hit();
          cancel = clock.after(waitMs, run);
        });
        return () => cancel();
      },
    },
  };
}

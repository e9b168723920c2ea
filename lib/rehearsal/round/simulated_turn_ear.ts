import type { Clock } from "@/lib/clock.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import type { Truth } from "@/lib/rehearsal/round/stub_model.ts";
import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/** One score on one thread, as measured (docs/measurements/ear.md). */
const SCORE_MS = 50;

/** Of ten synthetic ends it missed three. */
const ERRS = 0.3;

/** An acoustic judge of turns' ends in virtual time: it hears what goes on, and is wrong as often. */
export function simulatedTurnEar(clock: Clock, random: Seeded, truth: Truth): TurnEar {
  return {
    label: "virtual",
    state: () => ({ state: "ready", words: "The ear is ready" }),
    score() {
      const isWrong = random.chance(ERRS);
      const finished = truth.isMidTurn() === isWrong ? random.between(0.6, 1) : random.next() * 0.4;
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<TurnEar["score"]>>>();
      clock.after(SCORE_MS, () => resolve({ ok: true, finished, ms: SCORE_MS }));
      return promise;
    },
    close: () => Promise.resolve(),
  };
}

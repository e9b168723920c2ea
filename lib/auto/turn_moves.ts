import type { Awaiting, TurnEnd } from "@/lib/auto/turn_state.ts";
import type { Work } from "@/lib/auto/work.ts";

/** The turn has ended, and whatever was awaited with it: the end stands until TT8 clears it. */
export function settle(work: Work, end: TurnEnd): void {
  work.setTurn({ ended: end, held: null, awaiting: null });
}

/**
 * A question, Alba's or the doctor's, clears the judged turn end and awaits an answer (TT7, TT8). An end
 * that waited for the ears was of the turn before: the new one has none yet (TT9).
 */
export function awaitAnswer(
  work: Work,
  about: Pick<Awaiting, "by" | "isFirstAsk" | "item" | "kind" | "reasked" | "ref">,
): void {
  const awaiting: Awaiting = {
    ...about,
    hasStarted: false,
    endedMs: null,
    spoke: false,
    startSample: null,
    endSample: null,
    wasWordless: false,
  };
  work.setTurn({ ended: null, held: null, awaiting });
}

/** The patient has taken the word again: what was judged of the turn before no longer holds. */
export function takeWord(work: Work): void {
  const { awaiting } = work.state.turn;
  const answers = awaiting !== null && awaiting.hasStarted;
  work.setTurn({
    ended: null,
    held: null,
    isHushed: false,
    awaiting: answers ? { ...awaiting, spoke: true } : awaiting,
  });
}

/** The doctor has Alba speak again: the Stop before it is over (DW1). */
export function unhush(work: Work): void {
  work.setTurn({ isHushed: false });
}

/** Nothing is asked once more for want of an answer. */
export function askNoMore(work: Work): void {
  const { awaiting } = work.state.turn;
  if (awaiting !== null) work.setTurn({ awaiting: { ...awaiting, reasked: true } });
}

/** Nothing of a run that is over is awaited any more. */
export function forgetTurn(work: Work): void {
  work.setTurn({ ended: null, held: null, awaiting: null, isHushed: false });
}

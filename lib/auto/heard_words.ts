import { WORDS_WAIT_MS } from "@/lib/auto/auto_settings.ts";
import { isSpeechDecided } from "@/lib/auto/spans.ts";
import type { Awaiting, TurnState } from "@/lib/auto/turn_state.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * TT7: whether the answer that ends now has become words. A short "no" that the ears have dropped must
 * not count as an answer: the question is asked once more. `wait` while the ears have not decided all
 * of the speech, or Alba may not speak on this very event; without an end of that it ends as any turn.
 */
export function judgeWords(work: Work): "ends" | "wait" | "ask_again" {
  const { held, awaiting } = work.state.turn;
  if (awaiting === null || !mayBeAskedAgain(awaiting)) return "ends";
  if (hasWords(work.state.turn, awaiting)) return "ends";
  if (isSpeechDecided(work.state.turn) && work.maySpeak()) return "ask_again";
  return held !== null && work.nowMs - held.sinceMs >= WORDS_WAIT_MS ? "ends" : "wait";
}

/** Alba's own question of the agenda, said once and not to be left at that. */
function mayBeAskedAgain({ by, kind, reasked, ref, startSample }: Awaiting): boolean {
  return kind === "question" && by === "auto" && !reasked && ref !== null && startSample !== null;
}

/** The patient has been written down since the question began. */
export function hasWords({ wordsThrough }: TurnState, { startSample }: Awaiting): boolean {
  return startSample === null || wordsThrough > startSample;
}

import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { EAR_FINISHED } from "@/lib/auto/auto_settings.ts";
import { isQuestionPhase } from "@/lib/auto/flow_moves.ts";
import { hasWords, judgeWords } from "@/lib/auto/heard_words.ts";
import { answered } from "@/lib/auto/queue_moves.ts";
import { forgetTurn, settle, unhush } from "@/lib/auto/turn_moves.ts";
import { type Awaiting, isTapAwaited, type TurnEnd } from "@/lib/auto/turn_state.ts";
import { isQuestion, type Work } from "@/lib/auto/work.ts";
import { wasHeard } from "@/lib/auto/utterance.ts";

/** TT4, TT7, TT8: when the patient's turn has ended, and what of a question that nobody answers. */
export function turnEndMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "quiet":
      return onQuiet(work);
    case "committed":
      answeredInWords(work, event);
      return void judgeHeld(work);
    case "speech_started":
      return started(work, event);
    case "speech_ended":
      return ended(work, event);
    case "say_refused":
      return unsaid(work);
    case "resumed":
      return unhush(work);
    case "run_over":
      return forgetTurn(work);
    default:
      return;
  }
}

/** Turns are judged in the question phases and in a handover's own sequence. */
function isJudged(work: Work): boolean {
  const { phase, run, flow } = work.state;
  if (run === null) return false;
  return isQuestionPhase(work) || (phase === "HANDOVER" && flow.at === "closing");
}

/** A turn must start before it can end, and ends once. */
export function mayEndTurn(work: Work): boolean {
  const { turn } = work.state;
  if (!isJudged(work) || work.isVoiceBusy() || turn.ended !== null || turn.isHushed) return false;
  return turn.awaiting === null || turn.awaiting.spoke;
}

function onQuiet(work: Work): void {
  const { report, awaiting } = work.state.turn;
  if (report === null || report.quietMs === 0 || !isJudged(work)) return;
  if (awaiting !== null && !awaiting.spoke) unanswered(work, awaiting);
  if (judgeHeld(work) || !mayEndTurn(work) || report.quietMs < fallbackMs(work)) return;
  endJudged(work, {
    atMs: work.nowMs,
    verdict: null,
    quietS: report.quietMs / 1000,
    passStarts: work.state.passes.starts,
  });
}

/** AUTO_EAR=on: "unfinished" may stretch the silence that ends a turn (TT14). */
export function fallbackMs(work: Work): number {
  const { ear, earHoldMs, eotFallbackMs } = work.settings;
  const { earScore } = work.state.turn;
  const isUnfinished = ear === "on" && earScore !== null && earScore < EAR_FINISHED;
  return isUnfinished ? Math.max(earHoldMs, eotFallbackMs) : eotFallbackMs;
}

/** Judges again the turn end that waits for the ears; true when there is one (TT7). */
function judgeHeld(work: Work): boolean {
  const { held } = work.state.turn;
  if (held === null) return false;
  if (!mayEndTurn(work) || (work.state.turn.report?.quietMs ?? 0) === 0) return true;
  const quietS = (work.state.turn.report?.quietMs ?? 0) / 1000;
  const passStarts = work.state.passes.starts;
  endJudged(work, { ...held.end, atMs: work.nowMs, quietS, passStarts });
  return true;
}

/** Ends the turn, unless what was said to the question became no words; true when it ended (TT7). */
export function endJudged(work: Work, end: TurnEnd): boolean {
  switch (judgeWords(work)) {
    case "wait":
      work.setTurn({ held: work.state.turn.held ?? { end, sinceMs: work.nowMs } });
      return false;
    case "ask_again":
      askAgain(work, "no_words");
      return false;
    case "ends":
      endTurn(work, end);
      return true;
  }
}

export function endedBy({ verdict }: TurnEnd): "verdict" | "quiet_fallback" {
  return verdict === null ? "quiet_fallback" : "verdict";
}

/** The turn has ended: on the record with the sound that it ended in (TT9). */
function endTurn(work: Work, end: TurnEnd): void {
  const { phase, turn } = work.state;
  const { report, awaiting } = turn;
  // Alba's own or a tapped phrase may have begun another span since the word that ended it.
  const verdict = end.verdict ?? turn.verdict;
  const answer = awaiting !== null;
  const isLost = awaiting?.wasWordless === true && !hasWords(work.state.turn, awaiting);
  settle(work, end);
  work.audit("auto.turn_ended", {
    by: endedBy(end),
    quiet_s: end.quietS,
    phase,
    answer,
    finished_thought: verdict?.finishedThought ?? null,
    handed_back: verdict?.handedBack ?? null,
    trace: report?.trace ?? [],
    trace_step_ms: report?.traceStepMs ?? 0,
    trace_quiet_s: (report?.quietMs ?? 0) / 1000,
    trace_age_ms: report === null ? 0 : Math.round(work.nowMs - report.atMs),
    ear_finished: turn.earScore,
  });
  work.raise({ type: "turn_ended", answer, golden: false });
  // Twice said into nothing it is no answer; asked it stays all the same (QF4).
  if (awaiting?.item != null && !isLost) answered(work, awaiting.item);
}

/** Silence after a question: once more the same words, then the ordinary end (TT7). */
function unanswered(work: Work, awaiting: Awaiting): void {
  const { endedMs } = awaiting;
  const { report } = work.state.turn;
  const graceMs = work.settings.noAnswerGraceMs;
  if (endedMs === null || report === null || work.isVoiceBusy()) return;
  if (work.nowMs - endedMs < graceMs || report.quietMs < graceMs - 1000) return;
  const again = awaiting.kind === "question" && awaiting.by === "auto" && !awaiting.reasked;
  if (!again || awaiting.ref === null) {
    // One grace for what is not asked again: silence is the answer.
    return work.setTurn({ awaiting: { ...awaiting, spoke: true } });
  }
  if (work.maySpeak()) askAgain(work, "silence");
}

/**
 * Words are an answer, whatever the page has told: of a voice that begins before the first report and
 * ends with a tapped phrase, or while the line is down, it tells nothing (TT7).
 */
function answeredInWords(work: Work, event: Extract<AutoEvent, { type: "committed" }>): void {
  const { awaiting } = work.state.turn;
  if (awaiting === null || awaiting.endSample === null || !event.isPatient) return;
  if (event.throughSample <= awaiting.endSample) return;
  work.setTurn({ awaiting: { ...awaiting, spoke: true } });
}

/** The same words once more. It has been heard: what comes before it sounds again is its answer. */
function askAgain(work: Work, reason: "silence" | "no_words"): void {
  const { awaiting } = work.state.turn;
  if (awaiting === null || awaiting.ref === null) return;
  const wasWordless = reason === "no_words";
  const again = { ...awaiting, reasked: true, endedMs: null, spoke: false, wasWordless };
  work.setTurn({ held: null, awaiting: again });
  work.say("question", awaiting.ref, {
    reask: true,
    ...(awaiting.item === null ? {} : { item: awaiting.item }),
  });
}

function started(
  work: Work,
  { atSample, utterance }: Extract<AutoEvent, { type: "speech_started" }>,
): void {
  const { turn: { awaiting }, saying, tapped } = work.state;
  const isOurs = saying?.utterance === utterance && isQuestion(saying.what);
  const isTap = tapped === utterance && isTapAwaited(awaiting);
  if (awaiting === null || !(isOurs || isTap)) return;
  const startSample = awaiting.startSample ?? atSample;
  work.setTurn({ awaiting: { ...awaiting, hasStarted: true, startSample } });
}

function ended(work: Work, event: Extract<AutoEvent, { type: "speech_ended" }>): void {
  const { awaiting } = work.state.turn;
  const { saying, isTap } = work.over;
  // A doctor who stops Alba is about to speak: she waits until somebody has (DW1).
  // What ends after its run leaves nothing for the next one.
  const isOn = work.state.run !== null;
  if (isOn && saying !== null && event.by === "stop") work.setTurn({ isHushed: true });
  if (awaiting === null) return;
  const isIts = (isTap && isTapAwaited(awaiting)) || (saying !== null && isQuestion(saying.what));
  if (!isIts) return;
  if (!wasHeard(event.reason, event.audible)) return unsaid(work);
  // Cut off in the middle it stays asked; it is not said again (QU8).
  const reasked = awaiting.reasked || event.reason !== "completed";
  const endSample = awaiting.endSample ?? event.atSample;
  const endedMs = work.nowMs;
  work.setTurn({ awaiting: { ...awaiting, hasStarted: true, endedMs, endSample, reasked } });
}

/** Nobody has heard it: it asked nothing and awaits nothing (SP10), unless it was asked before. */
function unsaid(work: Work): void {
  const { awaiting } = work.state.turn;
  const { saying, isTap } = work.over;
  if (awaiting === null) return;
  if (saying !== null && isQuestion(saying.what) && awaiting.by === "auto") {
    const again = { ...awaiting, hasStarted: true, endedMs: work.nowMs };
    return work.setTurn({ awaiting: saying.reask ? again : null });
  }
  if (isTap && isTapAwaited(awaiting)) work.setTurn({ awaiting: null });
}

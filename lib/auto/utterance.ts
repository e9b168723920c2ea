import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { Saying } from "@/lib/auto/auto_state.ts";
import { isQuestion, NOTHING_OVER, type Over, type Work } from "@/lib/auto/work.ts";
import type { EndReason } from "@/lib/protocol/shared.ts";

/**
 * Alba's own utterance from its issue to its end, and how long the patient waited for it (RE2). The
 * first machine of an event: the others find in `work.over` what has just ended, and a free voice.
 */
export function utteranceMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "say_issued":
      return issued(work, event.token, event.utterance);
    case "say_refused":
      return refused(work, event.token);
    case "speech_started":
      return started(work, event.utterance);
    case "speech_ended":
      return ended(work, event);
    case "tapped":
      return work.set({ tapped: event.utterance });
    case "restarted":
      return lost(work);
    default:
      return;
  }
}

function issued(work: Work, token: number, utterance: string): void {
  const { saying } = work.state;
  if (saying?.token !== token) return;
  work.set({ saying: { ...saying, utterance } });
}

function started(work: Work, utterance: string): void {
  const { saying } = work.state;
  if (saying?.utterance !== utterance || saying.startedMs !== null) return;
  work.set({ saying: { ...saying, startedMs: work.nowMs } });
  if (isQuestion(saying.what)) auditLatency(work, saying);
}

function auditLatency(work: Work, saying: Saying): void {
  const { issuedMs, item, reask, turnEndMs, utterance } = saying;
  const issueToSpeech = Math.round(work.nowMs - issuedMs);
  const counted = turnEndMs !== null && !reask;
  work.audit("auto.question_latency", {
    utterance,
    item,
    reask,
    turn_end_to_issue_ms: counted ? Math.round(issuedMs - turnEndMs) : null,
    issue_to_speech_ms: issueToSpeech,
    turn_end_to_speech_ms: counted ? Math.round(work.nowMs - turnEndMs) : null,
  });
}

function ended(work: Work, event: Extract<AutoEvent, { type: "speech_ended" }>): void {
  const { utterance, reason, rms } = event;
  const { saying, tapped, run } = work.state;
  const isOurs = saying !== null && saying.utterance === utterance;
  const isTap = tapped === utterance;
  work.over = { ...NOTHING_OVER, ...(isOurs ? ofRun(work, saying) : {}), isTap };
  if (isOurs) work.set({ saying: null });
  if (isTap) work.set({ tapped: null });
  if (!isOurs || reason !== "politeness_abort") return;
  // Reading and floor side by side (TT10).
  work.audit("speech.politeness_abort", { utterance, rms, floor: run?.floor.floor ?? null });
}

/** The record has closed it as lost; no page will say how it ended. */
function lost(work: Work): void {
  const { saying, tapped } = work.state;
  const ours = saying === null ? {} : ofRun(work, saying);
  work.over = { ...NOTHING_OVER, ...ours, isTap: tapped !== null };
  work.set({ saying: null, tapped: null });
}

function refused(work: Work, token: number): void {
  const { saying } = work.state;
  if (saying?.token !== token) return;
  work.over = { ...NOTHING_OVER, ...ofRun(work, saying) };
  work.set({ saying: null });
}

/** Auto mode was switched off and on while it was spoken: its end is none of the new run's. */
function ofRun({ state: { run } }: Work, saying: Saying): Partial<Over> {
  return run === null || saying.run === run.id ? { saying } : { earlier: saying };
}

/** What was on its way when the service went, and had not begun to sound (QU8). */
export function wasLostUnheard({ over, state }: Work): boolean {
  const saying = over.saying ?? over.earlier;
  if (saying !== null) return saying.startedMs === null;
  return over.isTap && state.turn.awaiting?.hasStarted === false;
}

/** Whether an utterance that ended so asked what it was to ask (QU8). */
export function wasHeard(reason: EndReason, audible: boolean): boolean {
  return audible && reason !== "politeness_abort";
}

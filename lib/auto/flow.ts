import { choose, plan, planNext, sayReady, think, voice } from "@/lib/auto/ask.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { Flow } from "@/lib/auto/auto_state.ts";
import {
  dropFlow,
  isPlan,
  isQuestionPhase,
  requestPass,
  setFlow,
  wait,
} from "@/lib/auto/flow_moves.ts";
import {
  handoverControl,
  onClosingTurnEnd,
  said,
  sayClosing,
  spent,
  unsaid,
  unsayable,
} from "@/lib/auto/handover.ts";
import { isReranking, takeAsOrdered } from "@/lib/auto/rerank.ts";
import { isLacking } from "@/lib/auto/senses.ts";
import { wasHeard, wasLostUnheard } from "@/lib/auto/utterance.ts";
import { askWording } from "@/lib/auto/wording.ts";
import type { Work } from "@/lib/auto/work.ts";

/** QF: from a turn's end to the next question, and to the handover when none is left. */
export function flowMachine(work: Work, event: AutoEvent | AutoInner): void {
  if (event.type === "run_over") return stop(work);
  if (work.state.run === null) return;
  switch (event.type) {
    case "turn_ended":
      return turnEnded(work, event);
    case "reranked":
      return work.state.flow.at === "choosing" ? choose(work) : undefined;
    case "worded":
      return worded(work, event.item);
    case "speech_prepared":
      return prepared(work, event.token, event.ok);
    case "merged":
      return merged(work, event.added, event.startIndex);
    case "pass_empty":
      return unfed(work, event.startIndex);
    case "quiet":
      return onQuiet(work);
    case "committed":
      // The words that a question has waited for are there.
      sayReady(work);
      return sayClosing(work);
    case "tick":
      return expire(work);
    case "model_lost":
      return work.state.flow.at === "waiting" ? requestPass(work, "asked") : undefined;
    case "displaced":
      return displaced(work);
    case "patient_span":
    case "paused":
      // What is planned waits for the next turn's end, from which it is planned anew.
      return putAway(work);
    case "resumed":
      return resumed(work);
    case "hears_again":
      return again(work);
    case "handover_control":
      return handoverControl(work);
    case "speech_ended":
      return wasHeard(event.reason, event.audible) ? said(work) : unsaid(work);
    case "restarted":
      return wasLostUnheard(work) ? unsaid(work) : undefined;
    case "say_refused":
      return event.code === "busy" ? unsaid(work) : unsayable(work);
    default:
      return;
  }
}

function putAway(work: Work): void {
  if (isPlan(work.state.flow)) setFlow(work, { at: "idle" });
}

/** The patient waits for the doctor's question now, and only a pass that hears its answer counts. */
function displaced(work: Work): void {
  putAway(work);
  const { flow, passes } = work.state;
  if (flow.at !== "waiting") return;
  setFlow(work, { ...flow, startsAtTurnEnd: passes.starts, sinceMs: work.nowMs });
}

function turnEnded(work: Work, event: Extract<AutoInner, { type: "turn_ended" }>): void {
  const { flow, passes } = work.state;
  work.set({ hasThought: false });
  if (flow.at === "closing") return onClosingTurnEnd(work, flow);
  if (flow.at !== "waiting") {
    return planNext(work, event.golden ? "golden_exit" : "turn_end", event.answer);
  }
  // The patient has added something: only a pass that has heard it may find nothing left.
  setFlow(work, { ...flow, startsAtTurnEnd: passes.starts, sinceMs: work.nowMs });
  requestPass(work, "asked");
}

function worded(work: Work, item: string): void {
  const { flow } = work.state;
  if (flow.at !== "wording" || flow.item !== item) return;
  const isKnown = work.item(item).wording.state === "known";
  if (isKnown || !askWording(work, item, false)) voice(work, item);
}

/** A sound that could not be made ahead is made at the issue (QF9). */
function prepared(work: Work, token: number, ok: boolean): void {
  const { flow } = work.state;
  if (flow.at !== "voicing" || flow.token !== token) return;
  if (!ok) auditFallback(work, flow);
  setFlow(work, { at: "ready", item: flow.item, ref: flow.ref });
  sayReady(work);
}

/** QF6, QF7: something new came, or the pass that had to come has brought nothing. */
function merged(work: Work, added: number, startIndex: number | null): void {
  const { flow } = work.state;
  if (flow.at === "closing") return added > 0 ? refilled(work, flow) : undefined;
  if (flow.at !== "waiting") return;
  const isRefilled = flow.by === "doctor" ? added > 0 : work.pending().length > 0;
  return isRefilled ? backToQuestions(work) : unfed(work, startIndex);
}

/** The agenda's own closing gives way as long as nothing of it is being said; the doctor's does not. */
function refilled(work: Work, flow: Extract<Flow, { at: "closing" }>): void {
  const isUnsaid = flow.step !== "answer" && work.state.phase !== "HANDOVER";
  if (flow.by === "agenda" && isUnsaid) return backToQuestions(work);
  setFlow(work, { ...flow, refilled: true });
}

/**
 * In a pause, or while somebody speaks, nothing is planned: the resume does it (UR12), or the turn's
 * end, so that the order takes in what has just been said (QF1).
 */
function backToQuestions(work: Work): void {
  const { turn } = work.state;
  if (!isQuestionPhase(work) || turn.ended === null) return setFlow(work, { at: "idle" });
  // The pass that brought them has just put them in order, and the patient has waited for it.
  takeAsOrdered(work);
  plan(work);
}

function unfed(work: Work, startIndex: number | null): void {
  const { flow, passes } = work.state;
  // While a question of the doctor's is open its answer may bring more: its turn's end asks for that.
  if (flow.at !== "waiting" || work.state.turn.awaiting !== null) return;
  if (startIndex !== null && startIndex > flow.startsAtTurnEnd) return spent(work, flow.by);
  if (flow.askedForMore || passes.isRequested) return;
  setFlow(work, { ...flow, askedForMore: true });
  requestPass(work, "asked");
}

function onQuiet(work: Work): void {
  // The turn has ended on this very report: what comes next is planned before anything is said.
  if (work.raised.some(({ type }) => type === "turn_ended")) return;
  expire(work);
  think(work);
  sayReady(work);
  sayClosing(work);
}

/** A wait may end on any event; only a fresh quiet report lets anything be said (MA8). */
function expire(work: Work): void {
  const { flow } = work.state;
  if (flow.at === "choosing" && !isReranking(work)) return choose(work);
  if (flow.at === "waiting") return expireWait(work, flow);
  if (flow.at !== "voicing") return;
  if (work.nowMs - flow.sinceMs < work.settings.presynthWaitMs) return;
  auditFallback(work, flow);
  setFlow(work, { at: "ready", item: flow.item, ref: flow.ref });
}

/** Neither a pause, nor deafness, nor a question of the doctor's is a wait of the patient's for Alba (QF6). */
function expireWait(work: Work, { by, sinceMs }: Extract<Flow, { at: "waiting" }>): void {
  if (!isQuestionPhase(work) || work.state.turn.awaiting !== null) return;
  if (isLacking(work.state, work.nowMs)) return;
  if (work.nowMs - sinceMs >= work.settings.emptyWaitMs) spent(work, by);
}

function auditFallback(work: Work, { item, sinceMs }: Extract<Flow, { at: "voicing" }>): void {
  const waited_ms = Math.round(work.nowMs - sinceMs);
  work.audit("auto.presynth_fallback", { item, waited_ms });
}

/** With a judged turn end standing and no question open it goes on at once (UR12). */
function resumed(work: Work): void {
  const { turn, flow } = work.state;
  // The pause was none of the patient's waiting.
  if (flow.at === "waiting") setFlow(work, { ...flow, sinceMs: work.nowMs });
  if (!isQuestionPhase(work) || turn.ended === null || turn.awaiting !== null) return;
  const isPending = work.pending().length > 0;
  if (flow.at === "waiting" && flow.by === "agenda" && isPending) return plan(work);
  if (flow.at === "idle") return isPending ? plan(work) : wait(work, "agenda");
}

/** What Alba could not hear was none of the patient's waiting either. */
function again(work: Work): void {
  const { flow } = work.state;
  if (flow.at === "waiting") setFlow(work, { ...flow, sinceMs: work.nowMs });
}

function stop(work: Work): void {
  work.set({ hasThought: false });
  dropFlow(work);
  work.emit({ type: "cancel_calls" });
}

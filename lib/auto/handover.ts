import { mayAskByEars, plan, planNext } from "@/lib/auto/ask.ts";
import type { Flow } from "@/lib/auto/auto_state.ts";
import { endRun } from "@/lib/auto/end_run.ts";
import { isQuestionPhase, requestPass, setFlow, wait } from "@/lib/auto/flow_moves.ts";
import { isListening } from "@/lib/auto_phase.ts";
import { askNoMore, awaitAnswer, unhush } from "@/lib/auto/turn_moves.ts";
import type { Work } from "@/lib/auto/work.ts";

type Closing = Extract<Flow, { at: "closing" }>;

/** QF7: the doctor wants the patient back, politely. */
export function handoverControl(work: Work): void {
  const { phase, anythingElseSpoken } = work.state;
  if (!isListening(phase)) return;
  work.audit("auto.doctor_handover", { via: "control", phase });
  // From the golden minutes there is no way back to questions.
  if (phase === "GOLDEN") {
    work.audit("auto.handover", { requested_by: "doctor", phase });
    work.move("HANDOVER", "handover_requested");
  }
  takeBackUnheard(work);
  // The doctor wants the patient back: no question is said again, and a Stop before it no longer holds
  // the closing words back.
  unhush(work);
  askNoMore(work);
  const step = anythingElseSpoken ? "phrase" : "anything_else";
  setFlow(work, { at: "closing", by: "doctor", step, refilled: false });
}

/** Nobody has heard it: the closing words come in its place, and it stays pending (QF7, QU8). */
function takeBackUnheard(work: Work): void {
  const { saying } = work.state;
  if (saying === null || saying.startedMs !== null || saying.what !== "question") return;
  work.emit({ type: "cancel_say", reason: "cancelled" });
}

/** The queue is spent: one more open question, or the way out (QF6). */
export function spent(work: Work, by: "agenda" | "doctor"): void {
  const step = work.state.anythingElseSpoken ? "phrase" : "anything_else";
  setFlow(work, { at: "closing", by, step, refilled: false });
  sayClosing(work);
}

/** Says the sequence's next words, once the patient's turn has ended. */
export function sayClosing(work: Work): void {
  const { flow, phase, turn } = work.state;
  if (flow.at !== "closing" || flow.step === "answer") return;
  if (turn.ended === null || turn.isHushed || !work.maySpeak()) return;
  if (!isQuestionPhase(work) && phase !== "HANDOVER") return;
  return flow.step === "anything_else" ? askAnythingElse(work, flow) : sayHandover(work, flow);
}

function askAnythingElse(work: Work, flow: Closing): void {
  if (!mayAskByEars(work)) return;
  const ref = { kind: "phrase", phrase: "anything_else" } as const;
  const handedBack = work.state.turn.ended?.verdict?.handedBack ?? false;
  work.say("anything_else", ref, { handedBack });
  work.set({ anythingElseSpoken: true });
  setFlow(work, { ...flow, step: "answer" });
  awaitAnswer(work, {
    kind: "anything_else",
    by: "auto",
    item: null,
    ref,
    isFirstAsk: true,
    reasked: false,
  });
}

function sayHandover(work: Work, flow: Closing): void {
  const { phase } = work.state;
  if (phase !== "HANDOVER") {
    const trigger = flow.by === "doctor" ? "handover_requested" : "agenda_spent";
    work.audit("auto.handover", { requested_by: flow.by, phase });
    work.move("HANDOVER", trigger);
  }
  work.say("examination_handover", { kind: "phrase", phrase: "examination_handover" });
}

/** The patient's turn has ended within the sequence. */
export function onClosingTurnEnd(work: Work, flow: Closing): void {
  const isOnWayOut = work.state.phase === "HANDOVER";
  if (flow.step === "phrase" && flow.by === "agenda" && !isOnWayOut) {
    // Words that came after the queue was found spent: no pass has heard them yet (QF6).
    return planNext(work, "turn_end", true);
  }
  if (flow.step !== "answer") return sayClosing(work);
  if (isOnWayOut) {
    setFlow(work, { ...flow, step: "phrase" });
    return sayClosing(work);
  }
  const isRefilled = flow.by === "doctor" ? flow.refilled : work.pending().length > 0;
  if (isRefilled) {
    plan(work);
    if (work.settings.strictRevise) requestPass(work, "turn_end");
    return;
  }
  requestPass(work, "asked");
  wait(work, flow.by);
}

/** The last words have been heard, and the run is over. */
export function said(work: Work): void {
  if (work.over.saying?.what === "examination_handover") endRun(work, "handover");
}

/** Nobody heard it: it is due again at the next permitted moment (SP10). */
export function unsaid(work: Work): void {
  if (work.over.saying?.what !== "anything_else") return;
  work.set({ anythingElseSpoken: false });
  const { flow } = work.state;
  if (flow.at === "closing") setFlow(work, { ...flow, step: "anything_else" });
}

/** Words that can never be said, such as a phrase over the cap: the sequence goes on without them. */
export function unsayable(work: Work): void {
  const what = work.over.saying?.what;
  const { flow } = work.state;
  if (what === "examination_handover") return endRun(work, "handover");
  if (what === "anything_else" && flow.at === "closing") {
    setFlow(work, { ...flow, step: "phrase" });
  }
}

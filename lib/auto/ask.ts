import { EARS_WAIT_MS } from "@/lib/auto/auto_settings.ts";
import { isQuestionPhase, requestPass, setFlow, wait } from "@/lib/auto/flow_moves.ts";
import { isOpenForm } from "@/lib/auto/open_form.ts";
import { askRerank, isReranking } from "@/lib/auto/rerank.ts";
import { isSpeechDecided } from "@/lib/auto/spans.ts";
import { mark } from "@/lib/auto/queue_moves.ts";
import { awaitAnswer } from "@/lib/auto/turn_moves.ts";
import { askWording, openTopic, prepareSound, refOf } from "@/lib/auto/wording.ts";
import type { Work } from "@/lib/auto/work.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";

/** Plans from the queue's head at once; the pass runs beside it and never blocks the ask (QF1). */
export function planNext(work: Work, reason: "golden_exit" | "turn_end", isAnswer: boolean): void {
  if (work.pending().length > 0) {
    plan(work);
    // A patient who goes on after a judged end is still answering: a pass hears that, too.
    const hasMore = work.state.linesHeard > work.state.passes.askedAtLines;
    const isRevised = work.settings.strictRevise && (isAnswer || hasMore);
    if (isRevised || reason === "golden_exit") requestPass(work, reason);
    return;
  }
  // Only a pass that begins after this turn's end may find nothing left (QF6).
  requestPass(work, reason === "golden_exit" ? reason : "asked");
  wait(work, "agenda");
}

/** Chooses the next question, after the re-ranker where one can be asked. */
export function plan(work: Work): void {
  setFlow(work, { at: "choosing" });
  if (!askRerank(work)) choose(work);
}

export function choose(work: Work): void {
  if (isReranking(work)) return;
  const head = work.pending()[0];
  if (head === undefined) return wait(work, "agenda");
  setFlow(work, { at: "wording", item: head.id });
  if (!askWording(work, head.id, false)) voice(work, head.id);
}

/** Its words are known: the sound is made, or is there already (QF9). */
export function voice(work: Work, id: string): void {
  const ref = refOf(work, work.item(id));
  if (!work.settings.presynth) {
    setFlow(work, { at: "ready", item: id, ref });
    return sayReady(work);
  }
  const token = work.name();
  setFlow(work, { at: "voicing", item: id, ref, token, sinceMs: work.nowMs });
  prepareSound(work, id, token, ref);
}

/** Asks what is ready, if the turn has ended and the room is quiet. */
export function sayReady(work: Work): void {
  const { flow, turn } = work.state;
  if (flow.at !== "ready" || turn.ended === null || turn.isHushed) return;
  if (!isQuestionPhase(work) || !work.maySpeak()) return;
  if (!mayAskByEars(work)) return;
  const { item, ref } = flow;
  if (!isOpen(ref) && work.state.phase === "OPEN") work.move("CLOSED", "first_closed_ask");
  if (ref.kind === "question" && ref.wording.by === "template") {
    openTopic(work, ref.wording.topic);
  }
  work.say("question", ref, { item, handedBack: turn.ended.verdict?.handedBack ?? false });
  mark(work, item, "asked");
  awaitAnswer(work, { kind: "question", by: "auto", item, ref, isFirstAsk: true, reasked: false });
  setFlow(work, { at: "idle" });
}

/** Nothing is asked blindly: the words of the turn that has ended come first, or have had their time (TT12). */
export function mayAskByEars({ nowMs, state: { turn } }: Work): boolean {
  const sinceTurnEnd = turn.ended === null ? 0 : nowMs - turn.ended.atMs;
  return isSpeechDecided(turn) || sinceTurnEnd >= EARS_WAIT_MS;
}

/** The open template, or a question whose own words are open (QF5). */
function isOpen(ref: AutoRef): boolean {
  if (ref.kind !== "question") return false;
  const { question, wording } = ref;
  return wording.by === "template" || isOpenForm(wording.by === "lay" ? wording.lay : question);
}

/** TT11: once a wait, when the turn has ended and no question is ready. */
export function think(work: Work): void {
  const { turn, flow, hasThought, passes } = work.state;
  if (hasThought || turn.ended === null || turn.isHushed) return;
  if (!isQuestionPhase(work) || !work.maySpeak()) return;
  const sinceTurnEnd = work.nowMs - turn.ended.atMs;
  const hasPass = passes.inFlight !== null || passes.isRequested;
  const isEmpty = flow.at === "waiting" && hasPass;
  const isPrepared = flow.at === "choosing" || flow.at === "wording" || flow.at === "voicing";
  const isSlow = isPrepared && sinceTurnEnd >= work.settings.thinkThresholdMs;
  if (!isEmpty && !isSlow) return;
  work.set({ hasThought: true });
  work.audit("auto.thinking", {
    reason: isEmpty ? "empty_queue" : "slow_preparation",
    quiet_s: (turn.report?.quietMs ?? 0) / 1000,
    since_turn_end: sinceTurnEnd / 1000,
    pending: work.pending().length,
    pass_in_flight: passes.inFlight !== null,
  });
  work.say("let_me_think", { kind: "phrase", phrase: "let_me_think" });
}

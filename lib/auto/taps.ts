import type { AutoEvent, Tapped } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { endRun } from "@/lib/auto/end_run.ts";
import { plannedItem, plannedText } from "@/lib/auto/plan.ts";
import { isListening, type Phase } from "@/lib/auto_phase.ts";
import { mayBePending } from "@/lib/auto/queue.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import { addAsked, mark } from "@/lib/auto/queue_moves.ts";
import { awaitAnswer, unhush } from "@/lib/auto/turn_moves.ts";
import type { Work } from "@/lib/auto/work.ts";
import { sameTokens, tokenSet } from "@/lib/text/similarity.ts";

/** DW2, DW3, DW5, QF10: the doctor's own taps while a run is on. */
export function tapsMachine(work: Work, event: AutoEvent | AutoInner): void {
  // With or without a run: it is a reading of the clock before (MA9).
  if (event.type === "restarted") return work.set({ gaveWay: null });
  if (work.state.run === null) return;
  switch (event.type) {
    case "tapped":
      return tapped(work, event);
    case "tap_held":
      return held(work);
    case "speech_ended":
      return gaveWay(work, event);
    default:
      return;
  }
}

function held(work: Work): void {
  const queuedText = plannedText(work.state);
  if (queuedText === null) return;
  work.set({ isConfirming: true });
  work.push({ type: "speak_confirm", queuedText });
}

/**
 * A question that nobody has heard yet is taken back before the tap is spoken, in the same moment as
 * the tap (DW2); what is taken back in an earlier one was the doctor's Stop.
 */
function gaveWay(work: Work, event: Extract<AutoEvent, { type: "speech_ended" }>): void {
  const item = work.over.saying?.item ?? null;
  if (event.reason !== "cancelled" || event.audible || item === null) return;
  work.set({ gaveWay: { item, atMs: work.nowMs } });
}

function tapped(work: Work, event: Extract<AutoEvent, { type: "tapped" }>): void {
  const { what, utterance, confirmed } = event;
  const { phase } = work.state;
  const planned = confirmed ? displacedItem(work) : null;
  const item = what.kind === "question" && isBooked(phase) ? book(work, what, utterance) : null;
  work.audit("auto.doctor_tap", {
    utterance,
    kind: what.kind,
    phrase: what.kind === "phrase" ? what.phrase : null,
    item: item?.id ?? null,
    phase,
    confirmed: planned !== null,
    displaced: planned?.id ?? null,
  }, {
    tapped: what.kind === "question" ? what.item.question : what.phrase,
    displaced: planned?.text ?? null,
  });
  work.set({ gaveWay: null });
  // Whatever was tapped, the doctor has the voice speak again.
  unhush(work);
  if (what.kind === "question") return work.raise({ type: "displaced" });
  if (what.phrase === "examination_handover") handOver(work, phase);
}

/** A listening phase, a pause in it, or a handover's own sequence (QU8). */
function isBooked(phase: Phase): boolean {
  return isListening(phase) || phase === "PAUSED_URGENT" || phase === "HANDOVER";
}

/** The question that this tap takes the place of, still planned or just taken back. */
function displacedItem(work: Work): QueueItem | null {
  const { gaveWay } = work.state;
  const isNow = gaveWay !== null && gaveWay.atMs === work.nowMs;
  return plannedItem(work.state) ?? (isNow ? work.item(gaveWay.item) : null);
}

/** Alba never asks again what the doctor has asked: a match is consumed, a new one is added (GO7). */
function book(
  work: Work,
  what: Extract<Tapped, { kind: "question" }>,
  utterance: string,
): QueueItem {
  const { tokens } = tokenSet(what.item.question);
  const match = work.state.queue.items.find((item) => sameTokens(item, { tokens }));
  const { index, version } = what;
  const item = match ?? addAsked(work, what.item, { tokens, version, index, status: "asked" });
  const isFirstAsk = match === undefined || mayBePending(match.status);
  if (item.status !== "answered") mark(work, item.id, "asked");
  work.audit("auto.queue_consumed", {
    item: item.id,
    by: "tap",
    utterance,
    wording: "verbatim",
    lay_similarity: null,
  }, { question: item.text });
  awaitAnswer(work, {
    kind: "question",
    by: "tap",
    item: item.id,
    ref: null,
    isFirstAsk,
    reasked: true,
  });
  return item;
}

/** The run ends at the tap: a phrase that is cut off is still the doctor's decision (QF10). */
function handOver(work: Work, phase: Phase): void {
  const isSequence = phase === "HANDOVER";
  if (!isListening(phase) && !isSequence) return;
  work.audit("auto.doctor_handover", { via: "tap", phase });
  if (!isSequence) {
    work.audit("auto.handover", { requested_by: "doctor", phase });
    work.move("HANDOVER", "handover_requested");
  }
  endRun(work, "handover");
}

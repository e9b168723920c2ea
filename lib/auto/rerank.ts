import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { REPORT_ROUNDING_MS } from "@/lib/auto/auto_settings.ts";
import { isQuestionPhase } from "@/lib/auto/flow_moves.ts";
import { isPlanned, urgentFirst } from "@/lib/auto/queue.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import { isSpanCommitted } from "@/lib/auto/spans.ts";
import { mayEndTurn } from "@/lib/auto/turn_end.ts";
import type { Work } from "@/lib/auto/work.ts";

/**
 * So much quiet, and the words before it written down, and the order is asked for, ms. The officer
 * comes a second later, which is what this call takes: on a server that answers one call at a time it
 * would otherwise wait for the officer's answer, and the patient for both (LA2, LA5).
 */
const EARLY_QUIET_MS = 1_000;

/**
 * QU6: a small call puts the pending questions in order after what the patient has just said. It is
 * asked in the quiet before the turn's end, so that its answer is there when the turn ends (LA2).
 */
export function rerankMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "officer_asked":
      return work.settings.presynth && isQuestionPhase(work) ? void askRerank(work) : undefined;
    case "rerank_answer":
      return heard(work, event);
    case "committed":
      return askEarly(work);
    case "quiet":
      expire(work);
      return askEarly(work);
    case "tick":
      return expire(work);
    case "run_over":
    case "restarted":
      return work.set({ rerank: { ...work.state.rerank, call: null } });
    default:
      return;
  }
}

/** Before anybody knows whether the turn is over; what comes too early is stale and counts for nothing. */
function askEarly(work: Work): void {
  const { rerank, turn } = work.state;
  const { patientSpans, report } = turn;
  if (!work.settings.presynth || !isQuestionPhase(work) || report === null) return;
  if (!mayEndTurn(work) || report.quietMs < EARLY_QUIET_MS - REPORT_ROUNDING_MS) return;
  if (
    rerank.call !== null || rerank.doneSpan === patientSpans ||
    rerank.atLines === work.state.linesHeard
  ) return;
  if (isSpanCommitted(turn)) askRerank(work);
}

/** True while an answer for this very turn is on its way. */
export function isReranking(work: Work): boolean {
  const { rerank, turn } = work.state;
  return rerank.call !== null && rerank.call.patientSpan === turn.patientSpans;
}

/** Asks unless this turn's order is known or nothing can come of it; true when a call is on its way. */
export function askRerank(work: Work): boolean {
  const { rerank, turn, passes, linesHeard } = work.state;
  if (isReranking(work)) return true;
  if (rerank.call !== null || rerank.doneSpan === turn.patientSpans) return false;
  const pending = work.pending();
  if (!passes.modelUsable || pending.length < 2) return false;
  if (!work.settings.hasShortServer && passes.inFlight !== null) {
    return skip(work, "pass_in_flight");
  }
  if (rerank.atLines === linesHeard) return skip(work, "no_new_turns");
  const id = work.name();
  const before = pending.map((item) => item.id);
  work.set({
    rerank: {
      ...rerank,
      call: { id, patientSpan: turn.patientSpans, sinceMs: work.nowMs, before },
    },
  });
  const items = pending.map(({ id, text }) => ({ id, question: text }));
  work.emit({ type: "ask_rerank", call: id, items, boundMs: work.settings.rerankTimeoutMs });
  return true;
}

function skip(work: Work, reason: "pass_in_flight" | "no_new_turns"): false {
  takeAsOrdered(work);
  work.audit("auto.rerank_skipped", { reason });
  return false;
}

/** What is pending stands in the order that it has for this turn. */
export function takeAsOrdered(work: Work): void {
  const { rerank, turn } = work.state;
  work.set({ rerank: { ...rerank, doneSpan: turn.patientSpans } });
}

type Answer = Extract<AutoEvent, { type: "rerank_answer" }>;

function heard(work: Work, event: Answer): void {
  const { rerank, turn } = work.state;
  const { call } = rerank;
  if (call === null || call.id !== event.call) return;
  const isStale = call.patientSpan !== turn.patientSpans;
  work.set({ rerank: { ...rerank, call: null } });
  if (event.failure !== null || isStale) {
    work.audit("auto.rerank_failed", {
      reason: isStale ? "stale" : "call",
      outcome: event.failure,
      elapsed_ms: event.elapsedMs,
    });
  } else take(work, event, call.before);
  if (isStale) return;
  const atLines = event.failure === null ? work.state.linesHeard : rerank.atLines;
  work.set({ rerank: { call: null, doneSpan: turn.patientSpans, atLines } });
  work.raise({ type: "reranked" });
}

/**
 * Unknown ids are ignored, missing ones keep their order behind the named, nothing protected goes. One
 * question is always left: that all are answered is for the passes to find (QF6), not for one small call.
 */
function take(work: Work, event: Answer, before: readonly string[]): void {
  const pending = work.pending();
  const byId = new Map(pending.map((item) => [item.id, item]));
  const named = [...new Set(event.order)].filter((id) => byId.has(id));
  const guarded = pending.filter((item) => isProtected(work, item)).map(({ id }) => id);
  const ordered = [
    ...named.flatMap((id) => byId.get(id) ?? []),
    ...pending.filter(({ id }) => !named.includes(id)),
  ];
  const unwanted = event.drop.filter(({ id }) => byId.has(id) && !guarded.includes(id));
  const isEverything = ordered.every((item) => unwanted.some(({ id }) => id === item.id));
  const drops = isEverything ? unwanted.filter(({ id }) => id !== ordered[0]?.id) : unwanted;
  const gone = new Set(drops.map(({ id }) => id));
  const rest = work.state.queue.items.filter((item) => !byId.has(item.id));
  const items = [...ordered, ...rest].map((item) =>
    gone.has(item.id) ? { ...item, status: "dropped" as const } : item
  );
  work.set({ queue: { ...work.state.queue, items: urgentFirst(items) } });
  const ignored = event.order.length - named.length + event.drop.length - drops.length;
  work.audit("auto.queue_reranked", {
    before,
    order: work.pending().map(({ id }) => id),
    drops: [...gone],
    ignored,
    ms: event.elapsedMs,
    protected: guarded,
  }, { drops });
  for (const id of gone) work.audit("auto.queue_dropped", { item: id, reason: "reranker" });
}

function isProtected(work: Work, item: QueueItem): boolean {
  return item.urgent || isPlanned(work, item.id);
}

/** The head is taken as it stands when the answer does not come in time (QF1). */
function expire(work: Work): void {
  const { call } = work.state.rerank;
  if (call === null) return;
  const elapsedMs = work.nowMs - call.sinceMs;
  if (elapsedMs < work.settings.rerankTimeoutMs) return;
  heard(work, {
    type: "rerank_answer",
    call: call.id,
    failure: "timeout",
    elapsedMs,
    order: [],
    drop: [],
  });
}

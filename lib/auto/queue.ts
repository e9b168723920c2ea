import type { AgendaItem, AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import { plannedItem } from "@/lib/auto/plan.ts";
import { freshItem, type ItemStatus, type QueueItem } from "@/lib/auto/queue_item.ts";
import { isTapAwaited } from "@/lib/auto/turn_state.ts";
import { wasHeard, wasLostUnheard } from "@/lib/auto/utterance.ts";
import type { Work } from "@/lib/auto/work.ts";
import { sameTokens, tokenSet } from "@/lib/text/similarity.ts";
import type { EndReason } from "@/lib/protocol/shared.ts";

/** QU: the standing queue. A question that was asked is never pending again (QF4). */
export function queueMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "toggle_on":
      return seed(work, event.agenda);
    case "pass_started":
      return passStarted(work, event.version);
    case "pass_landed":
      return landed(work, event);
    case "agenda_shown":
      return shown(work, event);
    case "pass_dropped":
      return dropped(work, event.version);
    case "model":
      return model(work, event.usable);
    case "restarted":
      return restarted(work);
    case "say_issued":
      return consumed(work, event.token);
    case "speech_ended":
      return wasHeard(event.reason, event.audible) ? undefined : unheard(work, event.reason);
    case "say_refused":
      return event.code === "busy" ? requeue(work, "busy") : unsayable(work, event.code);
    default:
      return;
  }
}

/** A pass that was asked for dies with its model, and the rules answer the next wish (QF8). */
function model(work: Work, usable: boolean): void {
  const isLost = work.state.passes.modelUsable && !usable;
  work.setPasses({ modelUsable: usable });
  if (isLost) work.raise({ type: "model_lost" });
}

/** The agenda at the toggle is merged like a pass; an empty one is none (QU3). */
function seed(
  work: Work,
  agenda: { readonly version: number; readonly questions: readonly AgendaItem[] },
): void {
  if (agenda.questions.length === 0) return;
  merge(work, agenda.version, agenda.questions, true);
}

function passStarted(work: Work, version: number): void {
  const starts = work.state.passes.starts + 1;
  const inFlight = { version, index: starts };
  work.setPasses({ starts, inFlight, isRequested: false, isHeld: false });
}

/** Only while a run is on: what lands later is the doctor's panel (QF11, QU3). */
function landed(work: Work, event: Extract<AutoEvent, { type: "pass_landed" }>): void {
  const startIndex = endPass(work, event.version);
  if (work.state.run === null) return;
  if (event.questions === null) return work.raise({ type: "pass_empty", startIndex });
  const added = merge(work, event.version, event.questions, false);
  work.raise({ type: "merged", added, startIndex });
}

/**
 * What the rules ask while a model has said nothing yet is there to be asked if it never does (QF8). It
 * is no pass: whoever waits for one waits on, unless there is something new to ask.
 */
function shown(work: Work, event: Extract<AutoEvent, { type: "agenda_shown" }>): void {
  if (work.state.run === null) return;
  const added = merge(work, event.version, event.questions, false);
  if (added > 0) work.raise({ type: "merged", added, startIndex: null });
}

function dropped(work: Work, version: number): void {
  const startIndex = endPass(work, version);
  if (startIndex === null) work.setPasses({ isRequested: false, isHeld: false });
  if (work.state.run !== null) work.raise({ type: "pass_empty", startIndex });
}

/** A pass of the service that went never lands; the next wish is a new one. */
function restarted(work: Work): void {
  work.setPasses({ inFlight: null, isRequested: false, isHeld: false });
  if (wasLostUnheard(work)) unheard(work, "lost");
}

function endPass(work: Work, version: number): number | null {
  const { inFlight } = work.state.passes;
  if (inFlight === null || inFlight.version !== version) return null;
  work.setPasses({ inFlight: null });
  return inFlight.index;
}

/** QU2, QU4. Returns how many pending questions are new. */
function merge(
  work: Work,
  version: number,
  questions: readonly AgendaItem[],
  seeded: boolean,
): number {
  const before = work.state.queue.items;
  const known = new Map(before.map((item) => [item.id, item]));
  const inPass: QueueItem[] = [];
  const discarded: string[] = [];
  let refreshed = 0;
  let { named } = work.state.queue;
  for (const [index, question] of questions.entries()) {
    // It keeps its place, by which those behind it are known.
    if (question.isHeldBack === true) continue;
    const { tokens } = tokenSet(question.question);
    const match = [...known.values(), ...inPass].find((item) => sameTokens(item, { tokens }));
    if (match === undefined) {
      named += 1;
      const about = { id: `q${named}`, tokens, version, index, status: "pending" } as const;
      inPass.push(freshItem(question, about));
    } else if (!mayBePending(match.status)) discarded.push(match.id);
    else if (known.delete(match.id)) {
      if (match.status === "pending") refreshed += 1;
      inPass.push(listed(match, question, { version, index }));
    } else {
      // Twice in one pass: it is one question, and urgent if either is.
      const at = inPass.findIndex(({ id }) => id === match.id);
      inPass[at] = { ...match, urgent: match.urgent || question.urgent };
    }
  }
  const added = inPass.length - refreshed;
  const rest = [...known.values()].map((item) =>
    item.status === "pending" ? { ...item, absent: item.absent + (seeded ? 0 : 1) } : item
  );
  const { items, absent, capped } = bounded(work, [...inPass, ...rest]);
  work.set({ queue: { items: urgentFirst(items), named } });
  const pending = work.pending().length;
  work.audit("auto.queue_merged", {
    version,
    seeded,
    added,
    refreshed,
    discarded: discarded.length,
    dropped_absent: absent.length,
    capped: capped.length,
    pending,
  }, { discarded });
  for (const item of absent) {
    work.audit("auto.queue_dropped_absent", { item: item.id, absent: item.absent, version });
  }
  for (const item of capped) work.audit("auto.queue_capped", { item: item.id, version });
  return added;
}

/** What nobody has asked and a voice can say: a pass that lists it has it pending (QU2, QF4). */
export function mayBePending(status: ItemStatus): boolean {
  return status === "pending" || status === "dropped";
}

/** As the newest pass has it; what was only dropped is back. */
function listed(
  item: QueueItem,
  { urgent }: AgendaItem,
  source: { readonly version: number; readonly index: number },
): QueueItem {
  return { ...item, ...source, absent: 0, urgent, status: "pending" };
}

/** Neither absence nor the cap takes a question that an alarm waits for (QU4). */
function bounded(work: Work, all: readonly QueueItem[]) {
  const { queueAbsentPasses, queueMax } = work.settings;
  const isFree = (item: QueueItem) =>
    item.status === "pending" && !item.urgent && !isPlanned(work, item.id);
  const absent = all.filter((item) => isFree(item) && item.absent >= queueAbsentPasses);
  const left = all.filter((item) => !absent.includes(item));
  const surplus = left.filter(({ status }) => status === "pending").length - queueMax;
  const capped = surplus <= 0 ? [] : left.filter(isFree).slice(-surplus);
  const gone = new Set([...absent, ...capped].map(({ id }) => id));
  const items = all.map((item) =>
    gone.has(item.id) ? { ...item, status: "dropped" as const } : item
  );
  return { items, absent, capped };
}

/** Questions that clarify an alarm come before all others, each group in its order. */
export function urgentFirst(items: readonly QueueItem[]): QueueItem[] {
  return [...items.filter(({ urgent }) => urgent), ...items.filter(({ urgent }) => !urgent)];
}

/** The question that is on its way to be asked. */
export function isPlanned(work: Work, id: string): boolean {
  return plannedItem(work.state)?.id === id;
}

/** By id, never by position: what was planned, whatever is the head by now (QU5). */
function consumed(work: Work, token: number): void {
  const { saying } = work.state;
  if (saying?.token !== token || saying.item === null || saying.utterance === null) return;
  if (saying.reask) {
    work.audit("auto.reask_no_answer", {
      utterance: saying.utterance,
      item: saying.item,
      quiet_s: (work.state.turn.report?.quietMs ?? 0) / 1000,
      grace_s: work.settings.noAnswerGraceMs / 1000,
      reason: work.state.turn.awaiting?.wasWordless === true ? "no_words" : "silence",
    }, { text: work.item(saying.item).text });
    return;
  }
  const wording = saying.ref.kind === "question" ? saying.ref.wording : null;
  work.audit("auto.queue_consumed", {
    item: saying.item,
    by: "auto",
    utterance: saying.utterance,
    wording: wording?.by ?? "verbatim",
    lay_similarity: wording?.by === "lay" ? wording.similarity : null,
  }, { question: work.item(saying.item).text, wording });
}

/**
 * Alba's own question or the doctor's tap: nobody heard it, so it asked nothing (QU8). A phrase that is
 * tapped after a question which was heard is none of its (QF4).
 */
function unheard(work: Work, reason: EndReason): void {
  const code = reason === "politeness_abort" ? "politeness_abort" : "not_heard";
  const { awaiting } = work.state.turn;
  if (!work.over.isTap) return requeue(work, code);
  if (isTapAwaited(awaiting) && awaiting.isFirstAsk) pendingAgain(work, awaiting.item, code);
}

/** Back to the head that it was, also where a pass has landed since its issue (QU8, SP10). */
function requeue(work: Work, reason: string): void {
  const saying = work.over.saying ?? work.over.earlier;
  if (saying === null || saying.reask || !pendingAgain(work, saying.item, reason)) return;
  const { queue } = work.state;
  const isIt = ({ id }: QueueItem) => id === saying.item;
  const items = [...queue.items.filter(isIt), ...queue.items.filter((item) => !isIt(item))];
  work.set({ queue: { ...queue, items: urgentFirst(items) } });
}

function pendingAgain(work: Work, item: string | null, reason: string): boolean {
  if (item === null || work.item(item).status !== "asked") return false;
  work.setItem(item, { status: "pending" });
  work.audit("auto.queue_requeued", { item, reason });
  return true;
}

/**
 * What can never be said, such as a question that is too long, must not be tried for ever. A question
 * that only its repetition failed for has been asked, and is answered at its turn's end (TT7).
 */
function unsayable(work: Work, reason: string): void {
  const saying = work.over.saying ?? work.over.earlier;
  if (saying?.item == null || saying.reask) return;
  work.setItem(saying.item, { status: "unsayable" });
  work.audit("auto.queue_dropped", { item: saying.item, reason });
}

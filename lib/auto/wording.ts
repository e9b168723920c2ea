import type { AutoInner } from "@/lib/auto/auto_inner.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { PREPARED_ITEMS } from "@/lib/auto/auto_settings.ts";
import { isListening } from "@/lib/auto_phase.ts";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import { wasHeard, wasLostUnheard } from "@/lib/auto/utterance.ts";
import type { Work } from "@/lib/auto/work.ts";
import type { AutoRef } from "@/lib/speech/auto_ref.ts";
import { tokenSet, tokenSetSimilarity } from "@/lib/text/similarity.ts";

/** How a call ends that only made way for another, or whose turn never came (LA4). */
const MADE_WAY: ReadonlySet<string> = new Set(["abandoned", "cancelled", "expired"]);

/** SP5, LA2: topic and plain wording of the next questions, asked while the patient speaks. */
export function wordingMachine(work: Work, event: AutoEvent | AutoInner): void {
  switch (event.type) {
    case "topic_answer":
      return heard(work, event);
    case "merged":
    case "turn_ended":
    case "speech_started":
    case "reranked":
      return prepareNext(work);
    case "tick":
      expire(work);
      return prepareNext(work);
    case "speech_ended":
      return wasHeard(event.reason, event.audible) ? undefined : unopen(work);
    case "say_refused":
      return unopen(work);
    case "restarted":
      if (wasLostUnheard(work)) unopen(work);
      return forget(work);
    case "run_over":
      return forget(work);
    default:
      return;
  }
}

/** Asks for one question's wording now; false when it is known or nobody can be asked. */
export function askWording(work: Work, id: string, idle: boolean): boolean {
  const item = work.item(id);
  const { wording } = item;
  if (wording.state === "known" || !work.state.passes.modelUsable) return false;
  // Behind a running pass it would only wait for its own timeout, and the patient with it (LA2).
  if (!work.settings.hasShortServer && work.state.passes.inFlight !== null) return false;
  if (wording.state === "asked") {
    if (idle || !wording.idle) return true;
    // An idle call makes way for anything; a planned question cannot wait for its turn.
  }
  const call = work.name();
  work.setItem(id, { wording: { state: "asked", call, sinceMs: work.nowMs, idle } });
  work.emit({
    type: "ask_topic",
    call,
    question: item.text,
    idle,
    boundMs: work.settings.topicTimeoutMs,
  });
  return true;
}

function heard(work: Work, event: Extract<AutoEvent, { type: "topic_answer" }>): void {
  const item = work.state.queue.items.find(({ wording }) =>
    wording.state === "asked" && wording.call === event.call
  );
  if (item === undefined || item.wording.state !== "asked") return;
  const { topic, lay, laySimilarity } = event;
  // What made way is asked again; what failed in earnest is said as the agenda has it.
  const again = item.wording.idle && event.failure !== null && MADE_WAY.has(event.failure);
  const known = event.failure === null
    ? { state: "known", topic, lay, laySimilarity } as const
    : { state: "known", topic: null, lay: null, laySimilarity: null } as const;
  work.setItem(item.id, { wording: again ? { state: "unasked" } : known });
  work.raise({ type: "worded", item: item.id });
  if (!again && work.settings.presynth) voiceAhead(work, item.id);
  if (event.failure === null) prepareNext(work);
}

/** A call that never came back is one that failed (QF8). */
function expire(work: Work): void {
  for (const { wording } of work.state.queue.items) {
    if (wording.state !== "asked") continue;
    const elapsedMs = work.nowMs - wording.sinceMs;
    // The idle ones have no bound of their own but the model's.
    if (elapsedMs < work.settings.topicTimeoutMs * (wording.idle ? 10 : 1)) continue;
    heard(work, {
      type: "topic_answer",
      call: wording.call,
      failure: "timeout",
      elapsedMs,
      topic: null,
      lay: null,
      laySimilarity: null,
    });
  }
}

/** One idle call at a time for the first few; without a model their sound alone is made. */
function prepareNext(work: Work): void {
  const { phase, run, passes } = work.state;
  if (run === null || !work.settings.presynth) return;
  if (!isListening(phase) && phase !== "PAUSED_URGENT") return;
  const next = work.pending().slice(0, PREPARED_ITEMS);
  if (!passes.modelUsable) {
    for (const { id } of next) voiceAhead(work, id);
    return;
  }
  if (work.state.queue.items.some(({ wording }) => wording.state === "asked")) return;
  const unasked = next.find(({ wording }) => wording.state === "unasked");
  if (unasked !== undefined) askWording(work, unasked.id, true);
}

function voiceAhead(work: Work, id: string): void {
  const item = work.item(id);
  if (item.isVoiced || item.status !== "pending") return;
  prepareSound(work, id, null, refOf(work, item));
}

/** `token` names a sound that a question waits for. */
export function prepareSound(work: Work, id: string, token: number | null, ref: AutoRef): void {
  work.setItem(id, { isVoiced: true });
  work.emit({ type: "prepare_speech", token, ref });
}

/**
 * How a question is asked (QF3): a topic's first ask is open, by the owner's template; each later one
 * is the question itself, in plain words where the guard let them through.
 */
export function refOf(work: Work, item: QueueItem): AutoRef {
  const { wording, version, index, text: question } = item;
  const ref = { kind: "question", version, index, question } as const;
  if (wording.state !== "known") return { ...ref, wording: { by: "verbatim" } };
  const { topic, lay, laySimilarity } = wording;
  if (topic !== null && !isOpened(work, topic)) {
    return { ...ref, wording: { by: "template", template: "tell_me_more", topic } };
  }
  if (lay !== null && laySimilarity !== null) {
    return { ...ref, wording: { by: "lay", lay, similarity: laySimilarity } };
  }
  return { ...ref, wording: { by: "verbatim" } };
}

/** "This chest pain" and "the pain" are one topic, and it is opened once. */
function isOpened(work: Work, topic: string): boolean {
  const tokens = tokenSet(topic);
  return work.state.topicsOpened.some((opened) =>
    tokenSetSimilarity(tokens, tokenSet(opened)) >= work.settings.topicMatchThreshold
  );
}

export function openTopic(work: Work, topic: string): void {
  work.set({ topicsOpened: [...work.state.topicsOpened, topic] });
}

/** Nobody has heard the opening: the topic is still to be opened (SP10). */
function unopen(work: Work): void {
  const { saying } = work.over;
  if (saying?.ref.kind !== "question" || saying.reask) return;
  const { wording } = saying.ref;
  if (wording.by !== "template") return;
  const topicsOpened = work.state.topicsOpened.filter((topic) => topic !== wording.topic);
  work.set({ topicsOpened });
}

function forget(work: Work): void {
  for (const { id, wording } of work.state.queue.items) {
    if (wording.state === "asked") work.setItem(id, { wording: { state: "unasked" } });
  }
}

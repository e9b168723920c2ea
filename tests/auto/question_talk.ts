import assert from "node:assert/strict";
import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import { type AutoTalk, question } from "./auto_talk.ts";

/** What the topic call makes of a question; nothing given is a question that is said as it stands. */
export interface Worded {
  readonly topic?: string | null;
  readonly lay?: string | null;
  readonly laySimilarity?: number | null;
  readonly failure?: string | null;
}

export function questions(...texts: readonly string[]) {
  return texts.map((text) => question(text));
}

/** Answers the topic call of a question, whichever kind it is; fails when none is on its way. */
export function word(talk: AutoTalk, item: string, worded: Worded = {}): readonly AutoEffect[] {
  const wording = talk.state.queue.items.find(({ id }) => id === item)?.wording;
  if (wording?.state !== "asked") throw new Error(`Nobody has asked for a wording of ${item}`);
  const { topic = null, lay = null, failure = null } = worded;
  return talk.on({
    type: "topic_answer",
    call: wording.call,
    failure,
    elapsedMs: 900,
    topic,
    lay,
    laySimilarity: worded.laySimilarity ?? (lay === null ? null : 0.5),
  });
}

/** Answers the re-ranker that is being asked. */
export function rerank(
  talk: AutoTalk,
  order: readonly string[],
  drop: readonly string[] = [],
  failure: string | null = null,
): readonly AutoEffect[] {
  return talk.on({
    type: "rerank_answer",
    call: talk.last("ask_rerank").call,
    failure,
    elapsedMs: 800,
    order,
    drop: drop.map((id) => ({ id, reason: "already answered" })),
  });
}

export function prepared(talk: AutoTalk, ok = true): readonly AutoEffect[] {
  const { flow } = talk.state;
  if (flow.at !== "voicing") throw new Error(`Nothing is being voiced: ${flow.at}`);
  return talk.on({ type: "speech_prepared", token: flow.token, ok });
}

/** Answers every call the flow waits for, until Alba is told to say something. */
export function toIssue(talk: AutoTalk, worded: Worded = {}): string | null {
  for (let answered = 0; answered < 8 && talk.saying() === null; answered++) {
    const { flow, rerank: { call } } = talk.state;
    if (flow.at === "choosing" && call !== null) rerank(talk, []);
    else if (flow.at === "wording") word(talk, flow.item, worded);
    else if (flow.at === "voicing") prepared(talk);
    else talk.quietTo(talk.quietMs + 500);
  }
  return talk.saying();
}

/** The patient speaks, and is then silent until the silence itself ends the turn. */
export function takeTurn(talk: AutoTalk, ms = 3_000): void {
  talk.speak(ms);
  talk.quietTo(3_500);
}

/** The next question is issued and heard, and the patient has answered it. */
export function askAndAnswer(talk: AutoTalk, worded: Worded = {}): string {
  assert.equal(toIssue(talk, worded), "question");
  const asked = talk.said().at(-1) ?? "";
  talk.hear();
  takeTurn(talk);
  return asked;
}

export function statusOf(talk: AutoTalk, text: string): string | undefined {
  return talk.state.queue.items.find((item) => item.text === text)?.status;
}

export function pendingTexts(talk: AutoTalk): string[] {
  return talk.state.queue.items.filter(({ status }) => status === "pending")
    .map(({ text }) => text);
}

/** Ends one of Alba's utterances that nobody has heard, because somebody was speaking. */
export function abort(talk: AutoTalk): readonly AutoEffect[] {
  return talk.endSpeech("politeness_abort", false, 0.03);
}

import { AFFECTS } from "@/lib/protocol/affect.ts";
import type { ChatRequest } from "@/lib/engines/chat/port.ts";
import type { CaseCard, Fact } from "@/lib/rehearsal/patients/case_card.ts";
import type { ModelCall } from "@/lib/rehearsal/patients/profiles.ts";
import { type BookQuestion, questionBook } from "@/lib/rehearsal/round/question_book.ts";
import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/** What really goes on with the patient, which a good model would read from the words. */
export interface Truth {
  /** Facts that have come out and been written down. */
  readonly told: () => readonly string[];
  /** The patient will go on by itself. */
  readonly isMidTurn: () => boolean;
  readonly handsBack: () => boolean;
}

export interface StubModel {
  /** The reply's text. */
  answer(call: ModelCall, request: ChatRequest): string;
}

/** How often the officer is wrong, about what small models do on this question. */
const CUTS_OFF = 0.03;
const WAITS_TOO_LONG = 0.15;

/** A pass lists so many questions, and a history asks for so much in all. */
const LISTED = 5;
const MOST_ASKED = 10;

/** How often a model forgets that something was asked, or words it anew. */
const FORGETS = 0.25;
const REWORDS = 0.3;

/** How an urgent action is said from pass to pass (486's chain is one of re-wordings). */
const ACTION_WORDINGS = [
  (action: string) => action,
  (action: string) => `Consider: ${action}`,
  (action: string) => `Immediately ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
] as const;

/** Answers like a model that has read the case; wrong, forgetful and wordy as often as one is. */
export function stubModel(card: CaseCard, random: Seeded, truth: Truth): StubModel {
  const book = questionBook(card);
  return {
    answer(call, request) {
      switch (call) {
        case "officer":
          return officer(random, truth);
        case "topic":
          return topic(random, book, request);
        case "rerank":
          return rerank(random, request);
        case "assessment":
          return assessment(card, random, book, truth);
        case "urgency":
          return urgency(card, random, truth);
        case "affect":
          return JSON.stringify({ affect: AFFECTS[0], intensity: 1 });
      }
    },
  };
}

function officer(random: Seeded, truth: Truth): string {
  const cutsOff = random.chance(CUTS_OFF);
  const waits = random.chance(WAITS_TOO_LONG);
  if (truth.isMidTurn()) return cutsOff ? "B" : "A";
  if (waits) return "A";
  return truth.handsBack() ? "C" : "B";
}

function lastMessage({ messages }: ChatRequest): string {
  return messages.at(-1)?.content ?? "";
}

function topic(random: Seeded, book: readonly BookQuestion[], request: ChatRequest): string {
  const asked = lastMessage(request);
  const known = book.find(({ wordings }) => wordings.some((wording) => asked.includes(wording)));
  const isUnusable = random.chance(0.1);
  if (known === undefined || isUnusable) {
    return JSON.stringify({
      topic: "I would like to know (more)",
      lay: "You should rest. Should you?",
    });
  }
  return JSON.stringify({ topic: known.topic, lay: known.lay });
}

/** The numbers of the list, shuffled a little; now and then one is dropped, or made up. */
function rerank(random: Seeded, request: ChatRequest): string {
  const numbers = [...lastMessage(request).matchAll(/^(\d+)\. /gm)].map(([, number]) =>
    Number(number)
  );
  const order = [...numbers];
  const [from, to] = [random.next(), random.next()].map((at) => Math.floor(at * order.length));
  const moved = order.splice(from ?? 0, 1);
  order.splice(to ?? 0, 0, ...moved);
  const dropsOne = random.chance(0.15);
  // Small models, and transcripts that give orders, now and then throw everything away.
  const dropsAll = random.chance(0.05);
  const drops = dropsAll ? order.splice(0) : order.splice(-1, dropsOne ? 1 : 0);
  if (random.chance(0.05)) order.push(99);
  return JSON.stringify({ order, drop: drops.map((id) => ({ id, reason: "answered already" })) });
}

/** What is not known yet, the most telling first: it lists on until an answer stands in the transcript. */
function assessment(
  card: CaseCard,
  random: Seeded,
  book: readonly BookQuestion[],
  truth: Truth,
): string {
  const told = new Set(truth.told());
  const open = book.slice(0, MOST_ASKED).filter(({ fact }) => !told.has(fact)).slice(0, LISTED);
  const forgotten = random.chance(FORGETS)
    ? book.filter(({ fact }) => told.has(fact)).slice(0, 2)
    : [];
  const isUrgent = raisedFlags(card, told).length > 0;
  const questions = [...open, ...forgotten].map(({ wordings, rationale }, place) => ({
    question: wordings[random.chance(REWORDS) ? 1 : 0],
    rationale,
    urgent: isUrgent && place === 0,
  }));
  return JSON.stringify({ summary: card.title, questions_to_ask: questions, considerations: [] });
}

function raisedFlags(card: CaseCard, told: ReadonlySet<string>): Fact[] {
  return card.facts.filter(({ id, redFlag }) => redFlag !== undefined && told.has(id));
}

function urgency(card: CaseCard, random: Seeded, truth: Truth): string {
  const flags = raisedFlags(card, new Set(truth.told()));
  const actions = flags.map(({ redFlag, says }) => ({
    action: random.pick(ACTION_WORDINGS)(redFlag?.action ?? ""),
    reason: "The patient said so.",
    quote: says[0] ?? "",
    arranged: false,
  }));
  return JSON.stringify({ urgent_actions: actions });
}

import type { CaseCard, Fact } from "@/lib/rehearsal/patients/case_card.ts";
import { about } from "@/lib/rehearsal/patients/everyday_words.ts";
import type { Heard } from "@/lib/rehearsal/patients/heard.ts";
import { touch } from "@/lib/rehearsal/patients/heard_words.ts";
import type { Timing } from "@/lib/rehearsal/patients/manners.ts";
import type { PatientState } from "@/lib/rehearsal/patients/patient_state.ts";
import { smallTalkOf, STORIES } from "@/lib/rehearsal/patients/small_talk.ts";
import { type Piece, plainPiece, wordCount } from "@/lib/rehearsal/patients/speak.ts";
import {
  drawFrom,
  FIRST_STATEMENT_S,
  TURN_WORDS,
} from "@/lib/rehearsal/patients/timing_figures.ts";
import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/** All that a reply depends on. */
export interface Replying {
  readonly card: CaseCard;
  readonly state: PatientState;
  readonly timing: Timing;
  readonly random: Seeded;
}

/** Felt listened to this often, a patient answers what only a kind question would get. */
const RAPPORT_FOR_KINDLY = 2;

/** And this often, a question about what is hidden; a kind question needs half. */
const RAPPORT_FOR_HIDDEN = 4;

/** At most this many sentences that tell nothing in one turn. */
const ASIDES_MAX = 5;

/** The chance of a filler before an answer. */
const FILLER_CHANCE = 0.25;

/** What the patient would tell unasked, in order: the rest of the opening, then the free facts. */
export function moreToTell({ card, state, random }: Replying): Piece[] {
  const opening = card.opening.slice(state.openingSaid)
    .map((text): Piece => ({ text, facts: [], opening: 1 }));
  const free = card.facts
    .filter(({ id, given }) => given === "freely" && !state.told.includes(id))
    .map((fact) => factPiece(fact, random.pick(fact.says)));
  return [...opening, ...free];
}

/** The same without drawing: whether the patient would go on. */
export function hasMoreToTell(card: CaseCard, state: PatientState): boolean {
  return state.openingSaid < card.opening.length ||
    card.facts.some(({ id, given }) => given === "freely" && !state.told.includes(id));
}

function factPiece(fact: Fact, text: string): Piece {
  return { text, facts: [fact.id], opening: 0 };
}

/** The answer to a question; never empty. */
export function answerQuestion(replying: Replying, heard: Heard): Piece[] {
  const { card, state, timing, random } = replying;
  const talk = smallTalkOf(card.manner);
  const target = drawFrom(random, TURN_WORDS) * timing.lengthScale;
  const touched = touchedFacts(card, heard);
  const untold = touched.filter(({ fact }) => !state.told.includes(fact.id));
  const [best, next] = [touched[0], untold[0]];
  if (best === undefined) {
    if (heard.openForm) return tellOn(replying, target);
    return lengthen(
      replying,
      [plainPiece(random.pick(heard.yesNo ? talk.no : talk.unsure))],
      target,
    );
  }
  if (next === undefined || next.score + 1 < best.score) {
    if (state.answered.includes(heard.key)) return [plainPiece(random.pick(talk.again))];
    return lengthen(replying, [plainPiece(random.pick(best.fact.says))], target);
  }
  const open = untold.filter(({ fact }) => isOpenTo(fact, heard, state));
  if (open[0]?.fact !== next.fact) return [plainPiece(random.pick(talk.evasions))];
  const answer = [answerPiece(next.fact, target)];
  for (const { fact, score } of open.slice(1)) {
    const shortest = wordCount(fact.says[0] ?? "");
    const fits = wordsOf(answer) + shortest <= target;
    if (fits && score >= next.score) answer.push(answerPiece(fact, target - wordsOf(answer)));
  }
  const filler = random.pick(talk.fillers);
  const [first, ...rest] = answer;
  const hesitates = random.chance(FILLER_CHANCE) && first !== undefined;
  return lengthen(replying, hesitates ? [withFiller(filler, first), ...rest] : answer, target);
}

/** After a filler a sentence goes on in lower case, unless it begins with a name. */
function withFiller(filler: string, piece: Piece): Piece {
  const [head = "", ...tail] = piece.text;
  const isName = /^(I\b|[A-Z]{2}|Mum\b|[A-Z][a-z]+day\b)/.test(piece.text);
  return { ...piece, text: `${filler} ${isName ? head : head.toLowerCase()}${tail.join("")}` };
}

/** The facts that a question asks for, the nearest first, then in the order of the card. */
function touchedFacts(card: CaseCard, { words }: Heard): { fact: Fact; score: number }[] {
  const touched = card.facts
    .map((fact) => ({ fact, score: touch(words, fact.about) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (touch(words, about.family) === 0) return touched;
  // "Heart trouble in your family" asks for the family, not for the patient's own heart.
  const ofFamily = touched.filter(({ fact }) => touch(words, familyOf(fact)) > 0);
  return ofFamily.length > 0 ? ofFamily : touched;
}

const RELATIVES: ReadonlySet<string> = new Set(about.family);

function familyOf({ about: entries }: Fact): readonly string[] {
  return entries.filter((entry) => RELATIVES.has(entry));
}

function isOpenTo({ given }: Fact, { kindly }: Heard, { rapport }: PatientState): boolean {
  switch (given) {
    case "freely":
    case "if_asked":
      return true;
    case "if_asked_kindly":
      return kindly || rapport >= RAPPORT_FOR_KINDLY;
    case "hidden":
      return rapport >= (kindly ? RAPPORT_FOR_HIDDEN / 2 : RAPPORT_FOR_HIDDEN);
  }
}

/** The longest wording that the turn has room for; the shortest where it has none. */
function answerPiece(fact: Fact, words: number): Piece {
  const fitting = fact.says.filter((text) => wordCount(text) <= words);
  return factPiece(fact, fitting.at(-1) ?? fact.says[0] ?? "");
}

/**
 * The first statement, as far as this patient tells without encouragement: the opening, the free
 * facts while there is time, and between them stories up to the length drawn.
 */
export function firstStatement(replying: Replying): Piece[] {
  const { card, timing, random } = replying;
  const words = drawFrom(random, FIRST_STATEMENT_S) * timing.wordsPerSecond * timing.lengthScale;
  const left = moreToTell(replying);
  const told: Piece[] = [];
  for (let piece = left[0]; piece !== undefined; piece = left[0]) {
    if (piece.opening === 0 && wordsOf([...told, piece]) > words) break;
    told.push(piece);
    left.shift();
  }
  for (const story of inAnyOrder(random, STORIES)) {
    const at = 1 + Math.floor(random.next() * told.length);
    if (wordsOf(told) + wordCount(story) <= words) told.splice(at, 0, plainPiece(story));
  }
  const handsBack = random.chance(timing.handBackChance);
  if (left.length === 0 && handsBack) told.push(plainPiece(card.handBack));
  return told;
}

/** "Tell me more": what would come by itself, then what would come if asked. */
export function tellOn(replying: Replying, words: number): Piece[] {
  const { card, state, random } = replying;
  const asked = card.facts
    .filter(({ id, given }) => given === "if_asked" && !state.told.includes(id))
    .map((fact) => factPiece(fact, random.pick(fact.says)));
  const [first, ...rest] = [...moreToTell(replying), ...asked];
  if (first === undefined) return [plainPiece(random.pick(smallTalkOf(card.manner).finished))];
  const told = [first];
  for (const piece of rest) {
    if (wordsOf(told) + wordCount(piece.text) > words) break;
    told.push(piece);
  }
  return told;
}

/** Fills a turn up to its words: what would come anyway, something off the point, small talk. */
function lengthen(replying: Replying, answer: readonly Piece[], words: number): Piece[] {
  const { card, timing, random } = replying;
  const given = new Set(answer.flatMap(({ facts }) => facts));
  const turn = [...answer];
  const addFitting = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      if (piece.facts.some((id) => given.has(id))) continue;
      if (wordsOf(turn) + wordCount(piece.text) <= words) turn.push(piece);
    }
  };
  if (random.chance(timing.driftChance)) {
    const [offThePoint] = tellOn(replying, 0);
    if (offThePoint !== undefined && offThePoint.facts.length > 0) addFitting([offThePoint]);
  }
  const asides = inAnyOrder(random, smallTalkOf(card.manner).asides);
  for (const aside of asides.slice(0, ASIDES_MAX)) addFitting([plainPiece(aside)]);
  return turn;
}

function inAnyOrder(random: Seeded, sentences: readonly string[]): string[] {
  const left = [...sentences];
  return sentences.flatMap(() => left.splice(Math.floor(random.next() * left.length), 1));
}

export function wordsOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + wordCount(text), 0);
}

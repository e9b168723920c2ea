import { WORD_GROUPS } from "@/lib/rules/vocabulary.ts";
import { words as plainWords } from "@/lib/text/normalise.ts";
import { stem } from "@/lib/rules/reading/stem.ts";
import type { Word } from "@/lib/rules/reading/sentence.ts";

/**
 * Evidence phrases as a clinician reads them:
 *
 *   chest/breastbone .. {pain}    "/" any of these; "{pain}" the group of that name in the
 *                                 vocabulary; ".." up to four further words in between
 *   {pain} near chest             the two in either order, up to four further words in between
 *
 *   =legs                         this form only, not its other inflections
 *   toilet_bowl/pan               words joined by "_" are one alternative of several words
 *
 * Every inflection of a word is meant, and small words ("my", "a bit of", "really") may stand
 * anywhere inside. A phrase never reaches over a clause.
 */
export interface Phrase {
  readonly source: string;
  readonly slots: readonly Slot[];
}

interface Slot {
  /** Each alternative is one or more stems in a row. */
  readonly alternatives: readonly (readonly string[])[];
  /** Stems with which an alternative can begin: most words are turned away here. */
  readonly firstStems: ReadonlySet<string>;
  readonly gapBefore: boolean;
}

/** Where a phrase was found: word positions, `to` exclusive, and the positions it named. */
export interface PhraseMatch {
  readonly from: number;
  readonly to: number;
  readonly named: readonly number[];
}

const EXACT_MARK = "=";
const GAP_WORDS = 4;
/** What a gap never reaches over: behind it another thing is spoken of. */
const GAP_STOPS = new Set(["cant", "couldnt", "because", "cos"]);
/** Small words in a row that may be passed over: "in the, sort of, very middle". */
const SMALL_WORDS_IN_A_ROW = 7;

const SMALL_WORDS: ReadonlySet<string> = new Set(
  ("a an the my your his her their our its this that these those some any is are was were be been " +
    "being am im hes shes ive have has had got get getting gets really very so quite rather pretty " +
    "bit little lot all just like sort kind of um uh er erm you know well actually right now still " +
    "also even absolutely totally completely bad badly awful terrible horrible in on at to with and " +
    "it feel feels felt feeling gone going went").split(" ").map(stem),
);

export function parsePhrases(source: string): Phrase[] {
  const [left, right, ...more] = source.split(" near ");
  if (left === undefined || more.length > 0) {
    throw new Error(`Cannot read evidence phrase "${source}": "near" stands more than once`);
  }
  if (right === undefined) return [{ source, slots: parseSlots(source, left) }];
  return [`${left} .. ${right}`, `${right} .. ${left}`].map((ordered) => ({
    source,
    slots: parseSlots(source, ordered),
  }));
}

function parseSlots(source: string, text: string): Slot[] {
  const slots: Slot[] = [];
  let gapBefore = false;
  for (const part of text.split(" ")) {
    if (part === "..") {
      gapBefore = true;
      continue;
    }
    const alternatives = part.split("/").flatMap((option) => parseOption(source, option));
    const firstStems = new Set(alternatives.map(([first = ""]) => stemOfWanted(first)));
    slots.push({ alternatives, firstStems, gapBefore });
    gapBefore = false;
  }
  if (slots.length === 0 || gapBefore) {
    throw new Error(`Cannot read evidence phrase "${source}": it ends in a gap`);
  }
  return slots;
}

function parseOption(source: string, option: string): string[][] {
  const group = /^\{(\w+)\}$/.exec(option)?.[1];
  const options = group === undefined ? [option.replaceAll("_", " ")] : WORD_GROUPS[group];
  if (options === undefined) {
    throw new Error(`Cannot read evidence phrase "${source}": no word group "${group}"`);
  }
  return options.map((text) => {
    const exact = text.startsWith(EXACT_MARK);
    return plainWords(text).map((word) => exact ? EXACT_MARK + word : stem(word));
  });
}

/** The prefilter files exact words under their stem too, so that one look-up finds both. */
export function stemOfWanted(wanted: string): string {
  return wanted.startsWith(EXACT_MARK) ? stem(wanted.slice(EXACT_MARK.length)) : wanted;
}

function isWanted(word: Word | undefined, wanted: string): boolean {
  if (word === undefined) return false;
  if (!wanted.startsWith(EXACT_MARK)) return word.stem === wanted;
  const exact = wanted.slice(EXACT_MARK.length);
  // "my leg's swollen" speaks of one leg.
  return word.contracted ? word.plain === `${exact}s` : word.plain === exact;
}

/** All places where the phrase stands, the shortest from each start. */
export function findPhrase(
  phrase: Phrase,
  words: readonly Word[],
  clauses: readonly number[],
): PhraseMatch[] {
  const matches: PhraseMatch[] = [];
  const opening = phrase.slots[0]?.firstStems;
  for (let start = 0; start < words.length; start++) {
    if (!opening?.has(words[start]?.stem ?? "")) continue;
    const named = matchSlots(phrase.slots, 0, words, clauses, start, start);
    const last = named?.at(-1);
    if (named !== null && last !== undefined) matches.push({ from: start, to: last + 1, named });
  }
  return matches;
}

function matchSlots(
  slots: readonly Slot[],
  slotIndex: number,
  words: readonly Word[],
  clauses: readonly number[],
  at: number,
  start: number,
): number[] | null {
  const slot = slots[slotIndex];
  if (slot === undefined) return [];
  let gap = slot.gapBefore ? GAP_WORDS : 0;
  let small = SMALL_WORDS_IN_A_ROW;
  for (let position = at; position < words.length; position++) {
    const word = words[position];
    if (word === undefined || clauses[position] !== clauses[start]) return null;
    const length = alternativeAt(slot, words, clauses, position);
    if (length > 0) {
      const rest = matchSlots(slots, slotIndex + 1, words, clauses, position + length, start);
      if (rest !== null) return [...positions(position, length), ...rest];
    }
    if (slotIndex === 0) return null;
    if (SMALL_WORDS.has(word.stem)) small--;
    else gap--;
    if (small < 0 || gap < 0 || GAP_STOPS.has(word.plain)) return null;
  }
  return null;
}

function positions(from: number, length: number): number[] {
  return Array.from({ length }, (_, offset) => from + offset);
}

/** Words the slot takes at this position; 0 when it does not stand there. */
function alternativeAt(
  slot: Slot,
  words: readonly Word[],
  clauses: readonly number[],
  position: number,
): number {
  let longest = 0;
  if (!slot.firstStems.has(words[position]?.stem ?? "")) return longest;
  for (const alternative of slot.alternatives) {
    const fits = alternative.length > longest &&
      alternative.every((wanted, offset) =>
        isWanted(words[position + offset], wanted) &&
        clauses[position + offset] === clauses[position]
      );
    if (fits) longest = alternative.length;
  }
  return longest;
}

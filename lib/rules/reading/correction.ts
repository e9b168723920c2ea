import type { Sentence, Word } from "@/lib/rules/reading/sentence.ts";

/** Said when the speaker takes back what stands just before. */
const TAKING_BACK = [
  "no i mean",
  "no i meant",
  "sorry i mean",
  "sorry i meant",
  "i mean",
  "i meant",
  "no sorry",
  "sorry no",
  "or rather",
  "no wait",
  "wait no",
  "no actually",
  "actually no",
  "no hang on",
  "no its actually",
].map((phrase) => phrase.split(" "));

/** A noun phrase starts at one of these: what is replaced is cut from there. */
const STARTS_OF_NOUN_PHRASE = new Set(
  "my the a his her their in on at around round both".split(" "),
);
const PREPOSITIONS = new Set(["in", "on", "at"]);
const FIRST_DETERMINERS = new Set("my the a his her their in on at".split(" "));

export interface Correction {
  /** Where the cue starts, in words. */
  readonly cueFrom: number;
  /** The sentence opens by objecting to what the speaker said last. */
  readonly takesBackLineBefore: boolean;
  /**
   * The sentence as the speaker meant it: "pain in my chest, no, I mean my arm" → "pain in my arm".
   */
  readonly meant: Sentence;
}

function cueAt(words: readonly Word[], index: number): number {
  let longest = 0;
  for (const phrase of TAKING_BACK) {
    const stands = phrase.every((plain, offset) => words[index + offset]?.plain === plain);
    if (stands && phrase.length > longest) longest = phrase.length;
  }
  return longest;
}

/** "I mean" alone is a filler unless it stands after a comma or with a "no" or "sorry". */
function isCue(words: readonly Word[], index: number, length: number): boolean {
  if (length === 0) return false;
  return index === 0 || length > 2 || words[index]?.breakBefore !== "none" ||
    words[index]?.plain !== "i";
}

/** The first correction in the sentence, or null. One at its very start speaks of the line before. */
export function findCorrection(sentence: Sentence): Correction | null {
  const { words } = sentence;
  for (let index = 0; index < words.length; index++) {
    const length = cueAt(words, index);
    if (!isCue(words, index, length)) continue;
    let behind = index + length;
    // "no, sorry, I mean": cues in a row are one.
    for (let more = cueAt(words, behind); more > 0; more = cueAt(words, behind)) behind += more;
    return build(sentence, index, behind);
  }
  return null;
}

/** A replacement this far from what it replaces is no longer one: then nothing is taken back. */
const FARTHEST_NOUN_PHRASE_WORDS = 4;

function build(sentence: Sentence, cueFrom: number, behind: number): Correction {
  const { words } = sentence;
  const plainFrom = words[cueFrom]?.plain === "i";
  const takenBackFrom = replacedFrom(words, cueFrom, words[behind]?.plain ?? "", plainFrom);
  const meant = [...words.slice(0, takenBackFrom), ...withoutBreak(words.slice(behind))];
  return {
    cueFrom,
    takesBackLineBefore: objects(words, cueFrom, behind),
    meant: { ...sentence, words: meant },
  };
}

/** Where the replaced noun phrase starts; the cue itself when nothing is replaced. */
function replacedFrom(
  words: readonly Word[],
  cueFrom: number,
  replacement: string,
  sameDeterminerOnly: boolean,
): number {
  if (!FIRST_DETERMINERS.has(replacement)) return cueFrom;
  for (let from = cueFrom - 1; from >= Math.max(0, cueFrom - FARTHEST_NOUN_PHRASE_WORDS); from--) {
    const plain = words[from]?.plain ?? "";
    if (!STARTS_OF_NOUN_PHRASE.has(plain)) continue;
    // A bare "I mean" may merely go on: "in my chest, I mean the worst pain".
    if (sameDeterminerOnly && plain !== replacement) return cueFrom;
    const before = words[from - 1]?.plain ?? "";
    const both = PREPOSITIONS.has(replacement) && PREPOSITIONS.has(before);
    return both ? from - 1 : from;
  }
  return cueFrom;
}

/** "No, I mean my arm", "No, wait, it wasn't blood": at its start a sentence objects to the last. */
function objects(words: readonly Word[], cueFrom: number, behind: number): boolean {
  if (cueFrom !== 0 || words[0]?.plain === "i") return false;
  return FIRST_DETERMINERS.has(words[behind]?.plain ?? "") ||
    words.slice(behind).some((word) => ["wasnt", "isnt", "not"].includes(word.plain));
}

function withoutBreak(words: readonly Word[]): Word[] {
  return words.map((word, index) => index === 0 ? { ...word, breakBefore: "none" } : word);
}

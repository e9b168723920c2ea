import type { HeardWord } from "@/lib/engines/ports.ts";
import {
  isDoseUnit,
  isMedicine,
  isNegation,
  isNumber,
  resemblesMedicine,
} from "@/lib/text/medical_terms.ts";

/** Below this a medicine, a number or a negation is marked (calibrated in docs/decisions/ears.md). */
const DOUBTFUL_PROBABILITY = 0.6;

/** A medicine's name stands at most this many words before its dose ("ramipril, ten milligrams"). */
const DOSE_REACH_WORDS = 4;
const SHORTEST_NAME = 4;

/**
 * True where a medicine, a number or a negation was heard with little confidence (TR3). A word that
 * is spelt nearly like a medicine, or an unsure word just before a dose, counts as a medicine.
 */
export function hasDoubtfulFact(words: readonly HeardWord[]): boolean {
  return words.some((word, index) => {
    if (resemblesMedicine(word.text)) return true;
    if (word.probability >= DOUBTFUL_PROBABILITY) return false;
    const fact = isMedicine(word.text) || isNumber(word.text) || isNegation(word.text);
    return fact || (word.text.length >= SHORTEST_NAME && standsBeforeDose(words, index));
  });
}

function standsBeforeDose(words: readonly HeardWord[], index: number): boolean {
  return words.slice(index + 1, index + 1 + DOSE_REACH_WORDS).some((word) => isDoseUnit(word.text));
}

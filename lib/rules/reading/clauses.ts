import type { Sentence, Word } from "@/lib/rules/reading/sentence.ts";

/** After one of these a new thought begins, whatever follows. */
const TURNING_WORDS = new Set(
  "but however although though except yet whereas otherwise".split(" "),
);
const JOINING_WORDS = new Set(["and", "so", "then", "or", "because", "cos", "plus"]);
const SUBJECTS = new Set(
  ("i im ive ill id he hes she shes it its they theyre theyve we were weve you youre youve there " +
    "theres that thats this").split(" "),
);
const DETERMINERS = new Set("my the his her their our your one both".split(" "));
/** "and now I've": they may stand before the subject. */
const TIME_WORDS = new Set(["now", "today", "then", "yesterday", "suddenly"]);
const VERBS = new Set(
  ("is are was were has have had feels feel felt looks look went gone goes go keeps keep got gets " +
    "hurts aches burns wont cant isnt arent wasnt doesnt hasnt wouldnt started did does").split(
      " ",
    ),
);
/** "my periods stopped": regular verbs tell themselves. */
const PAST_TENSE = /[a-z]{3}ed$/;
/** "my left arm has gone": the verb stands at most this many words after the determiner. */
const NOUN_PHRASE_WORDS = 4;

function hasVerbSoon(words: readonly Word[], from: number): boolean {
  for (let index = from; index < Math.min(words.length, from + NOUN_PHRASE_WORDS); index++) {
    const word = words[index];
    if (word === undefined || (index > from && word.breakBefore !== "none")) return false;
    if (JOINING_WORDS.has(word.plain)) return false;
    if (VERBS.has(word.plain) || word.contracted || PAST_TENSE.test(word.plain)) return true;
  }
  return false;
}

/** Whether the words from `index` have a subject of their own: "my back is …", "I've …". */
function startsOwnClause(words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (word === undefined) return false;
  if (TIME_WORDS.has(word.plain)) return startsOwnClause(words, index + 1);
  if (SUBJECTS.has(word.plain)) return true;
  return DETERMINERS.has(word.plain) && hasVerbSoon(words, index + 1);
}

/**
 * The clause number of each word, from 0. Negation and the gaps inside a phrase stay within one
 * clause: in "no chest pain, but my arm is numb" the "no" does not reach the arm. A bare list
 * ("no pain, fever or rash") is one clause.
 */
export function clausesOf(sentence: Sentence): number[] {
  const numbers: number[] = [];
  let clause = 0;
  for (const [index, word] of sentence.words.entries()) {
    const previous = sentence.words[index - 1];
    const joined = word.breakBefore === "comma" ||
      (previous !== undefined && JOINING_WORDS.has(previous.plain));
    const begins = index > 0 &&
      (word.breakBefore === "strong" || TURNING_WORDS.has(word.plain) ||
        (joined && startsOwnClause(sentence.words, index)));
    if (begins) clause++;
    numbers.push(clause);
  }
  return numbers;
}

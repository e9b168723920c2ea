/**
 * The one normaliser of the house (QU7): queue items, topics, actions and lay wordings are compared
 * through it, so that two places can never disagree on whether two texts are the same.
 */

/** Articles and pointing words: "this pain" and "this rash" must not meet through "this". */
const ARTICLES = "a an the this that these those";

/** They say how sure the writer is, not what is to be done. */
const HEDGING =
  "consider possible possibly probable probably likely maybe perhaps may might could should would " +
  "suspected suspect suggest suggested recommend recommended advise advised";

/** They say how soon. "Same-day" arrives here as two words. */
const URGENCY = "urgent urgently urgency immediate immediately emergency now today same day asap " +
  "prompt promptly soon quickly straightaway";

/** "Arrange an ECG" and "Get an ECG" are one action. Start, stop and give are not here: UR11 (b). */
const DO_IT_VERBS =
  "do arrange perform obtain get organise organize carry undertake request order " +
  "make take book ensure conduct proceed provide offer need needs";

/** Possessives made "your tablets" and "your sleep" one topic (0.636) while they were kept. */
const POSSESSIVES = "your my his her their our its";

const STOP_WORDS: ReadonlySet<string> = new Set(
  [ARTICLES, HEDGING, URGENCY, DO_IT_VERBS, POSSESSIVES, "bedside"].join(" ").split(" "),
);

/** Straight, curly, modifier and full-width apostrophes; a back-tick is how some engines type one. */
const APOSTROPHES = /['\u2018\u2019\u02bc\uff07`]/g;
const NOT_A_WORD = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * Lower case, apostrophes gone ("can't" → "cant"), every other mark a single space, no space at
 * either end. Works on any text of any length; the result of a result is itself.
 */
export function normalise(text: string): string {
  return text.toLowerCase().replace(APOSTROPHES, "").replace(NOT_A_WORD, " ").trim();
}

/** All words of the normalised text, in order; empty for a text without letters or digits. */
export function words(text: string): string[] {
  const normal = normalise(text);
  return normal === "" ? [] : normal.split(" ");
}

/** The words that carry meaning, in order, repeats kept. */
export function meaningfulWords(text: string): string[] {
  return words(text).filter((word) => !STOP_WORDS.has(word));
}

import { isDisguised } from "@/lib/speech/disguised_statement.ts";
import { asksOnly, joinsStatement } from "@/lib/speech/question_shape.ts";
import { plainWords, unquoted } from "@/lib/speech/spoken_text.ts";
import { newCondition } from "@/lib/text/conditions_named.ts";
import { similarity as similarityOf } from "@/lib/text/similarity.ts";
import { turnedIn } from "@/lib/text/turned_question.ts";

export type LayVerdict =
  | { readonly ok: true; readonly text: string; readonly similarity: number }
  /** It is no plain question; nobody compared it with anything. */
  | { readonly ok: false; readonly why: "unusable"; readonly similarity: null }
  /** A plain question about something else: `auto.lay_rejected`. */
  | {
    readonly ok: false;
    readonly why: "subject";
    readonly text: string;
    readonly similarity: number;
  }
  /** It names a condition that the question does not: `auto.lay_rejected`, too. */
  | {
    readonly ok: false;
    readonly why: "condition";
    readonly text: string;
    readonly similarity: number;
    readonly condition: string;
  }
  /** It asks something else with nearly the same words: `auto.lay_rejected`, too. */
  | {
    readonly ok: false;
    readonly why: "turned";
    readonly text: string;
    readonly similarity: number;
    /** What it turns, as `turnedIn` names it. */
    readonly turn: string;
  };

/** Said in about ten seconds; a patient keeps no longer question in mind. */
const MOST_WORDS = 30;
const MOST_CHARS = 200;

/** One word is a prompt ("Pain?") and not a question. */
const FEWEST_WORDS = 2;

/**
 * Words, commas, a point only within a number, and the one question mark at the end: with nothing
 * else allowed there is no bracket, no second sentence and no "e.g.".
 */
const ONE_QUESTION =
  /^[\p{Script=Latin}\p{M}\p{N}]+(?:(?:, |[ '-]|(?<=\p{N})\.(?=\p{N}))[\p{Script=Latin}\p{M}\p{N}]+)*\?$/u;

/**
 * A model's wording of a question, fit to be said: one plain question in one sentence, without
 * brackets, no statement and not over-long (SP6). Null for anything else. The result of a result is
 * itself.
 */
export function cleanLayWording(raw: string): string | null {
  const text = unquoted(raw);
  if (text.length > MOST_CHARS || !ONE_QUESTION.test(text)) return null;
  const count = plainWords(text).length;
  if (count < FEWEST_WORDS || count > MOST_WORDS) return null;
  if (joinsStatement(text)) return null;
  if (!asksOnly(text.split(", ").map(plainWords))) return null;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Lets a lay wording be said instead of `original` (SP6). `minSimilarity` is between 0 and 1: below
 * it the wording asks about something else. However similar, a wording that brings in a condition
 * ("…because of cancer?") tells the patient more than the question does, and one that turns a word
 * which decides what is asked ("stopped taking", "the right arm") asks something else. `lay` may be a
 * model's own words or a cleaned wording.
 */
export function guardLay(original: string, lay: string, minSimilarity: number): LayVerdict {
  const text = cleanLayWording(lay);
  if (text === null) return { ok: false, why: "unusable", similarity: null };
  const similarity = similarityOf(original, text);
  if (similarity < minSimilarity) return { ok: false, why: "subject", text, similarity };
  const condition = newCondition(original, text);
  if (condition !== null) return { ok: false, why: "condition", text, similarity, condition };
  const turn = turnedIn(original, text);
  if (turn === null && isDisguised(text)) return { ok: false, why: "unusable", similarity: null };
  return turn === null
    ? { ok: true, text, similarity }
    : { ok: false, why: "turned", text, similarity, turn };
}

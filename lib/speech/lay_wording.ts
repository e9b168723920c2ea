import { ORDERS, plainWords, unquoted, wordSet } from "@/lib/speech/spoken_text.ts";
import { newCondition } from "@/lib/text/conditions_named.ts";
import { similarity as similarityOf } from "@/lib/text/similarity.ts";

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

/** A question begins with one of these; a statement with a question mark behind it does not. */
const OPENERS = wordSet(
  "do does did is are was were am have has had can could will would should may might what when " +
    "where which who whose how why any don't doesn't didn't isn't aren't wasn't haven't hasn't",
);

/** Behind "have" and "don't" only these keep it a question: not "have a rest", not "don't worry". */
const SUBJECTS = wordSet("you i he she it we they there the your any these those anyone anything");

/** "…and you should stop": a statement joined to a question. */
const JOINED_STATEMENT =
  /\b(?:and|but|so) (?:i|you|it|that|this|we|they) (?:are|is|was|have|has|had|should|must|need|will|can|could|do)\b/i;

/** They may stand before the opener: "And does it hurt?" */
const JOINS = wordSet("and so but ok okay");

/** A part before the first comma may say when or where: "When you cough, does it hurt?" */
const FRONTED = wordSet(
  "when if since during after before at in on over for while apart besides other once until with " +
    "as whenever",
);

/** A later part that begins so is a sentence of its own: "…, it is nothing", "…, take two". */
const STATEMENTS = wordSet(
  "i you he she it we they this that there i'm you're it's he's she's we're they're that's there's " +
    "i've you've they've you'll it'll i'll please don't stop start take call go tell give ignore " +
    "keep try use rest relax wait avoid remember because therefore nothing no never everything " +
    "your the my our his her",
);

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
  if (JOINED_STATEMENT.test(text)) return null;
  const parts = text.split(", ").map(plainWords);
  const asks = parts.findIndex(opensQuestion);
  const isFronted = (part: readonly string[]) => FRONTED.has(part[0] ?? "");
  // "When does it hurt" asks by itself; "when you cough" stands before what asks.
  const from = asks === 0 && isFronted(parts[0] ?? []) && !invertsAt(parts[0] ?? [])
    ? parts.findIndex((part, index) => index > 0 && opensQuestion(part))
    : asks;
  if (from === -1 || !parts.slice(0, from).every(isFronted)) return null;
  if (parts.slice(from + 1).some((part) => STATEMENTS.has(part[0] ?? ""))) return null;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function opensQuestion(part: readonly string[]): boolean {
  const [first = "", second = ""] = JOINS.has(part[0] ?? "") ? part.slice(1) : part;
  if (!OPENERS.has(first)) return false;
  if (first === "do") return !ORDERS.has(second);
  return first !== "have" && !first.endsWith("n't") || SUBJECTS.has(second);
}

/** "When did", "when exactly is": the verb before the subject, which makes it a question. */
function invertsAt([, second = "", third = ""]: readonly string[]): boolean {
  return OPENERS.has(["exactly", "roughly", "else"].includes(second) ? third : second);
}

/**
 * Lets a lay wording be said instead of `original` (SP6). `minSimilarity` is between 0 and 1: below
 * it the wording asks about something else. However similar, a wording that brings in a condition
 * ("…because of cancer?") tells the patient more than the question does. `lay` may be a model's own words or a cleaned wording.
 */
export function guardLay(original: string, lay: string, minSimilarity: number): LayVerdict {
  const text = cleanLayWording(lay);
  if (text === null) return { ok: false, why: "unusable", similarity: null };
  const similarity = similarityOf(original, text);
  if (similarity < minSimilarity) return { ok: false, why: "subject", text, similarity };
  const condition = newCondition(original, text);
  return condition === null
    ? { ok: true, text, similarity }
    : { ok: false, why: "condition", text, similarity, condition };
}

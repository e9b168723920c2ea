import { ORDERS, wordSet } from "@/lib/speech/spoken_text.ts";

/** A question begins with one of these; a statement with a question mark behind it does not. */
export const OPENERS = wordSet(
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

/** Whether a clause that asks has a statement hung behind it by "and", "but" or "so". */
export function joinsStatement(text: string): boolean {
  return JOINED_STATEMENT.test(text);
}

/**
 * Whether a sentence, as the words of its parts between commas, asks and does nothing else: one
 * part opens a question, what stands before it says when or where, and none behind it begins like a
 * statement or an order.
 */
export function asksOnly(parts: readonly (readonly string[])[]): boolean {
  const asks = parts.findIndex(opensQuestion);
  const isFronted = (part: readonly string[]) => FRONTED.has(part[0] ?? "");
  // "When does it hurt" asks by itself; "when you cough" stands before what asks.
  const from = asks === 0 && isFronted(parts[0] ?? []) && !invertsAt(parts[0] ?? [])
    ? parts.findIndex((part, index) => index > 0 && opensQuestion(part))
    : asks;
  if (from === -1 || !parts.slice(0, from).every(isFronted)) return false;
  return !parts.slice(from + 1).some((part) => STATEMENTS.has(part[0] ?? ""));
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

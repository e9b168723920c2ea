import { isDisguised } from "@/lib/speech/disguised_statement.ts";
import { asksOnly, joinsStatement } from "@/lib/speech/question_shape.ts";
import { plainWords } from "@/lib/speech/spoken_text.ts";

/** Said in about fifteen seconds; the longest of the rules' has 18 words. */
const MOST_WORDS = 40;
const MOST_CHARS = 240;

/** "Oesophagogastroduodenoscopy" has 27 letters; what is longer is no word. */
const MOST_WORD_CHARS = 30;

/**
 * What a sentence for the doctor's panel may be written with. Nothing that marks up or commands is
 * among it, so no token of a template and no code; a point stands only within a number.
 */
const WRITTEN = /^(?:[\p{Script=Latin}\p{M}\p{N} ,:;'’"“”()/%?–—-]|(?<=\p{N})\.(?=\p{N}))+$/u;

/** Latin abbreviations in the middle of a question, whose points end no sentence. */
const ABBREVIATION = /\b(?:e\.g|i\.e)\.,? ?/gi;

/** A colon, a dash or a bracket divides like a comma: what follows must not be a statement either. */
const DIVIDES = /[,:;()]|\s[–—-]+\s/;

/** Treatment verbs that "can" and "could" turn into an order; "can you eat" asks for an ability. */
const TREATMENT_VERBS =
  "stop|start|skip|call|ring|phone|dial|double|halve|increase|reduce|restart|resume|continue|" +
  "ignore|miss|avoid|rest|wait|swap|switch|try|book|" +
  "take (?:the|your|some|an?|\\d+|one|two|three|more|less|it|them)|go (?:home|back|to|straight)";

const ORDERING = [
  // "Can you stop your tablets?"
  new RegExp(
    `\\b(?:can|could) (?:you|we|i) (?:please |just |also |now |then |not )*(?:${TREATMENT_VERBS})\\b`,
    "i",
  ),
  // With these any verb of doing is advice: "Would you like to call…", "Should you take…".
  /\b(?:should|shall|must|ought) (?:you|we|i)\b/i,
  /\b(?:will|would) you (?!say\b|describe\b|call (?:it|this|that)\b|be able\b|rate\b|like to (?:tell|talk|say|share|add|describe|explain|discuss)\b)/i,
  /\bwhy (?:don't|not|do you not) /i,
  /\b(?:how|what) about \w+ing\b|\bwhat if (?:you|we)\b/i,
  /\bconsider(?:ed|ing)? \w+ing\b|\bthought (?:about|of) (?:stopping|starting|taking|going|skipping|doubling)\b/i,
  // "Did you know that you have cancer?" tells.
  /\b(?:did|do) you (?:know|realise|realize|understand|accept|agree) (?:that|you|it|this|your|the|there)\b/i,
  /\bare you aware (?:that|you|of)\b/i,
  // "…and stop your tablets?"
  new RegExp(
    `\\b(?:and|then|so|but|or) (?:please |just |now |then )*` +
      `(?:(?:stop|start|skip|call|ring|double|halve|increase|reduce|ignore|avoid|take|give|use|try) ` +
      `(?:your|the|my|this|that|these|an?|it|them|two|three|four|\\d+|more|all|any|some|taking|to|999|112)` +
      `|go (?:home|back|straight)|rest at|don't (?!you\\b)|do not )`,
    "i",
  ),
] as const;

/** "Drowsy or confused?": a choice of two words asks by itself. */
const CHOICE = /^\p{L}+ or \p{L}+$/u;

/** They open a question in an agenda's short hand, as "any" does: "Anything unusual to eat?" */
const SHORT_HAND = /^(?:anything|anyone|anybody)\b/i;

/** "What did you eat, take or touch": a list of what was done, and no order within it. */
const LISTED_VERB = /^(?:take|use|start|stop|try) or \p{L}+/iu;

/**
 * Whether an agenda's question may be asked by Alba of her own accord (SP1): nothing but questions,
 * none of them an order, a piece of advice or news in disguise. A doubt refuses: the question stays on
 * the panel for a doctor's tap, and that is all it costs.
 */
export function isPlainQuestion(text: string): boolean {
  const written = text.replace(ABBREVIATION, "");
  if (written.length > MOST_CHARS || !WRITTEN.test(written)) return false;
  const words = plainWords(written);
  if (words.length === 0 || words.length > MOST_WORDS) return false;
  if (words.some((word) => word.length > MOST_WORD_CHARS)) return false;
  const sentences = written.trim().split("?").map((sentence) => sentence.trim());
  // Behind the last mark nothing is left; without one the whole text is.
  return sentences.pop() === "" && sentences.every(asks);
}

function asks(sentence: string): boolean {
  const plain = sentence.replace(/[’]/g, "'").replace(/["“”]/g, "");
  if (
    isDisguised(sentence) || joinsStatement(plain) || ORDERING.some((order) => order.test(plain))
  ) return false;
  if (CHOICE.test(plain)) return true;
  const parts = plain.split(DIVIDES).map((part) => part.trim()).filter((part) => part !== "");
  const opened = parts.map((part) => part.replace(SHORT_HAND, "any"));
  const isListed = (part: string, index: number) => index > 0 && LISTED_VERB.test(part);
  const judged = /^(?:what|which|where|how)\b/i.test(plain)
    ? opened.filter((part, index) => !isListed(part, index))
    : opened;
  return asksOnly(judged.map(plainWords));
}

import { ORDERS, plainWords, unquoted, wordSet } from "@/lib/speech/spoken_text.ts";
import { conditionsNamed } from "@/lib/text/conditions_named.ts";
import { contentWords } from "@/lib/text/content_words.ts";

declare const topicBrand: unique symbol;

/** A noun phrase that may be said within a template; only `guardTopic` makes one (SP3). */
export type Topic = string & { readonly [topicBrand]: true };

/** What a topic must come from; nothing else is known of the patient where it is said. */
export interface TopicGrounds {
  /** As the agenda has it. */
  readonly question: string;
  /** What the patient has said in this consultation, committed. */
  readonly patientWords: string;
}

/** "The pain in your left shoulder" has six words; what is longer is a sentence or nearly one. */
const MOST_WORDS = 6;
const MOST_CHARS = 60;

/** Latin letters, digits, hyphens, and the "'s" of a possessive; no other mark whatever. */
const NOUN_PHRASE =
  /^[\p{Script=Latin}\p{M}\p{N}]+(?:'s)?(?:[ -][\p{Script=Latin}\p{M}\p{N}]+(?:'s)?)*$/u;

/** A noun phrase holds no subject, no finite verb, no question word and no negation. */
const CLAUSE_WORDS = wordSet(
  "i you he she it we they me us him them who whom whose what when where why how which whether if " +
    "that there here let because am is are was were be been do does did has have had can could will would shall " +
    "should may might must cannot no not never nothing nobody none my our mine yours please " +
    "hurts aches spreads goes comes gets feels starts started stops stopped takes took makes made " +
    "helps helped happens happened seems keeps says said means shows began wakes",
);

/** What may stand in lower case inside a question; a name ("Parkinson's disease") keeps its own. */
const DETERMINERS = wordSet("the your a an this these any");

/**
 * Lets a model's topic be said (SP3); null for all else, and then the question is asked verbatim.
 * "Can you tell me more about your lung cancer?" tells the patient of one: so each word of a topic
 * that has content is the question's or the patient's, and a topic names no condition at all, not
 * even the question's: "any family history of stroke" does not know of "your stroke".
 */
export function guardTopic(raw: string, { patientWords, question }: TopicGrounds): Topic | null {
  const text = cleanTopic(raw);
  if (text === null || conditionsNamed(text).size > 0) return null;
  const content = [...contentWords(text)];
  const known = new Set([...contentWords(question), ...contentWords(patientWords)]);
  return content.length > 0 && content.every((word) => known.has(word)) ? text as Topic : null;
}

/**
 * The form alone: a short noun phrase, fit to stand in "Can you tell me more about {topic}?"; null
 * for anything else. The result of a result is itself.
 */
export function cleanTopic(raw: string): string | null {
  const text = unquoted(raw).replace(/\.$/, "");
  if (text.length > MOST_CHARS || !NOUN_PHRASE.test(text)) return null;
  const words = plainWords(text);
  if (words.length > MOST_WORDS || !words.some((word) => isContent(word))) return null;
  if (words.some((word) => isClauseWord(word)) || ORDERS.has(words[0] ?? "")) return null;
  const [first = ""] = text.split(" ");
  const lowered = first.toLowerCase();
  return DETERMINERS.has(lowered) ? lowered + text.slice(first.length) : text;
}

/** "It's", "there's", and "have's", which is nothing at all, are no nouns with a possessive. */
const isClauseWord = (word: string) => CLAUSE_WORDS.has(word.replace(/'s$/, ""));

/** "The two", "your", "12": nothing that could be talked about. */
const isContent = (word: string) =>
  /\p{L}{2}/u.test(word) && !DETERMINERS.has(word) &&
  !/^(?:one|two|three|four|five|six|seven|eight|nine|ten|and|or|of|in|on|at|to|with|for)$/.test(
    word,
  );

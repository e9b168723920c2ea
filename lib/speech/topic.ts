import { ORDERS, plainWords, unquoted, wordSet } from "@/lib/speech/spoken_text.ts";

declare const topicBrand: unique symbol;

/** A noun phrase that fits into a template; only `cleanTopic` makes one (SP3). */
export type Topic = string & { readonly [topicBrand]: true };

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
 * The topic a model gave, fit to stand in "Can you tell me more about {topic}?"; null for anything
 * but a short noun phrase, and then the question is asked verbatim. The result of a result is itself.
 */
export function cleanTopic(raw: string): Topic | null {
  const text = unquoted(raw).replace(/\.$/, "");
  if (text.length > MOST_CHARS || !NOUN_PHRASE.test(text)) return null;
  const words = plainWords(text);
  if (words.length > MOST_WORDS || !words.some((word) => isContent(word))) return null;
  if (words.some((word) => isClauseWord(word)) || ORDERS.has(words[0] ?? "")) return null;
  const [first = ""] = text.split(" ");
  const lowered = first.toLowerCase();
  return (DETERMINERS.has(lowered) ? lowered + text.slice(first.length) : text) as Topic;
}

/** "It's", "there's", and "have's", which is nothing at all, are no nouns with a possessive. */
const isClauseWord = (word: string) => CLAUSE_WORDS.has(word.replace(/'s$/, ""));

/** "The two", "your", "12": nothing that could be talked about. */
const isContent = (word: string) =>
  /\p{L}{2}/u.test(word) && !DETERMINERS.has(word) &&
  !/^(?:one|two|three|four|five|six|seven|eight|nine|ten|and|or|of|in|on|at|to|with|for)$/.test(
    word,
  );

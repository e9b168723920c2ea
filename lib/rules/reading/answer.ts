import type { Word } from "@/lib/rules/reading/sentence.ts";

/** How a sentence answers the question before it; `none` when it opens with neither. */
export type Answer = "yes" | "no" | "none";

const YES = new Set(
  ("yes yeah yep yup aye yea correct exactly definitely sometimes occasionally often always " +
    "probably absolutely mhm uhhuh sure lots loads constantly").split(" "),
);
const NO = new Set("no nope nah never none neither nothing not".split(" "));
/** "I do", "it is", "there was": the verb alone, or with one word more, is the answer. */
const AFFIRMING_VERBS = new Set(
  "do does did have has had am is are was were might may could think can will".split(" "),
);
const DENYING_VERBS = new Set(
  "dont doesnt didnt havent hasnt isnt arent wasnt werent cant hadnt".split(" "),
);
const SUBJECTS = new Set("i it they he she there we that".split(" "));
const CONTRACTED_SUBJECTS = new Set("im ive its hes shes theyre theyve were weve".split(" "));
const OPENING_NOISE = new Set(
  "well um uh er erm oh ah hmm hm so now actually and i mean yeah".split(" "),
);
const AFFIRMING_PHRASES = [
  "a bit",
  "a little",
  "a lot",
  "a few",
  "once or",
  "now and",
  "on and",
  "off and",
  "quite a",
  "quite often",
  "most days",
  "every day",
  "every night",
  "at times",
  "some days",
  "from time",
  "all the",
  "most of",
  "thats right",
  "i suppose",
  "afraid so",
  "a couple",
  "one or",
  "just a",
  "only a",
  "i guess",
  "a while",
  "mm hm",
  "uh huh",
  "very much",
].map((phrase) => phrase.split(" "));

/** "Yeah, no" is a no: the last of the opening yes and no words decides. */
export function answerOf(words: readonly Word[]): Answer {
  let answer: Answer = "none";
  let index = 0;
  while (index < words.length && index < MOST_OPENING_WORDS) {
    const plain = words[index]?.plain ?? "";
    if (NO.has(plain) && !(plain === "not" && words[index + 1]?.plain === "sure")) answer = "no";
    else if (YES.has(plain)) answer = answer === "no" && index > 1 ? answer : "yes";
    else if (!OPENING_NOISE.has(plain)) break;
    index++;
  }
  if (answer !== "none") return answer;
  return shortAnswer(words);
}

/** A longer run of "no no no" says no more. */
const MOST_OPENING_WORDS = 4;

function shortAnswer(words: readonly Word[]): Answer {
  const plains = words.map((word) => word.plain);
  const start = plains.findIndex((plain) => !OPENING_NOISE.has(plain) || plain === "i");
  const [first, second] = [plains[Math.max(0, start)] ?? "", plains[Math.max(0, start) + 1] ?? ""];
  if (SUBJECTS.has(first) && DENYING_VERBS.has(second)) return "no";
  if (CONTRACTED_SUBJECTS.has(first) && second === "not") return "no";
  if (SUBJECTS.has(first) && AFFIRMING_VERBS.has(second)) return "yes";
  const affirms = AFFIRMING_PHRASES.some((phrase) => phrase[0] === first && phrase[1] === second);
  return affirms ? "yes" : "none";
}

/** "That's right": takes the question as it was put, with its "no" if it had one. */
export function agrees(words: readonly Word[]): boolean {
  const start = words.slice(0, 3).map((word) => word.plain).join(" ");
  return /\b(?:thats right|correct|exactly|thats it)\b/.test(start);
}

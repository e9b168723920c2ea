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
const CONTRACTED_SUBJECTS = new Set("im ive its thats hes shes theyre theyve were weve".split(" "));
const OPENING_NOISE = new Set(
  "well um uh er erm oh ah hmm hm so now actually and i mean yeah sorry suppose guess".split(" "),
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
  "a fair",
  "every so",
  "i believe",
  "could be",
  "might be",
  "only once",
  "only the",
  "ive had",
  "ive noticed",
  "ive seen",
  "straight away",
  "all at",
  "like that",
].map((phrase) => phrase.split(" "));

/**
 * What may follow "a bit" or "it does" when that is the answer: a time, a condition, the question's
 * "it". "A bit puffed on the stairs" and "I did ring up first" tell something of their own.
 */
const GOES_ON_WITH = new Set(
  ("yes yeah yep sometimes occasionally often always usually mostly maybe probably possibly " +
    "when whenever if after before since until till at in on by during for from now then today " +
    "tonight yesterday lately recently last this these every each once twice here there too also " +
    "actually really quite rather mainly slightly sort still already only just even more less worse and but or though because " +
    "cos i it its that thats them those some any so think suppose guess know been be time times to " +
    "again off night nights").split(" "),
);
/** "I do get it", "it does do that": the verb only stands for the question's. */
const STANDS_FOR_ANOTHER = new Set(
  ("get got getting feel felt feeling have had having do done need want " +
    "believe reckon").split(" "),
);
/** Who was asked and has noticed something answers, whatever it is called. */
const NOTICING = new Set("notice noticed see seen".split(" "));
const PRONOUNS = new Set("it that them those some one any anything nothing both so".split(" "));
/** "a lot of blood": behind these the thing itself is named. */
const MEASURES_OR_SMALL = new Set("of a an the my bit lot little few couple while both".split(" "));
const TELLING_OF_ONESELF = new Set("was am had have".split(" "));
/** "Have you thought of ending it?" "It's crossed my mind.": whatever follows. */
const ADMITS =
  /^(?:its|it|they) crossed my\b|^(?:ive|i have) (?:thought (?:about|of)|considered)\b/;
const HEDGES = new Set("suppose guess".split(" "));

/** "Yeah, no" is a no: the last of the opening yes and no words decides. */
export function answerOf(words: readonly Word[], asked: readonly string[]): Answer {
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
  return shortAnswer(words, asked);
}

/** A longer run of "no no no" says no more. */
const MOST_OPENING_WORDS = 4;

function shortAnswer(words: readonly Word[], asked: readonly string[]): Answer {
  const plains = words.map((word) => word.plain);
  const start = plains.findIndex((plain) => !OPENING_NOISE.has(plain) || plain === "i");
  const from = Math.max(0, start);
  const [first, second] = [plains[from] ?? "", plains[from + 1] ?? ""];
  if (CONTRACTED_SUBJECTS.has(first) && second === "not") return "no";
  // "Any change in passing water?" "That's normal."; "it's fine" might be said of an inhaler.
  if (CONTRACTED_SUBJECTS.has(first) && second === "normal") return "no";
  const rest = words.slice(from + 2);
  // "Any blood when you are sick?" "I was sick twice.": it speaks for itself alone.
  if (first === "i" && TELLING_OF_ONESELF.has(second) && asked.includes(rest[0]?.stem ?? "")) {
    return "none";
  }
  // "There was no blood."
  if (SUBJECTS.has(first) && AFFIRMING_VERBS.has(second) && NO.has(rest[0]?.plain ?? "")) {
    return "no";
  }
  if (ADMITS.test(plains.slice(from).join(" "))) return "yes";
  if (first === "there" && AFFIRMING_VERBS.has(second)) return "yes";
  // "I suppose, my nose is running": a hedge before something else.
  const hedges = HEDGES.has(second) && rest[0] !== undefined && !GOES_ON_WITH.has(rest[0].plain);
  if (hedges || !endsAsAnswer(rest, asked)) return "none";
  if (SUBJECTS.has(first) && DENYING_VERBS.has(second)) return "no";
  if (SUBJECTS.has(first) && AFFIRMING_VERBS.has(second)) return "yes";
  const affirms = AFFIRMING_PHRASES.some((phrase) => phrase[0] === first && phrase[1] === second);
  return affirms ? "yes" : "none";
}

/** Whether what stands behind the answering words adds no matter of its own. */
function endsAsAnswer(rest: readonly Word[], asked: readonly string[]): boolean {
  const [next, after] = rest;
  if (next === undefined || next.breakBefore !== "none") return true;
  if (GOES_ON_WITH.has(next.plain) || asked.includes(next.stem)) return true;
  if (NOTICING.has(next.plain)) return true;
  if (STANDS_FOR_ANOTHER.has(next.plain)) {
    return after === undefined || after.breakBefore !== "none" || PRONOUNS.has(after.plain) ||
      (after.plain === "a" && MEASURES_OR_SMALL.has(rest[2]?.plain ?? ""));
  }
  if (MEASURES_OR_SMALL.has(next.plain)) {
    const thing = rest.find((word) => !MEASURES_OR_SMALL.has(word.plain));
    return thing === undefined || GOES_ON_WITH.has(thing.plain) || asked.includes(thing.stem);
  }
  return false;
}

/** "That's right": takes the question as it was put, with its "no" if it had one. */
export function agrees(words: readonly Word[]): boolean {
  const start = words.slice(0, 3).map((word) => word.plain).join(" ");
  return /\b(?:thats right|correct|exactly|thats it)\b/.test(start);
}

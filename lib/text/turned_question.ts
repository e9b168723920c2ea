import { baseForm } from "@/lib/text/base_form.ts";
import { isMedicine, isNegation, isNumber } from "@/lib/text/medical_terms.ts";
import { normalise, words } from "@/lib/text/normalise.ts";

/**
 * Each line is one meaning with its wordings; a question and its lay wording both have it or neither
 * (as UR11 b has it for actions). The symptoms' own words stand with those of treatment where one
 * word serves both: "when did it start" is the onset.
 */
const GUARDED_MEANINGS: Readonly<Record<string, readonly string[]>> = {
  left: ["left"],
  right: ["right"],
  both: ["both", "either", "bilateral"],
  stop: ["stop", "stops", "stopped", "stopping", "quit", "given up", "gave up", "withhold"],
  start: [
    ..."start starts started starting begin begins began begun beginning onset".split(" "),
    ...["come on", "came on", "comes on", "first notice", "first noticed", "set in"],
  ],
  skip: ["skip", "skips", "skipped", "skipping", "miss", "misses", "missed", "missing"],
  take: [
    ..."take takes taking took taken use uses using used medicine medicines medication".split(" "),
    ..."medications tablet tablets drug drugs".split(" "),
    ...["are you on", "been on", "you on any"],
  ],
  increase: ["increase", "increased", "increasing", "double", "doubled", "doubling"],
  reduce: ["reduce", "reduced", "reducing", "halve", "halved", "halving", "cut down"],
  continue: ["continue", "continued", "continuing", "restart", "restarted", "resume", "resumed"],
  emergency: [
    ..."999 112 111 ambulance ambulances paramedic paramedics emergency".split(" "),
    ...["a e", "a and e"],
  ],
  hospital: ["hospital", "hospitals", "admitted", "admission", "admissions", "hospitalised"],
  home: ["home"],
  "self-harm": [
    ..."suicide suicidal yourself kill killing die dying dead death fatal".split(" "),
    ...["ending your life", "end your life", "self harm", "take your life"],
  ],
  harmless: ["serious", "harmless", "safe", "safely", "worry", "fine"],
  spouse: "husband wife partner partners boyfriend girlfriend spouse".split(" "),
  ignore: ["ignore", "ignored", "ignoring", "disregard"],
};

/** One of a pair in place of the other asks for the opposite; one that is merely added does not. */
const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = [
  ["sudden suddenly abrupt abruptly", "slow slowly gradual gradually"],
  [
    "better improve improves eased eases ease relieves relieved relieve help helps",
    "worse worsen worsens worsened aggravate aggravates",
  ],
  ["before", "after"],
  ["more", "less fewer"],
  ["up gain gained gaining", "down lost lose losing loss"],
  ["day daytime", "night nights nighttime overnight"],
  ["hot", "cold"],
  ["high", "low"],
  ["upper", "lower"],
  ["in", "out"],
].map(([one = "", other = ""]) => [one.split(" "), other.split(" ")] as const);

/** Not in the list of negations, but they turn a question like one. */
const UNABLE: ReadonlySet<string> = new Set("unable inability without hardly barely".split(" "));

/** "One leg", "one of them": a pronoun more often than a number. */
const PRONOUN = "one";

const SPELLED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
      .map((word, value) => [word, `${value}`]),
  ),
  twenty: "20",
  thirty: "30",
  once: "1",
  twice: "2",
};

const MODAL =
  /\b(can|could|will|would|should|shall|must|may|might|ought)\b(?: (?:you|we|i|they|it|he|she)\b)?(?: (?:please|just|also|now|then))*(?: (\w+))?/g;

/** "Can you tell me", "would you say", "can you lie flat": they ask to be told, or for an ability. */
const ABILITIES: ReadonlySet<string> = new Set(
  ("tell describe say explain show point be have feel see hear move bear bend lift walk stand lie " +
    "swallow breathe speak pass open sleep keep manage climb").split(" "),
);

/** "Should you lie flat?" advises whatever verb follows. */
const ADVISING: ReadonlySet<string> = new Set(["should", "shall", "must", "ought", "will"]);

const SECOND_CLAUSE =
  /\b(?:and|or|so|but) (?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|shall|may|what|when|where|which|who|why|how)\b/;

/**
 * What a lay wording turns in its question, by the word for it; null where nothing is turned (SP6).
 * It reads words, not sense: a doubt is a turn, since the question is then asked as it is written.
 */
export function turnedIn(original: string, lay: string): string | null {
  const [question, wording] = [normalise(original), normalise(lay)];
  return meaningTurned(question, wording) ?? oppositeTurned(question, wording) ??
    numberTurned(question, wording) ?? medicineBroughtIn(question, wording) ??
    modalBroughtIn(question, wording) ??
    (SECOND_CLAUSE.test(wording) && !SECOND_CLAUSE.test(question) ? "a second question" : null);
}

function has(text: string, wordings: readonly string[]): boolean {
  return wordings.some((one) => ` ${text} `.includes(` ${one} `));
}

function isNegative(text: string): boolean {
  return words(text).some((word) => isNegation(word) || UNABLE.has(word));
}

function meaningTurned(question: string, wording: string): string | null {
  if (isNegative(question) !== isNegative(wording)) return "negation";
  const turned = Object.entries(GUARDED_MEANINGS).find(([, wordings]) =>
    has(question, wordings) !== has(wording, wordings)
  );
  return turned?.[0] ?? null;
}

function oppositeTurned(question: string, wording: string): string | null {
  const swaps = ([one, other]: (typeof OPPOSITES)[number]) =>
    has(question, one) && !has(question, other) && has(wording, other) && !has(wording, one);
  const pair = OPPOSITES.find(([one, other]) => swaps([one, other]) || swaps([other, one]));
  return pair === undefined ? null : pair[0][0] ?? null;
}

function numberTurned(question: string, wording: string): string | null {
  const [asked, said] = [numbersOf(question), numbersOf(wording)];
  return [...said].find((one) => !asked.has(one)) ?? [...asked].find((one) => !said.has(one)) ??
    null;
}

function numbersOf(text: string): Set<string> {
  const found = words(text).filter((word) => isNumber(word) && word !== PRONOUN && word !== "1");
  return new Set(found.map((word) => SPELLED[word] ?? word));
}

function medicineBroughtIn(question: string, wording: string): string | null {
  const known = new Set(words(question));
  return words(wording).find((word) => isMedicine(word) && !known.has(word)) ?? null;
}

/** "Could you stop…": an order in the form of a question, unless the question has its verb, too. */
function modalBroughtIn(question: string, wording: string): string | null {
  const known = words(question);
  const bases = new Set(known.map(baseForm));
  for (const [, modal = "", verb = ""] of wording.matchAll(MODAL)) {
    if (known.includes(modal)) continue;
    const isTelling = ["say", "describe", "rate"].includes(verb);
    const isAble = ABILITIES.has(verb) || bases.has(baseForm(verb));
    if (ADVISING.has(modal) || modal === "would" && !isTelling || !isAble) return modal;
  }
  return null;
}

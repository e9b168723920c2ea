import type { PhraseMatch } from "@/lib/rules/reading/phrase.ts";
import type { Word } from "@/lib/rules/reading/sentence.ts";

/** Whose story it is and when, so far as the words around the finding tell. */
export type Context = "patient_now" | "past" | "other_person" | "hypothetical";

const FIRST_PERSON = new Set("i im ive id ill me my mine myself we weve our".split(" "));
const THIRD_PERSON = new Set("he hes his him she shes her they theyre their".split(" "));

/** May be the one the consultation is about, spoken for by someone beside them. */
const NEAR_KIN = new Set(
  ("mum mums mother mothers mom dad dads father fathers husband husbands wife wifes partner " +
    "partners brother brothers sister sisters nan nans nana gran grans granny grandma grandmother " +
    "grandad grandads granddad grandfather").split(" "),
);
const OTHERS = new Set(
  ("uncle uncles aunt aunts auntie cousin cousins " +
    "neighbour neighbours neighbor friend " +
    "friends mate mates colleague boss man woman girl lady bloke someone somebody people anyone " +
    "everyone character actor").split(" "),
);
const FAMILY_AT_LARGE = new Set(["family", "relatives", "relations"]);

/** The relative is spoken of as ill at this moment, and so is the patient. */
const PRESENT_CUES = new Set(
  "now today tonight morning yesterday since just currently here breakfast lunchtime night overnight cant"
    .split(
      " ",
    ),
);
const HISTORY_CUES = new Set(
  "died used always years passed killed hanged committed".split(" "),
);
/** Said of a relative's past or habit; any other verb tells news of somebody in the room's care. */
const HISTORY_VERBS = new Set("had have get gets got was were did suffered suffers".split(" "));
/** The verb stands at most this many words behind the relative: "my father and brother both had". */
const VERB_WITHIN_WORDS = 4;

const PAST_UNITS = new Set("year years month months decade decades".split(" "));
const PAST_AGE_WORDS = new Set(
  "child baby kid boy girl teenager young small little school younger twenties thirties".split(" "),
);
const GROWN_USED = new Set("im am get getting got be are".split(" "));
/** "in the past few days" reaches to now, "in the past" does not. */
const SPANS = new Set(
  "few couple day days week weeks month months year years hour hours two three four five six".split(
    " ",
  ),
);
/** "when he was two"; but "when it was two days old". */
const AGES = new Set(
  "one two three four five six seven eight nine ten twelve fifteen twenty thirty forty".split(" "),
);
const TIME_UNITS = new Set("day days week weeks month months hour hours".split(" "));
const ONSET_VERBS = new Set("started start began begun came first since onset".split(" "));
/** "two months ago and again yesterday". */
const AGAIN_CUES = new Set("again still today yesterday tonight keep keeps".split(" "));
const NOW_CUES = new Set(
  "im ive is are am now today tonight currently still keep keeps keeping hurts theres its".split(
    " ",
  ),
);

const SOURCES_OF_STORIES = new Set(
  ("tv telly television film movie programme program documentary leaflet internet google googled " +
    "online website newspaper magazine article book radio podcast facebook news").split(" "),
);
const VERBS_OF_READING = new Set("read saw seen heard".split(" "));
const STORY_LINKS = new Set(
  "about that where whose who says say said saying warns mentions".split(" "),
);
/** The link stands at most this many words behind the source: "the leaflet in the box says". */
const STORY_WITHIN_WORDS = 4;
const CAUSE_CUES = new Set("cause causes means mean symptom symptoms sign signs".split(" "));
/** "if you get", "if I start": not yet so. "if I cough it hurts" is so, and is not listed. */
const IF_SUBJECTS = new Set("you youre he she it the they there anyone someone".split(" "));
const IF_I_VERBS = new Set(
  "get got start started ever were had develop developed stop stopped could might lose lost".split(
    " ",
  ),
);

/**
 * Remembers whose story the last sentences told, so that "she died of it" stays with the aunt and
 * "I couldn't breathe" with the childhood just spoken of.
 */
export type StoryOf = "patient" | "childhood" | "other_person" | "story";

function any(words: readonly Word[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word.plain));
}

function plain(words: readonly Word[], index: number): string {
  return words[index]?.plain ?? "";
}

/** Position of the last word of the set before `before`, or -1. */
function lastIndex(words: readonly Word[], set: ReadonlySet<string>, before: number): number {
  for (let index = before - 1; index >= 0; index--) if (set.has(plain(words, index))) return index;
  return -1;
}

/** The words from the last "but", "now" or strong break up to the next: one thought. */
function thoughtAround(words: readonly Word[], match: PhraseMatch): readonly Word[] {
  const turns = (index: number) => {
    const word = words[index];
    if (word === undefined) return true;
    return word.plain === "but" || (index > 0 && word.plain === "now") ||
      word.breakBefore === "strong";
  };
  let from = match.from;
  while (from > 0 && !turns(from)) from--;
  let to = match.to;
  while (to < words.length && !turns(to)) to++;
  return words.slice(from, to);
}

function isPast(words: readonly Word[], clauses: readonly number[], match: PhraseMatch): boolean {
  const clause = clauses[match.from];
  const own = words.filter((_, index) => clauses[index] === clause);
  if (hasPastCue(own)) return !any(own, ONSET_VERBS) && !any(own, AGAIN_CUES);
  // "I had bleeding, that was years ago."
  const next = words.filter((_, index) => clauses[index] === (clause ?? 0) + 1);
  if (["that", "it", "this"].includes(plain(next, 0)) && hasPastCue(next)) return true;
  const before = words.filter((_, index) => (clauses[index] ?? 0) < (clause ?? 0));
  if (!hasPastCue(before) || any(before, ONSET_VERBS)) return false;
  return !any(own, NOW_CUES);
}

function hasPastCue(words: readonly Word[]): boolean {
  return words.some((word, index) => {
    const next = plain(words, index + 1);
    const previous = plain(words, index - 1);
    if (word.plain === "ago") return PAST_UNITS.has(previous);
    if (word.plain === "used") return next === "to" && !GROWN_USED.has(previous);
    // "for the last month" reaches to now, "last month" does not.
    if (word.plain === "last") return PAST_UNITS.has(next) && previous !== "the";
    if (word.plain === "history") return next === "of";
    if (word.plain === "previously") return true;
    if (word.plain === "past") {
      return previous === "the" && plain(words, index - 2) === "in" && !SPANS.has(next);
    }
    if (word.plain === "in") return /^(?:19|20)\d\d$/.test(next) || next === "childhood";
    return (word.plain === "as" || word.plain === "was") && nearAge(words, index);
  });
}

/** "as a child", "when I was small"; "was a little sick" is no age. */
function nearAge(words: readonly Word[], index: number): boolean {
  const [one, two] = [plain(words, index + 1), plain(words, index + 2)];
  if (words[index]?.plain === "was" && !words.slice(0, index).some((w) => w.plain === "when")) {
    return false;
  }
  if (words[index]?.plain === "was" && AGES.has(one)) return two === "" || !TIME_UNITS.has(two);
  return PAST_AGE_WORDS.has(one) || (one === "a" && PAST_AGE_WORDS.has(two)) || one === "at";
}

function isHypothetical(
  words: readonly Word[],
  clauses: readonly number[],
  match: PhraseMatch,
): boolean {
  const thought = words.slice(0, match.to);
  const cue = thought.findLastIndex((_, index) => isHypotheticalCue(words, index));
  if (cue < 0) return causesBehind(words, match);
  // "I read about meningitis and now I've got a stiff neck": the patient speaks of now again.
  for (let index = cue + 1; index < match.from; index++) {
    const own = clauses[index] !== clauses[cue];
    if (own && ["ive", "im", "my"].includes(plain(words, index))) return false;
    if (own && plain(words, index) === "i" && !conditional(plain(words, index + 1))) return false;
  }
  return true;
}

function conditional(verb: string): boolean {
  return ["would", "could", "might", "should", "will"].includes(verb);
}

function isHypotheticalCue(words: readonly Word[], index: number): boolean {
  const [word, next, after] = [
    plain(words, index),
    plain(words, index + 1),
    plain(words, index + 2),
  ];
  const previous = plain(words, index - 1);
  if (word === "if" && previous !== "as" && previous !== "like") {
    if (previous === "what" || IF_SUBJECTS.has(next)) {
      return !["know", "sure", "wonder", "wondering", "see", "tell"].includes(previous);
    }
    return next === "i" && IF_I_VERBS.has(after);
  }
  if (SOURCES_OF_STORIES.has(word)) return tellsStory(words, index);
  if (word === "read" || word === "heard") return ["about", "that", "of", "you"].includes(next);
  // "They said I was jerking" reports what others saw of the patient.
  if (word === "they" || word === "friend") {
    return (next === "say" || next === "said") && !FIRST_PERSON.has(after);
  }
  if (word === "could" || word === "might") return previous === "i" && next === "get";
  if (word === "out") return ["watch", "look"].includes(previous) && next === "for";
  if (word === "case") return previous === "in";
  if (word === "can" || word === "could" || word === "may") {
    return next === "cause" || next === "give";
  }
  return word === "risk" && next === "of";
}

/** "a film about", "I read in", "on the news they said"; not "I was watching telly and got pain". */
function tellsStory(words: readonly Word[], source: number): boolean {
  return any(words.slice(0, source), VERBS_OF_READING) ||
    words.slice(source + 1, source + 1 + STORY_WITHIN_WORDS).some((word) =>
      STORY_LINKS.has(word.plain)
    );
}

/** "chest pain … means a heart attack", "chest pain is a sign of": general talk. */
function causesBehind(words: readonly Word[], match: PhraseMatch): boolean {
  const before = words.slice(0, match.from);
  const behind = words.slice(match.to);
  return any(behind, CAUSE_CUES) && !any(before, FIRST_PERSON) && !any(behind, FIRST_PERSON);
}

function isOtherPerson(words: readonly Word[], match: PhraseMatch): boolean {
  const other = lastIndex(words, OTHERS, match.from);
  const kin = lastIndex(words, NEAR_KIN, match.from);
  const person = Math.max(other, kin);
  if (person < 0) {
    return any(words.slice(0, match.to), FAMILY_AT_LARGE) && !any(words, FIRST_PERSON);
  }
  // "My wife says my face dropped" is about the patient; "my wife's face" is not.
  if (any(words.slice(person + 1, match.to), FIRST_PERSON)) return false;
  if (plain(words, person - 1) === "with" || plain(words, person - 1) === "like") return false;
  const rest = words.slice(person);
  if (other > kin) return !words.some((word) => word.plain === "here");
  if (any(rest, HISTORY_CUES)) return true;
  return !(any(rest, PRESENT_CUES) || isPresentOf(words, kin));
}

/**
 * "Dad fell", "mum's had", "my dad has": told as news, not as family history. "My grandad's face
 * dropped when he had" is history: there the "'s" is no verb.
 */
function isPresentOf(words: readonly Word[], kin: number): boolean {
  const auxiliary = words[kin]?.contracted === true && VERB_AFTER_S.test(plain(words, kin + 1));
  if (auxiliary) return true;
  const reach = words[kin]?.contracted === true ? words.length : kin + 1 + VERB_WITHIN_WORDS;
  return !any(words.slice(kin + 1, reach), HISTORY_VERBS);
}

/** After "mum's" these show that the "'s" is "is" or "has". */
const VERB_AFTER_S = /^(?:had|been|got|having|not|really|so|very|in|on|come|gone|lost|.+ing|.+ed)$/;

export function contextOf(
  words: readonly Word[],
  clauses: readonly number[],
  match: PhraseMatch,
  storyOf: StoryOf,
): Context {
  if (isHypothetical(words, clauses, match)) return "hypothetical";
  if (isOtherPerson(words, match)) return "other_person";
  const thirdPerson = any(words.slice(0, match.to), THIRD_PERSON);
  if (storyOf === "childhood" && !isOfNow(words)) return "past";
  if (
    storyOf !== "patient" && storyOf !== "childhood" && thirdPerson &&
    !any(words.slice(0, match.to), FIRST_PERSON)
  ) {
    return storyOf === "story" ? "hypothetical" : "other_person";
  }
  const thought = thoughtAround(words, match);
  const offset = words.indexOf(thought[0] ?? words[0] as Word);
  const shifted = {
    from: match.from - offset,
    to: match.to - offset,
    named: match.named.map((index) => index - offset),
  };
  const inThought = clauses.slice(offset, offset + thought.length);
  return isPast(thought, inThought, shifted) ? "past" : "patient_now";
}

function isOfNow(words: readonly Word[]): boolean {
  return any(words, NOW_CUES) || any(words, AGAIN_CUES) || any(words, PRESENT_CUES);
}

function speaksOfChildhood(words: readonly Word[]): boolean {
  return !isOfNow(words) &&
    words.some(({ plain: word }, index) =>
      (word === "as" || word === "was") && nearAge(words, index)
    );
}

/** Whose story the next sentence goes on with when it only says "he" or "she". */
export function storyAfter(words: readonly Word[], before: StoryOf): StoryOf {
  const whole = { from: words.length, to: words.length, named: [] };
  if (words.some((_, index) => isHypotheticalCue(words, index))) return "story";
  if (isOtherPerson(words, whole)) return "other_person";
  if (speaksOfChildhood(words)) return "childhood";
  if (before === "childhood" && !isOfNow(words)) return "childhood";
  if (any(words, NEAR_KIN) || any(words, FIRST_PERSON)) return "patient";
  return any(words, THIRD_PERSON) ? before : "patient";
}

import {
  AMOUNT,
  ANNOUNCES,
  ASKS,
  AUXILIARIES,
  BARE_NUMBER,
  BEFORE_A_NOUN,
  BEFORE_A_VERB,
  CLOSES,
  CONJUNCTIONS,
  DEGREES,
  DESCRIBES_WHAT_COMES,
  EMBEDDED,
  FILLERS,
  GIVES_OVER,
  REPORTS,
  SEARCHES,
  SHORT_ANSWER,
  STRANDED,
  SUBJECTS,
  SUBORDINATORS,
  TO_BE,
  WANT_AN_OBJECT,
  WHOLE_ENDINGS,
} from "@/lib/auto/ending_words.ts";
import { WHOLE_THOUGH_FADING, WHOLE_WITH_A_STOP } from "@/lib/auto/short_answers.ts";
import type { OfficerVerdict } from "@/lib/models/calls/officer.ts";
import { splitSentences } from "@/lib/text/join_phrases.ts";
import { normalise, words } from "@/lib/text/normalise.ts";

/** How a turn ends is in its last words; nobody speaks a sentence of this length. */
const READ_CHARS = 400;

const GOING_ON: OfficerVerdict = { finishedThought: false, handedBack: false };
const FINISHED: OfficerVerdict = { finishedThought: true, handedBack: false };
const HANDED_BACK: OfficerVerdict = { finishedThought: true, handedBack: true };

/**
 * The embedded end-of-turn officer (TT3, `AUTO_OFFICER=rule`): judges from the patient's last
 * committed words alone whether the thought is whole and whether the word was handed back. `said`
 * is what the patient said since the last question, newest last; more than 400 characters are not
 * read. It errs toward waiting (TT12): what it takes for unfinished ends by quiet 1.5 s later.
 */
export function ruleOfficer(said: string): OfficerVerdict {
  const ending = readEnding(said);
  const { text } = ending;
  if (ending.words.length === 0 || (ending.held && !isWholeThoughFading(ending))) return GOING_ON;
  if (matches(text, SEARCHES)) return GOING_ON;
  if (matches(text, CLOSES)) return HANDED_BACK;
  if (matches(text, ANNOUNCES)) return GOING_ON;
  if (ending.asked) return REPORTS.test(text) ? GOING_ON : HANDED_BACK;
  if (ending.held || (ending.stopped && WHOLE_WITH_A_STOP.test(text))) return FINISHED;
  if (leansOnMore(ending.words, text) || isOpenClause(ending) || isOpenList(ending)) {
    return GOING_ON;
  }
  if (matches(text, GIVES_OVER) || ASKS.test(text)) return HANDED_BACK;
  return ending.marked ? FINISHED : GOING_ON;
}

interface Ending {
  /** The last sentence as it was written, without the marks at its end. */
  readonly written: string;
  /** The same, normalised. */
  readonly text: string;
  readonly words: readonly string[];
  /** A comma, a dash or dots at the end: the voice stayed up. */
  readonly held: boolean;
  /** Of what holds it nothing but dots is there. */
  readonly fades: boolean;
  /** A full stop, or its louder kind. */
  readonly stopped: boolean;
  readonly asked: boolean;
  /** Its end is marked, or nothing in all that was said is, as some engines write no marks. */
  readonly marked: boolean;
}

const MARKS_AT_END = /[\s.?!…,;:\-–—"”’)]*$/;

const HELD_OPEN = /[,;:\-–—]/;
const DOTS = /…|\.\s*\.\s*\./;

function readEnding(said: string): Ending {
  const read = said.slice(-READ_CHARS).trim();
  const marks = MARKS_AT_END.exec(read)?.[0] ?? "";
  const body = read.slice(0, read.length - marks.length);
  const written = splitSentences(body).open;
  return {
    written,
    text: normalise(written),
    words: words(written),
    held: HELD_OPEN.test(marks) || DOTS.test(marks),
    fades: DOTS.test(marks) && !HELD_OPEN.test(marks),
    stopped: /[.!]/.test(marks),
    asked: marks.includes("?"),
    marked: marks !== "" || !/[.?!]/.test(body),
  };
}

const matches = (text: string, patterns: readonly RegExp[]) =>
  patterns.some((pattern) => pattern.test(text));

/** Whisper puts dots where a voice only fades, also behind words that leave nothing to come. */
function isWholeThoughFading({ fades, text }: Ending): boolean {
  return fades && (matches(text, CLOSES) || matches(text, WHOLE_THOUGH_FADING));
}

/** The last word needs another one behind it. */
function leansOnMore(all: readonly string[], text: string): boolean {
  const last = all.at(-1) ?? "";
  const before = all.at(-2) ?? "";
  if (WHOLE_ENDINGS.test(text)) return false;
  if (FILLERS.has(last)) return true;
  const isShortAnswer = SHORT_ANSWER.test(text);
  if (AUXILIARIES.has(last)) {
    if (isShortAnswer || EMBEDDED.test(text)) return false;
    return all.length === 1 || SUBJECTS.has(before) || AUXILIARIES.has(before) || TO_BE.has(last);
  }
  if (WANT_AN_OBJECT.has(last)) return !EMBEDDED.test(text);
  if (STRANDED.test(text)) return false;
  if (DESCRIBES_WHAT_COMES.test(text)) return true;
  if (all.length === 1 && SUBJECTS.has(last)) return true;
  if (isShortAnswer && DEGREES.has(last)) return false;
  return CONJUNCTIONS.has(last) || BEFORE_A_NOUN.has(last) || BEFORE_A_VERB.has(last) ||
    DEGREES.has(last);
}

/** Joins that may stand before a subordinate clause: "and when I woke up". */
const JOIN = /^(?:and|but|so|then|well|or)\s+/i;

/** "When I got up this morning.": a clause that waits for its main clause. */
function isOpenClause({ written }: Ending): boolean {
  const parts = written.split(/,\s*/);
  const last = parts.at(-1) ?? "";
  // Behind a comma only a joined clause opens something new; "it hurts, when I walk" is whole.
  if (parts.length > 1 && !JOIN.test(last)) return false;
  const clause = words(last.replace(JOIN, ""));
  const length = [1, 2, 3].find((count) => SUBORDINATORS.test(clause.slice(0, count).join(" ")));
  if (length === undefined) return false;
  const [subject, ...rest] = clause.slice(length);
  if (subject === undefined || !isSubject(subject)) return false;
  // A second subject begins the main clause; as the last word it is an object ("about it").
  return !rest.slice(1, -1).some((word) => isSubject(word) && !BEFORE_A_NOUN.has(word));
}

function isSubject(word: string): boolean {
  return SUBJECTS.has(word) || ["my", "the", "im", "ive", "its", "hes", "shes"].includes(word);
}

/** Items of a list are short; longer ones are clauses. */
const MOST_ITEM_WORDS = 3;

/** "Headaches, dizziness, feeling sick.": no "and" has told which one is the last. */
function isOpenList({ written }: Ending): boolean {
  const items = written.split(/,\s*/).map(words)
    .filter((item) => item.some((word) => !FILLERS.has(word)));
  if (items.length > 1 && BARE_NUMBER.test(items.at(-1)?.join(" ") ?? "")) return true;
  if (items.length < 3) return false;
  const listed = items.slice(-2);
  return listed.every((item) =>
    item.length <= MOST_ITEM_WORDS &&
    !["and", "or", "yes", "no", "yeah", "sorry"].includes(item[0] ?? "") &&
    !item.includes("really") && !AMOUNT.test(item.join(" "))
  );
}

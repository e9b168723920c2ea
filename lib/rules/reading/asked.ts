import type { Evidential, Mention } from "@/lib/rules/reading/mention.ts";
import { findPhrase } from "@/lib/rules/reading/phrase.ts";
import type { PhraseIndex } from "@/lib/rules/reading/phrase_index.ts";
import { readSentences, type Sentence, type Word } from "@/lib/rules/reading/sentence.ts";

/** "Where was I? Oh yes.": the yes answers the patient's own question. */
export const LOST_THREAD = /\bwhere was i\b|\bwhat was i (?:saying|going to say)\b/i;
/** Questions that take the finding for granted: "when was your last chemotherapy?" */
const PRESUPPOSING = new Set("when how which where".split(" "));
/** "And you've had the pain how long?" */
const MEASURES = new Set("long often many much bad".split(" "));
const ASKING_VERBS = new Set("is are was were does do did has have had can".split(" "));
/** "Is the chest pain worse …?" */
const COMPLAINT_NOUNS = new Set(
  "pain ache headache cough rash fever temperature swelling bleeding weakness numbness dizziness"
    .split(" "),
);
/** Words of nearly every question; shorter ones than three letters tell nothing either. */
const UNTELLING = new Set(
  ("you your the and any has have are was were did does had not for how who can may all one out " +
    "get got with ever when where what which been this that there some feel").split(" "),
);
const SHORTEST_TELLING_WORD = 3;

/** How far question and answer are joined on either side, in words. */
const JOIN_WORDS = 8;
const OPEN_TO_A_PLACE = new Set(
  "where anywhere somewhere what which how there go spread move".split(" "),
);

/**
 * "The headache" is known; in "is the leg cold?" and "does the light hurt?" only the leg and the
 * light are, and the finding is what is asked.
 */
export function isSpokenOfAsKnown({ words }: Sentence, { match }: Mention): boolean {
  if (words[match.from - 1]?.plain !== "the") return false;
  const asksOfIt = ASKING_VERBS.has(words[match.from - 2]?.plain ?? "");
  return !asksOfIt || match.to - match.from === 1 ||
    COMPLAINT_NOUNS.has(words[match.to - 1]?.plain ?? "");
}

function isTelling({ plain }: Word): boolean {
  return plain.length >= SHORTEST_TELLING_WORD && !UNTELLING.has(plain);
}

/** The question's telling words: an answer that repeats one keeps to what was asked. */
export function tellingStems(question: Sentence): readonly string[] {
  return question.words.filter(isTelling).map((word) => word.stem);
}

/** Whether the question takes what it names for granted, so that any answer grants it. */
export function presupposes(question: string): boolean {
  const words = readSentences(question)[0]?.words ?? [];
  return PRESUPPOSING.has(words[0]?.plain ?? "") ||
    words.some((word, index) =>
      word.plain === "how" && MEASURES.has(words[index + 1]?.plain ?? "")
    );
}

/** A finding whose mere naming in the answer affirms another that the question named. */
export interface AffirmedPart {
  readonly part: string;
  readonly whole: string;
}

/** The question's findings that lie within another of them: the blood in "coughed up any blood". */
export function affirmedParts(mentions: readonly Mention[]): AffirmedPart[] {
  return mentions.filter((mention) => mention.finding.affirms === true).flatMap((part) =>
    mentions
      .filter((whole) =>
        whole.finding !== part.finding && whole.match.from <= part.match.from &&
        whole.match.to >= part.match.to
      )
      .map((whole) => ({ part: part.finding.name, whole: whole.finding.name }))
  );
}

/** Names of the findings of which a phrase begins in the question and ends in the answer. */
export function findingsAcross(
  questionText: string,
  answer: Sentence,
  index: PhraseIndex<Evidential>,
): string[] {
  const question = readSentences(questionText)[0]?.words.slice(-JOIN_WORDS) ?? [];
  if (!question.some((word) => OPEN_TO_A_PLACE.has(word.stem))) return [];
  const joined = [...question, ...answer.words.slice(0, JOIN_WORDS)];
  const oneClause = joined.map(() => 0);
  const across = new Set<string>();
  const excepted = new Set<string>();
  for (const { phrase, owner: { finding, except } } of index.candidates(joined)) {
    const matches = findPhrase(phrase, joined, oneClause);
    if (except && matches.length > 0) excepted.add(finding.name);
    if (!except && matches.some(({ from, to }) => from < question.length && to > question.length)) {
      across.add(finding.name);
    }
  }
  return [...across].filter((name) => !excepted.has(name));
}

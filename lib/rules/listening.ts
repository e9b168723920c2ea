import { ARRANGEMENT_PHRASES, type ArrangementKind, isArranged } from "@/lib/rules/arrangement.ts";
import type { Catalogue } from "@/lib/rules/catalogue.ts";
import { agrees, answerOf } from "@/lib/rules/reading/answer.ts";
import { clausesOf } from "@/lib/rules/reading/clauses.ts";
import { storyAfter } from "@/lib/rules/reading/context.ts";
import { findCorrection } from "@/lib/rules/reading/correction.ts";
import { type Mention, readMentions } from "@/lib/rules/reading/mention.ts";
import { findPhrase } from "@/lib/rules/reading/phrase.ts";
import { PhraseIndex } from "@/lib/rules/reading/phrase_index.ts";
import {
  affirmedParts,
  findingsAcross,
  isSpokenOfAsKnown,
  LOST_THREAD,
  presupposes,
  tellingStems,
} from "@/lib/rules/reading/asked.ts";
import { readSentences, type Sentence } from "@/lib/rules/reading/sentence.ts";
import { isQuestion, speechActOf } from "@/lib/rules/reading/speech_act.ts";
import type {
  Arrangement,
  AskedSentence,
  Heard,
  RulesSegment,
  RulesState,
} from "@/lib/rules/state.ts";
import { meaningfulWords } from "@/lib/text/normalise.ts";

/** After this many patient sentences a question counts as left unanswered. */
const PATIENCE_SENTENCES = 3;
/** A quote longer than this hides what matters; then only the words around the finding stand. */
const LONGEST_QUOTE_CHARACTERS = 200;
const QUOTE_MARGIN_CHARACTERS = 60;
/** Share of a question's meaningful words that must have been said for it to count as asked. */
const ASKED_SHARE = 0.75;
const WAVED_AWAY = /\b(?:none|not any) of (?:that|those|these)\b|\bnothing like that\b/i;
/** Arrangements kept; a consultation makes few, a stuck transcriber may repeat one for ever. */
const MOST_ARRANGEMENTS = 50;

const arrangementIndex = new PhraseIndex<ArrangementKind>(
  (Object.keys(ARRANGEMENT_PHRASES) as ArrangementKind[]).map((kind) =>
    [kind, ARRANGEMENT_PHRASES[kind]] as const
  ),
);

/** The state being written while one segment is read; it never leaves this file half-written. */
interface Draft {
  wordsHeard: number;
  storyOf: RulesState["storyOf"];
  readonly reported: Map<string, Heard>;
  readonly denied: Map<string, Heard>;
  readonly asked: Set<string>;
  waiting: readonly AskedSentence[];
  unanswered: number;
  lastNamed: readonly string[];
  arrangements: readonly Arrangement[];
}

/** What one segment adds to what was heard; no alarm is judged here. */
export function listen(
  catalogue: Catalogue,
  state: RulesState,
  segment: RulesSegment,
): RulesState {
  const draft: Draft = {
    ...state,
    reported: new Map(state.reported),
    denied: new Map(state.denied),
    asked: new Set(state.asked),
  };
  for (const sentence of readSentences(segment.text)) {
    hearSentence(catalogue, draft, segment, sentence);
    draft.wordsHeard += sentence.words.length;
  }
  return { ...state, ...draft };
}

function hearSentence(
  catalogue: Catalogue,
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
): void {
  noteArrangements(draft, segment, sentence);
  switch (speechActOf(sentence, segment.role ?? null)) {
    case "asks":
    case "informs":
      return noteAsked(catalogue, draft, segment, sentence);
    case "wonders":
      return;
    case "tells":
      return noteTold(catalogue, draft, segment, sentence);
  }
}

function noteAsked(
  catalogue: Catalogue,
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
): void {
  const question = isQuestion(sentence);
  const mentions = readMentions(sentence, catalogue.index, "patient");
  const findings = [...new Set(mentions.map((mention) => mention.finding.name))];
  if (!question && findings.length === 0) return;
  const text = segment.text.slice(sentence.from, sentence.to);
  const definite = mentions.filter((mention) => isSpokenOfAsKnown(sentence, mention))
    .map((mention) => mention.finding.name);
  const negated = mentions.filter((mention) => mention.stance === "denied")
    .map((mention) => mention.finding.name);
  const quote = quoteOf(text, 0, 0);
  const parts = affirmedParts(mentions);
  const telling = tellingStems(sentence);
  const named = { findings, negated, definite, parts };
  const asked = { line: segment.line, quote, question, text, telling, ...named };
  draft.waiting = draft.unanswered > 0 ? [asked] : [...draft.waiting, asked];
  draft.unanswered = 0;
  if (!question) return;
  for (const name of findings) draft.asked.add(name);
  for (const wanted of questionsAskedBy(catalogue, text)) draft.asked.add(wanted);
}

/** The agenda's questions of which most words were said. */
function questionsAskedBy(catalogue: Catalogue, text: string): string[] {
  const met = new Map<string, number>();
  for (const word of new Set(meaningfulWords(text))) {
    for (const wanted of catalogue.questions.byWord.get(word) ?? []) {
      met.set(wanted, (met.get(wanted) ?? 0) + 1);
    }
  }
  return [...met].filter(([wanted, count]) =>
    count >= (catalogue.questions.sizes.get(wanted) ?? Infinity) * ASKED_SHARE
  ).map(([wanted]) => wanted);
}

function noteTold(
  catalogue: Catalogue,
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
): void {
  const correction = findCorrection(sentence);
  if (correction?.takesBackLineBefore) {
    for (const name of draft.lastNamed) draft.reported.delete(name);
  }
  if (WAVED_AWAY.test(segment.text.slice(sentence.from, sentence.to))) waveAway(draft);
  // "Sorry, no blood." takes nothing back: its "no" is the answer and must not be cut off.
  const answersOnly = correction?.cueFrom === 0 && !correction.takesBackLineBefore;
  const meant = correction === null || answersOnly ? sentence : correction.meant;
  const mentions = readMentions(meant, catalogue.index, draft.storyOf);
  const reported = mentions.filter((mention) => mention.stance === "reported");
  const names = new Set(reported.map((mention) => mention.finding.name));
  takeAnswer(catalogue, draft, segment, sentence, names);
  for (const mention of mentions) {
    // Said with and without a "no" in one sentence, the report stands: "none at rest, but …".
    if (mention.stance === "denied" && !names.has(mention.finding.name)) {
      draft.denied.set(mention.finding.name, heardAs(draft, segment, sentence, mention));
    }
  }
  for (const mention of reported) report(draft, heardAs(draft, segment, sentence, mention));
  draft.lastNamed = mentions.filter((mention) => mention.stance !== "elsewhere")
    .map((mention) => mention.finding.name);
  draft.storyOf = storyAfter(meant.words, draft.storyOf);
}

/** "A rash, a stiff neck. She has none of that." */
function waveAway(draft: Draft): void {
  for (const name of draft.lastNamed) {
    const heard = draft.reported.get(name);
    draft.reported.delete(name);
    if (heard === undefined) draft.denied.delete(name);
    else draft.denied.set(name, heard);
  }
}

function report(draft: Draft, heard: Heard): void {
  draft.reported.set(heard.finding, heard);
  draft.denied.delete(heard.finding);
}

/** Joins the patient's sentence with the question that waits for it. */
function takeAnswer(
  catalogue: Catalogue,
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
  named: ReadonlySet<string>,
): void {
  const last = draft.waiting.at(-1);
  if (last === undefined) return;
  if (LOST_THREAD.test(segment.text.slice(sentence.from, sentence.to))) {
    draft.waiting = [];
    return;
  }
  const answer = answerOf(sentence.words, last.telling);
  const quote = quoteOf(segment.text.slice(sentence.from, sentence.to), 0, 0);
  const answeredAs = (finding: string, { line, quote: words }: AskedSentence): Heard => ({
    ...{ finding, quote, line: segment.line, atWord: draft.wordsHeard },
    question: { quote: words, line },
  });
  for (const { part, whole } of last.parts) {
    // "Have you coughed up any blood?" "There was blood in it.": no other blood is meant.
    if (last.question && named.has(part)) report(draft, answeredAs(whole, last));
  }
  const presupposed = answer === "none" && last.question && presupposes(last.text);
  if (answer === "yes" || presupposed) {
    const denies = !last.question || agrees(sentence.words);
    for (const finding of last.findings) {
      const heard = answeredAs(finding, last);
      // "And no blood." "That's right.": the yes confirms the no.
      if (denies && last.negated.includes(finding)) draft.denied.set(finding, heard);
      else report(draft, heard);
    }
  } else if (answer === "none" && last.question) {
    // "And the headache started when?" "Yesterday.": whoever answers grants the headache.
    for (const finding of last.definite) report(draft, answeredAs(finding, last));
  } else if (answer === "no") {
    for (const asked of draft.waiting) {
      for (const finding of asked.findings) {
        draft.denied.set(finding, answeredAs(finding, asked));
      }
    }
  }
  if (answer !== "no" && last.question) joinWithQuestion(catalogue, draft, segment, sentence, last);
  draft.unanswered++;
  const settled = answer !== "none" || presupposed;
  if (settled || draft.unanswered >= PATIENCE_SENTENCES) draft.waiting = [];
}

/** "Does it go anywhere?" "My left arm.": the phrase stands half in each. */
function joinWithQuestion(
  catalogue: Catalogue,
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
  asked: AskedSentence,
): void {
  const quote = quoteOf(segment.text.slice(sentence.from, sentence.to), 0, 0);
  for (const finding of findingsAcross(asked.text, sentence, catalogue.index)) {
    report(draft, {
      ...{ finding, quote, line: segment.line, atWord: draft.wordsHeard },
      question: { quote: asked.quote, line: asked.line },
    });
  }
}

function noteArrangements(draft: Draft, segment: RulesSegment, sentence: Sentence): void {
  if (segment.role === "P" || draft.arrangements.length >= MOST_ARRANGEMENTS) return;
  const candidates = arrangementIndex.candidates(sentence.words);
  if (candidates.size === 0) return;
  const clauses = clausesOf(sentence);
  for (const { phrase, owner } of candidates) {
    const match = findPhrase(phrase, sentence.words, clauses)[0];
    if (match === undefined || !isArranged(sentence, match, segment.role ?? null)) continue;
    if (draft.arrangements.some((known) => known.kind === owner && known.line === segment.line)) {
      continue;
    }
    const quote = quoteOf(segment.text.slice(sentence.from, sentence.to), 0, 0);
    const arrangement = { kind: owner, quote, line: segment.line, atWord: draft.wordsHeard };
    draft.arrangements = [...draft.arrangements, arrangement];
  }
}

function heardAs(
  draft: Draft,
  segment: RulesSegment,
  sentence: Sentence,
  mention: Mention,
): Heard {
  const text = segment.text.slice(sentence.from, sentence.to);
  const quote = quoteOf(text, mention.from - sentence.from, mention.to - sentence.from);
  const atWord = draft.wordsHeard + mention.match.from;
  return { finding: mention.finding.name, quote, line: segment.line, atWord, question: null };
}

/** The sentence, or the words around the finding when the sentence is long; always exact words. */
function quoteOf(sentence: string, from: number, to: number): string {
  if (sentence.length <= LONGEST_QUOTE_CHARACTERS) return sentence;
  const start = sentence.lastIndexOf(" ", Math.max(0, from - QUOTE_MARGIN_CHARACTERS)) + 1;
  const space = sentence.indexOf(" ", to + QUOTE_MARGIN_CHARACTERS);
  return sentence.slice(start, space < 0 ? sentence.length : space);
}

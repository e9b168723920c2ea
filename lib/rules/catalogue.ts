import { type Complaint, evidenceOf, type RedFlag } from "@/lib/rules/complaint.ts";
import { type Finding, phrasesOf } from "@/lib/rules/finding.ts";
import type { Evidential } from "@/lib/rules/reading/mention.ts";
import { PhraseIndex } from "@/lib/rules/reading/phrase_index.ts";
import { meaningfulWords } from "@/lib/text/normalise.ts";

/** The complaints prepared for reading: built once, shared by every consultation. */
export interface Catalogue {
  readonly complaints: readonly Complaint[];
  readonly index: PhraseIndex<Evidential>;
  /** Flags that a finding can complete or begin, by the finding's name. */
  readonly flagsByFinding: ReadonlyMap<string, readonly FlagEntry[]>;
  readonly flags: readonly FlagEntry[];
  readonly complaintById: ReadonlyMap<string, Complaint>;
  readonly flagById: ReadonlyMap<string, FlagEntry>;
  readonly questions: QuestionIndex;
}

export interface FlagEntry {
  readonly flag: RedFlag;
  readonly complaint: Complaint;
}

/** Finds the agenda's questions in the doctor's own wording of them. */
export interface QuestionIndex {
  /** Questions that hold the word, by meaningful word. */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
  /** Number of distinct meaningful words of each question. */
  readonly sizes: ReadonlyMap<string, number>;
}

function indexQuestions(questions: readonly string[]): QuestionIndex {
  const byWord = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  for (const text of new Set(questions)) {
    const distinct = new Set(meaningfulWords(text));
    sizes.set(text, distinct.size);
    for (const word of distinct) byWord.set(word, [...byWord.get(word) ?? [], text]);
  }
  return { byWord, sizes };
}

/** Every finding the complaint names, each once. */
export function findingsOf(complaint: Complaint): Finding[] {
  return [
    ...new Set([
      ...complaint.presents,
      ...complaint.hintedBy,
      ...complaint.questions.flatMap((question) => question.about),
      ...complaint.flags.flatMap((flag) => evidenceOf(flag).map((part) => part.finding)),
    ]),
  ];
}

/**
 * Prepares complaints for the engine. Throws when two findings share a name or a phrase cannot be
 * read: both are mistakes in the complaint files, found by the first test that builds them.
 */
export function buildCatalogue(complaints: readonly Complaint[]): Catalogue {
  const findings = new Set(complaints.flatMap(findingsOf));
  const names = new Set<string>();
  for (const { name } of findings) {
    if (names.has(name)) throw new Error(`Cannot build the rules: two findings named "${name}"`);
    names.add(name);
  }
  const flags = complaints.flatMap((complaint) =>
    complaint.flags.map((flag) => ({ flag, complaint }))
  );
  const flagsByFinding = new Map<string, FlagEntry[]>();
  for (const entry of flags) {
    for (const name of new Set(evidenceOf(entry.flag).map((part) => part.finding.name))) {
      flagsByFinding.set(name, [...flagsByFinding.get(name) ?? [], entry]);
    }
  }
  const questions = complaints.flatMap((complaint) => [
    complaint.opening,
    ...complaint.questions.map((question) => question.text),
  ]);
  return {
    complaints,
    flags,
    flagsByFinding,
    index: new PhraseIndex(
      [...findings].flatMap((finding) =>
        [false, true].map((except) => [{ finding, except }, phrasesOf(finding, except)] as const)
      ),
    ),
    complaintById: new Map(complaints.map((complaint) => [complaint.id, complaint])),
    flagById: new Map(flags.map((entry) => [entry.flag.id, entry])),
    questions: indexQuestions(questions),
  };
}

import { isMedicine, isNegation } from "@/lib/text/medical_terms.ts";
import { scoredWords } from "@/lib/text/word_error_normaliser.ts";

/** How far a transcript is from what was said. Counts are words after normalising. */
export interface WordError {
  readonly substitutions: number;
  readonly deletions: number;
  readonly insertions: number;
  readonly referenceWords: number;
  /** (substitutions + deletions + insertions) / referenceWords; 0 is perfect, above 1 possible. */
  readonly rate: number;
  readonly medicines: Recall;
  readonly numbers: Recall;
  readonly negations: Recall;
  /** Each difference in place: what was said and what was heard; either may be empty. */
  readonly differences: readonly { readonly said: string; readonly heard: string }[];
}

/** Words of one kind that were said, and how many of them were heard in their places. */
export interface Recall {
  readonly said: number;
  readonly heard: number;
}

type Pair = readonly [said: string | null, heard: string | null];

/** Compares two texts by the usual edit distance over words (Levenshtein, each error costs 1). */
export function wordError(reference: string, hypothesis: string): WordError {
  const said = scoredWords(reference);
  const pairs = align(said, scoredWords(hypothesis));
  const wrong = pairs.filter(([one, other]) => one !== other);
  const substitutions = wrong.filter(([one, other]) => one !== null && other !== null).length;
  const deletions = wrong.filter(([, other]) => other === null).length;
  const insertions = wrong.length - substitutions - deletions;
  const recall = (belongs: (word: string) => boolean): Recall => {
    const ours = pairs.filter(([one]) => one !== null && belongs(one));
    return { said: ours.length, heard: ours.filter(([one, other]) => one === other).length };
  };
  return {
    substitutions,
    deletions,
    insertions,
    referenceWords: said.length,
    rate: wrong.length / Math.max(1, said.length),
    medicines: recall(isMedicine),
    numbers: recall((word) => /^\d/.test(word)),
    negations: recall(isNegation),
    differences: wrong.map(([one, other]) => ({ said: one ?? "", heard: other ?? "" })),
  };
}

/** Adds up the errors of several texts; the rate is that of all words together. */
export function totalWordError(parts: readonly WordError[]): WordError {
  const sum = (count: (part: WordError) => number) =>
    parts.reduce((total, part) => total + count(part), 0);
  const recall = (of: (part: WordError) => Recall): Recall => ({
    said: sum((part) => of(part).said),
    heard: sum((part) => of(part).heard),
  });
  const referenceWords = sum((part) => part.referenceWords);
  const [substitutions, deletions, insertions] = [
    sum((part) => part.substitutions),
    sum((part) => part.deletions),
    sum((part) => part.insertions),
  ];
  return {
    substitutions,
    deletions,
    insertions,
    referenceWords,
    rate: (substitutions + deletions + insertions) / Math.max(1, referenceWords),
    medicines: recall((part) => part.medicines),
    numbers: recall((part) => part.numbers),
    negations: recall((part) => part.negations),
    differences: parts.flatMap((part) => part.differences),
  };
}

/** One edit; a match earns 1, so that of the alignments with fewest edits the one with most matches wins. */
const EDIT = 100_000;

/** One cheapest alignment of the two word sequences, in order. */
function align(said: readonly string[], heard: readonly string[]): Pair[] {
  const rows: Int32Array[] = [Int32Array.from({ length: heard.length + 1 }, (_, j) => j * EDIT)];
  const cost = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  const together = (i: number, j: number) =>
    cost(i - 1, j - 1) + (said[i - 1] === heard[j - 1] ? -1 : EDIT);
  for (let i = 1; i <= said.length; i++) {
    const row = new Int32Array(heard.length + 1);
    row[0] = i * EDIT;
    rows.push(row);
    for (let j = 1; j <= heard.length; j++) {
      row[j] = Math.min(together(i, j), cost(i - 1, j) + EDIT, cost(i, j - 1) + EDIT);
    }
  }
  const pairs: Pair[] = [];
  for (let i = said.length, j = heard.length; i > 0 || j > 0;) {
    if (i > 0 && j > 0 && cost(i, j) === together(i, j)) {
      pairs.push([said[--i] ?? "", heard[--j] ?? ""]);
    } else if (i > 0 && cost(i, j) === cost(i - 1, j) + EDIT) pairs.push([said[--i] ?? "", null]);
    else pairs.push([null, heard[--j] ?? ""]);
  }
  return pairs.reverse();
}

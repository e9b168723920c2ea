import { contentWords } from "@/lib/text/content_words.ts";
import { GRAVE_DIAGNOSES } from "@/lib/text/grave_diagnoses.ts";
import { NAMED_CONDITIONS } from "@/lib/text/named_conditions.ts";
import { words } from "@/lib/text/normalise.ts";

/** So short a name is met as it is written, or with an "s": "hives" have the stem of "hiv". */
const ABBREVIATION_LETTERS = 4;

interface Condition {
  readonly condition: string;
  readonly abbreviations: readonly string[];
  /** Each longer name as its words. */
  readonly names: readonly (readonly string[])[];
}

const LISTED: Readonly<Record<string, readonly string[]>>[] = [NAMED_CONDITIONS, GRAVE_DIAGNOSES];

const CONDITIONS: readonly Condition[] = LISTED.flatMap((list) =>
  Object.entries(list).map(([condition, names]) => ({
    condition,
    abbreviations: names.filter(isAbbreviation),
    names: names.filter((name) => !isAbbreviation(name)).map((name) => [...contentWords(name)]),
  }))
);

function isAbbreviation(name: string): boolean {
  return name.length <= ABBREVIATION_LETTERS;
}

/**
 * The conditions whose name a text has, whatever the form and order of its words: "the vision that
 * you have lost" names loss of vision. Too many rather than too few, since what is found here is
 * only left unsaid.
 */
export function conditionsNamed(text: string): ReadonlySet<string> {
  const written = new Set(words(text));
  const content = contentWords(text);
  const named = CONDITIONS.filter(({ abbreviations, names }) =>
    abbreviations.some((name) => written.has(name) || written.has(`${name}s`)) ||
    names.some((name) => name.every((word) => content.has(word)))
  );
  return new Set(named.map(({ condition }) => condition));
}

/** The first condition that `wording` names and `original` does not; null where there is none. */
export function newCondition(original: string, wording: string): string | null {
  const known = conditionsNamed(original);
  return [...conditionsNamed(wording)].find((condition) => !known.has(condition)) ?? null;
}

/** How a finding's words are to be taken; the default is a symptom of the patient, now. */
export type FindingKind =
  /** Must be the patient's and of now: "I had chest pain ten years ago" is not it. */
  | "symptom"
  /** Background that counts whenever it was: an operation, a cancer, the menopause. */
  | "fact"
  /** Counts only when said of a relative. */
  | "family";

/** One thing a patient may report, with the words in which patients report it. */
export interface Finding {
  /** Unique, and readable in an alarm's reason: "pain going to the arm or jaw". */
  readonly name: string;
  readonly kind: FindingKind;
  /**
   * Evidence phrases; `lib/rules/reading/phrase.ts` says how they are read. One that begins with
   * "except" takes back whatever it overlaps: "except hay fever" under fever.
   */
  readonly phrases: readonly string[];
  /**
   * Naming it in an answer affirms what the question said of it: after "have you coughed up any
   * blood?", "there was blood in it" is coughed-up blood. Of few words is that true: "I'm puffed on
   * the stairs" does not affirm "breathless sitting still".
   */
  readonly affirms?: true;
}

const EXCEPT = "except ";

/** The evidence phrases, or with `exceptions` what must not be mistaken for them. */
export function phrasesOf(finding: Finding, exceptions: boolean): string[] {
  return finding.phrases
    .filter((phrase) => phrase.startsWith(EXCEPT) === exceptions)
    .map((phrase) => exceptions ? phrase.slice(EXCEPT.length) : phrase);
}

export function symptom(name: string, ...phrases: readonly string[]): Finding {
  return { name, kind: "symptom", phrases };
}

export function fact(name: string, ...phrases: readonly string[]): Finding {
  return { name, kind: "fact", phrases };
}

export function familyFact(name: string, ...phrases: readonly string[]): Finding {
  return { name, kind: "family", phrases };
}

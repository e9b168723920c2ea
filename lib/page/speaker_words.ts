/** Who spoke, as the pages name them. Used by the server's pages and by the islands alike. */

/** More voices than this are not told apart. */
export const MAX_SPEAKERS = 8;

/** Each answer to “Who spoke?”, as its button says it. */
export const SPEAKER_ANSWERS: readonly { readonly value: string; readonly words: string }[] = [
  { value: "1", words: "Only the doctor" },
  { value: "2", words: "Doctor and patient" },
  ...Array.from({ length: MAX_SPEAKERS - 2 }, (_, index) => ({
    value: String(index + 3),
    words: `${index + 3} people`,
  })),
  { value: "skip", words: "Skip" },
];

/** An answer that was given; null is Skip. */
export function answerWords(speakers: number | null): string {
  if (speakers === null) return "Skipped";
  return SPEAKER_ANSWERS.find(({ value }) => value === String(speakers))?.words ??
    `${speakers} people`;
}

/** How long the question is waited for, in words; null when nothing waits. */
export function waitWords(leftS: number | null): string {
  return leftS === null
    ? "You may answer now or in the review. The record cannot be approved without an answer."
    : `Alba waits ${leftS} s more for your answer, then goes on without it. You may still answer ` +
      "in the review; the record cannot be approved without an answer.";
}

type Role = "doctor" | "patient" | "other";

export interface NamedSpeaker {
  readonly speaker: number;
  readonly role: Role | null;
  readonly guessed: boolean;
}

const ROLE: { readonly [role in Role]: string } = {
  doctor: "Doctor",
  patient: "Patient",
  other: "Someone else",
};

export function roleWords(role: Role): string {
  return ROLE[role];
}

/**
 * A short name for each speaker: the role, with a question mark where Alba guessed it, and a number
 * where several have the same.
 */
export function speakerNames(speakers: readonly NamedSpeaker[]): ReadonlyMap<number, string> {
  const count = (role: Role | null) => speakers.filter((other) => other.role === role).length;
  return new Map(speakers.map(({ speaker, role, guessed }) => {
    if (role === null) return [speaker, `Speaker ${speaker + 1}`];
    const number = count(role) > 1 ? ` ${speaker + 1}` : "";
    return [speaker, `${ROLE[role]}${number}${guessed ? "?" : ""}`];
  }));
}

/** What is said of a guess: how sure it is, from 0 to 1; null where that is not known. */
export function guessWords(margin: number | null): string {
  if (margin === null) return "Alba's guess";
  const percent = Math.round(margin * 100);
  const sure = margin >= 0.75
    ? "fairly sure"
    : margin >= 0.35
    ? "unsure"
    : "hardly more than a toss";
  return `Alba's guess, ${sure}: ${percent} % ahead of the next guess`;
}

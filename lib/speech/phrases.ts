import { z } from "zod";
import { PHRASE_IDS, type PhraseId } from "@/lib/speech/phrase_ids.ts";

/** The wording of every fixed phrase; `{doctor}` is filled in by `fillDoctor` before it is said. */
export type Phrases = Readonly<Record<PhraseId, string>>;

/** Stands in the file for the name of whoever leads the consultation. */
const DOCTOR = "{doctor}";

/**
 * The wording a new box starts with. The owner edits `phrases.json` in the data folder; ids stay.
 *
 * `anything_else` has an alternative with evidence behind it: "Is there something else you want to
 * address today?" Heritage et al. (J Gen Intern Med 2007) found that asking with "something" removed
 * 78 % of patients' unmet concerns, while "anything" did no better than not asking. The owner chooses.
 */
export const DEFAULT_PHRASES: Phrases = {
  disclosure: "Hello. I am Alba, a computer assistant working with Dr {doctor}. " +
    "I record and write down what is said in this room, and it stays in this practice. " +
    "You can ask us to stop at any time. Is that all right with you?",
  invitation: "Please tell me, in your own words, what has brought you here today.",
  mm_hm: "Mm-hm.",
  i_see: "I see.",
  go_on: "Go on.",
  tell_me_more_short: "Please, tell me more.",
  silence_nudge: "Take your time. I am listening.",
  let_me_think: "Let me think for a moment.",
  anything_else: "Is there anything else you wanted to talk about today?",
  examination_handover: "Thank you — Dr {doctor} will examine you now.",
};

/** A phrase is one or a few spoken sentences; longer text would pass the utterance cap anyway. */
const MAX_PHRASE_CHARACTERS = 400;

const phraseText = z.string().trim().min(1).max(MAX_PHRASE_CHARACTERS);
const phraseFile = z.partialRecord(z.enum(PHRASE_IDS), phraseText);

export type PhrasesOutcome =
  | { readonly ok: true; readonly phrases: Phrases }
  | { readonly ok: false; readonly words: string };

/**
 * Reads the owner's file. A phrase it leaves out keeps its default wording; an id that does not
 * exist, an empty text or a text over 400 characters refuses the whole file, so that a slip of the
 * pen is seen at start and not heard by a patient. Without `doctorName` the place for it stays.
 */
export function parsePhrases(json: string, doctorName = DOCTOR): PhrasesOutcome {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return { ok: false, words: "Cannot read the phrases file: it is not JSON." };
  }
  const parsed = phraseFile.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join(".") || issue?.message || "its shape";
    return { ok: false, words: `Cannot use the phrases file: something is wrong with ${where}.` };
  }
  return { ok: true, phrases: fillDoctor({ ...DEFAULT_PHRASES, ...parsed.data }, doctorName) };
}

/** The phrases as they are said in the consultations of one doctor (CO7). */
export function fillDoctor(phrases: Phrases, doctorName: string): Phrases {
  // A function, because a name with a dollar sign would be read as a pattern.
  const filled = PHRASE_IDS.map((id) => [id, phrases[id].replaceAll(DOCTOR, () => doctorName)]);
  return Object.fromEntries(filled) as Phrases;
}

/** The text written to a new data folder for the owner to edit. */
export function phrasesFileText(): string {
  return `${JSON.stringify(DEFAULT_PHRASES, null, 2)}\n`;
}

import type { Manner, Timing } from "@/lib/rehearsal/patients/manners.ts";

/** The complaints a case can come with: those that CD9 asks of the rules, by our own names. */
export const CASE_COMPLAINTS = [
  "chest_pain",
  "breathlessness",
  "headache",
  "abdominal_pain",
  "back_pain",
  "fever",
  "cough",
  "dizziness_collapse",
  "leg_pain_swelling",
  "rash",
  "vomiting_diarrhoea",
  "urinary_symptoms",
  "low_mood",
  "palpitations",
  "joint_pain",
  "sore_throat",
  "fatigue",
  "falls",
  "pv_bleeding",
  "medication_review",
] as const;
export type CaseComplaint = typeof CASE_COMPLAINTS[number];

/** When a patient lets a fact out. */
export type Given =
  /** Comes by itself as long as the patient is let talk. */
  | "freely"
  | "if_asked"
  /** Only to a question put kindly, or after the patient has been listened to. */
  | "if_asked_kindly"
  /** What the patient carries and does not offer: a concern, a shame, a wish. */
  | "hidden";

/** What a clinician would expect to happen on hearing the fact, and where that is written. */
export interface ExpectedUrgency {
  readonly action: string;
  /** Public guidance, named: body, number, subject. */
  readonly guidance: string;
}

export interface Fact {
  /** Unique in its card, snake_case. */
  readonly id: string;
  readonly given: Given;
  /** One to three ways the patient says it, the shortest first. */
  readonly says: readonly string[];
  /**
   * What a question must touch to get it: each entry is one or a few everyday or doctor's words,
   * and is touched when all of its words stand in the question, in whatever order and ending.
   */
  readonly about: readonly string[];
  /** Present on a red flag only. */
  readonly redFlag?: ExpectedUrgency;
}

/** What "Is there anything else?" brings. */
export type AnythingElse =
  | { readonly brings: "nothing"; readonly says: string }
  /** A hidden fact of the card, with the words that lead up to it. */
  | { readonly brings: "late_concern"; readonly leadIn: string; readonly fact: string };

export interface CaseCard {
  /** Unique, snake_case; also the name of its file and of its sheet. */
  readonly id: string;
  readonly title: string;
  readonly complaint: CaseComplaint;
  readonly age: number;
  readonly sex: "female" | "male";
  readonly manner: Manner;
  /** Who came along, as the patient names them; present with the manner `with_companion` only. */
  readonly companion?: string;
  /** The first statement, sentence by sentence: what is said when nobody interrupts. */
  readonly opening: readonly string[];
  /** How the patient gives the floor back. */
  readonly handBack: string;
  readonly facts: readonly Fact[];
  readonly anythingElse: AnythingElse;
  /** What the patient hopes to leave with. */
  readonly wants: string;
  /** What the patient fears; for the reader of the card, and said only where a fact says it. */
  readonly fears: string;
  /** Where this patient's timing differs from the manner's. */
  readonly timing?: Partial<Timing>;
}

/** About two dozen facts a card (MP1): fewer would leave most questions without an answer. */
export const FACTS_MIN = 20;
export const FACTS_MAX = 28;

/** A sentence longer than this is a speech, and no pause would fall within it. */
const SENTENCE_WORDS_MAX = 40;

/**
 * Checks what types cannot: unique ids, the number of facts, words for each, and that the late
 * concern is one of the card's hidden facts. Throws `RangeError` naming card and fault; cards are
 * written by hand and a broken one must not start.
 */
export function caseCard(card: CaseCard): CaseCard {
  const fail = (why: string): never => {
    throw new RangeError(`Cannot use the case card "${card.id}": ${why}`);
  };
  const ids = card.facts.map((fact) => fact.id);
  for (const id of [card.id, ...ids]) {
    if (!/^[a-z][a-z0-9_]*$/.test(id)) fail(`"${id}" is no snake_case name`);
  }
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) fail(`it has two facts "${twice}"`);
  if (ids.length < FACTS_MIN || ids.length > FACTS_MAX) fail(`it has ${ids.length} facts`);
  if (card.opening.length < 3) fail("its opening statement has fewer than three sentences");
  for (const fact of card.facts) {
    if (fact.says.length < 1 || fact.says.length > 3) {
      fail(`"${fact.id}" has no one to three wordings`);
    }
    if (fact.about.length === 0) fail(`nothing asks for "${fact.id}"`);
    for (const sentence of fact.says) {
      if (sentence.split(" ").length > SENTENCE_WORDS_MAX) fail(`"${fact.id}" is too long to say`);
    }
  }
  const late = card.anythingElse;
  if (late.brings === "late_concern") {
    const isHidden = card.facts.some(({ id, given }) => id === late.fact && given === "hidden");
    if (!isHidden) fail(`its late concern "${late.fact}" is no hidden fact`);
  }
  if ((card.manner === "with_companion") !== (card.companion !== undefined)) {
    fail("a companion and the manner with_companion go together");
  }
  return card;
}

/** True when any fact of the case should raise an alarm once it has been said. */
export function hasRedFlag(card: CaseCard): boolean {
  return card.facts.some((fact) => fact.redFlag !== undefined);
}

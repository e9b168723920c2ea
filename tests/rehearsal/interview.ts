import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { newPatient, patientStep } from "@/lib/rehearsal/patients/patient.ts";
import type {
  PatientState,
  PatientStep,
  Utterance,
} from "@/lib/rehearsal/patients/patient_state.ts";

export const INVITATION = "Please tell me, in your own words, what has brought you here today.";
export const ENCOURAGERS = ["Go on.", "Please, tell me more."];
export const SOMETHING_ELSE = "Is there something else you want to address today?";

/** Somebody speaks to its end, nothing having been broken off. */
export function hears(card: CaseCard, state: PatientState, text: string): PatientStep {
  return patientStep(card, state, { type: "heard", text, unsaid: [] });
}

/** The whole of a patient's answers to a list of sentences. */
export function interview(
  card: CaseCard,
  seed: number,
  sentences: readonly string[],
): { readonly state: PatientState; readonly says: readonly (readonly Utterance[])[] } {
  let state = newPatient(card, seed);
  const says = sentences.map((text) => {
    const step = hears(card, state, text);
    state = step.state;
    return step.says;
  });
  return { state, says };
}

/** The same patient without the habits that chance brings in: an answer to every question. */
export function attentive(card: CaseCard): CaseCard {
  const timing = {
    saysNothingChance: 0,
    noiseChance: 0,
    sideTalkChance: 0,
    driftChance: 0,
    pauseChance: 0,
  };
  return { ...card, timing: { ...card.timing, ...timing } };
}

export function factsOf(says: readonly Utterance[]): string[] {
  return says.flatMap(({ segments }) => segments.flatMap(({ facts }) => facts));
}

export function textOf(says: readonly Utterance[]): string {
  return says.flatMap(({ segments }) => segments.map(({ text }) => text)).join(" ");
}

/** Questions as a doctor puts them, one for each fact of the card, and a few that it cannot answer. */
export function questionsFor(card: CaseCard): string[] {
  const own = card.facts.map(({ about: [first = ""] }) => `Have you had anything with ${first}?`);
  return [...own, "Have you had any hearing trouble?", "Which football team is yours?"];
}

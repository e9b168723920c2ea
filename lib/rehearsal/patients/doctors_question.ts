import type { CaseCard, Fact } from "@/lib/rehearsal/patients/case_card.ts";

/** How a doctor asks for what many cases hold, by the id of the fact. */
const ASKED_AS: Readonly<Record<string, string>> = {
  adherence: "Do you ever miss a dose?",
  affecting: "How has this been affecting you day to day?",
  alcohol: "How much alcohol do you drink?",
  allergies: "Do you have any allergies?",
  appetite: "How is your appetite?",
  better: "Does anything make it better?",
  blood: "Have you seen any blood?",
  bowels: "Have your bowels been normal?",
  breath: "Have you been short of breath?",
  calf: "Have you had any pain or swelling in your calf?",
  character: "What does it feel like: sharp, dull or burning?",
  chest_pain: "Have you had any chest pain?",
  clot_history: "Have you ever had a clot?",
  confusion: "Have you been confused or muddled?",
  contacts: "Has anyone else around you been unwell?",
  cough: "Do you have a cough?",
  discharge: "Have you had any discharge?",
  drugs: "Do you use any recreational drugs?",
  exertion: "Do exercise or stairs make a difference to it?",
  faint: "Have you fainted or felt dizzy?",
  family: "Does anything like this run in your family?",
  fever: "Have you had a fever or felt shivery?",
  fit: "Did anyone see you shake or have a fit?",
  head: "Did you hit your head?",
  headache: "Have you had a headache?",
  home: "Who lives at home with you?",
  hopes: "What were you hoping that we could do today?",
  injury: "Have you had an injury or a fall?",
  job: "What is your job?",
  light: "Does bright light bother you?",
  loin: "Have you had any pain in your side or loin?",
  medicines: "What medicines do you take?",
  mood: "How has your mood been?",
  nausea: "Have you felt sick or vomited?",
  neck: "Is your neck stiff?",
  numbness: "Have you noticed any numbness or tingling?",
  onset: "When did it start?",
  palpitations: "Have you felt your heart flutter, or palpitations?",
  past: "Do you have any other medical problems?",
  pattern: "Is it there all the time, or does it come and go?",
  plan: "Have you made a plan of how you would do it?",
  pregnancy: "Could you be pregnant?",
  previous: "Have you had this before?",
  radiation: "Does it spread anywhere, such as your arm, jaw or neck?",
  rash: "Have you noticed a rash?",
  self_harm: "Have you ever hurt yourself?",
  severity: "How bad is it, on a scale of one to ten?",
  site: "Where exactly is it?",
  sleep: "How have you been sleeping?",
  smoking: "Do you smoke?",
  sudden: "Did it come on suddenly or gradually?",
  suicidal: "Have you had thoughts of ending your life or harming yourself?",
  sweating: "Have you been sweaty or clammy?",
  swelling: "Is there any swelling?",
  travel: "Have you travelled or had a long flight lately?",
  tried: "What have you tried for it?",
  urine: "Have you had any trouble passing urine?",
  vision: "Has your vision been affected?",
  weakness: "Have you noticed any weakness?",
  weight: "Have you lost any weight?",
  wheeze: "Do you wheeze?",
  worry: "What worries you most about it?",
  worse: "Does anything make it worse?",
};

/**
 * How a doctor would ask this patient for a fact, in one sentence that the patient understands;
 * what has no wording of its own is asked for by the first of the card's words.
 */
export function doctorsQuestion(fact: Fact): string {
  return ASKED_AS[fact.id] ?? `Have you noticed anything with the ${fact.about[0] ?? fact.id}?`;
}

/** The questions of a whole history, in the order of the card, what is told freely left out. */
export function historyQuestions(card: CaseCard): string[] {
  return card.facts.filter(({ given }) => given !== "freely").map(doctorsQuestion);
}

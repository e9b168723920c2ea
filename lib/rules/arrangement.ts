import type { PhraseMatch } from "@/lib/rules/reading/phrase.ts";
import type { Sentence, Word } from "@/lib/rules/reading/sentence.ts";
import { isQuestion, type SpeakerRole } from "@/lib/rules/reading/speech_act.ts";

export type ArrangementKind =
  | "ambulance"
  | "hospital"
  | "specialist"
  | "ecg"
  | "bloods"
  | "imaging"
  | "crisis_team"
  | "maternity"
  | "eye_clinic"
  | "suspected_cancer_referral"
  | "stop_medicine";

/** What is arranged, in the words doctors use for it. Phrases as in `reading/phrase.ts`. */
export const ARRANGEMENT_PHRASES: Readonly<Record<ArrangementKind, readonly string[]>> = {
  ambulance: [
    "ambulance",
    "call/ring/phone/dial/dialling 999",
    "call/ring/phone/dial 112",
    "999 call",
    "paramedics",
  ],
  hospital: [
    "hospital",
    "send/get .. a&e",
    "a&e",
    "casualty",
    "emergency department",
    "admit",
    "medical/surgical team/registrar/take",
    "same day emergency care",
    "emergency/urgent admission",
  ],
  specialist: [
    "on call team/registrar/surgeon/doctor",
    "speak/talk/phone/ring .. specialist/registrar",
    "refer",
    "referral",
  ],
  ecg: ["ecg", "heart tracing", "tracing of heart"],
  bloods: [
    "blood/bloods test/tests",
    "take blood/bloods",
    "bloods",
    "check .. sugar",
    "finger prick",
    "ketones",
  ],
  imaging: ["scan", "x ray", "xray", "ultrasound", "ct", "mri"],
  crisis_team: ["crisis team", "mental health team", "home treatment team", "psychiatrist"],
  maternity: [
    "early pregnancy unit/clinic",
    "maternity unit/assessment/triage",
    "labour ward",
    "midwife",
  ],
  eye_clinic: ["eye casualty", "eye clinic/hospital/unit", "ophthalmologist"],
  suspected_cancer_referral: [
    "two week/weeks wait/rule",
    "urgent referral",
    "cancer referral/pathway",
    "refer .. urgently",
    "urgently refer",
  ],
  stop_medicine: ["stop taking", "stop the/your"],
};

/** First words of a promise to act; a bare mention of a hospital arranges nothing. */
const COMMITTING = [
  "im going to",
  "im gonna",
  "i am going to",
  "were going to",
  "we are going to",
  "ill",
  "i will",
  "well",
  "we will",
  "lets",
  "let us",
  "im calling",
  "im phoning",
  "im ringing",
  "im sending",
  "im arranging",
  "im referring",
  "im booking",
  "ive called",
  "ive phoned",
  "ive rung",
  "ive arranged",
  "ive booked",
  "ive referred",
  "weve called",
  "weve arranged",
  "i want you to go",
  "i need you to go",
  "you need to go",
  "youre going to",
  "i have called",
  "i have arranged",
  "is on its way",
  "are on their way",
  "its on its way",
  "we need to get you",
  "i need to send",
  "i need to call",
  "we need to call",
  "we need to send",
  "were sending",
  "were calling",
  "ive spoken",
  "is coming",
  "i have asked",
  "ive asked",
  "can you go straight",
  "please go straight",
].map((phrase) => phrase.split(" "));

const HOLDING_BACK = new Set(
  "if unless not dont doesnt wont neednt shouldnt might maybe could would".split(" "),
);
const SPEAKER_ACTS = new Set(["i", "im", "ive", "ill", "we", "were", "weve", "well", "lets"]);
const PATIENT_PERSONS = new Set(["you", "your", "her", "him", "them", "an", "a", "the"]);

function standsAt(words: readonly Word[], index: number, phrase: readonly string[]): boolean {
  return phrase.every((plain, offset) => words[index + offset]?.plain === plain);
}

function commits(words: readonly Word[]): boolean {
  return words.some((_, index) => COMMITTING.some((phrase) => standsAt(words, index, phrase)));
}

/** "I'm going to call an ambulance, OK?": asked by its mark only. */
function isTagQuestion(words: readonly Word[]): boolean {
  return COMMITTING.some((phrase) =>
    SPEAKER_ACTS.has(phrase[0] ?? "") &&
    [0, 1, 2].some((index) => standsAt(words, index, phrase))
  );
}

/**
 * Whether the sentence shows that what `match` names is being done, by the doctor's own word. A
 * question, a condition and a refusal arrange nothing; neither does the patient's plan.
 */
export function isArranged(
  sentence: Sentence,
  match: PhraseMatch,
  role: SpeakerRole,
): boolean {
  const { words } = sentence;
  if (role === "P" || !commits(words)) return false;
  if (isQuestion(sentence) && !isTagQuestion(words)) return false;
  if (words.some((word) => HOLDING_BACK.has(word.plain))) return false;
  // "I'll be in hospital next week": without somebody or something sent, it is the speaker's plan.
  return role === "D" ||
    words.some((word, index) => index < match.from + 3 && PATIENT_PERSONS.has(word.plain));
}

import type { SpeakerRole } from "@/lib/consultation/finalise/review_lines.ts";

/** What one speaker said, and how often Alba had just asked when they spoke. */
export interface SpeakerWords {
  readonly lines: readonly string[];
  readonly repliesToAlba: number;
  readonly spokeFirst: boolean;
}

/**
 * Weights in nats of log odds for "this is the doctor", set by hand on our own scripts and common
 * sense; never calibrated on real consultations, which is why a role is always shown as a guess.
 */
const WEIGHTS = {
  /** A doctor asks in about half of the sentences, a patient in few. */
  questionShare: 5,
  usualQuestionShare: 0.25,
  /** "Your arm" against "my arm". */
  addressShare: 3,
  doctorPhrase: 1.5,
  patientPhrase: 0.8,
  /** "Thank you, doctor." */
  vocative: 2,
  replyToAlba: 1,
  /** The doctor mostly speaks first; a weak sign, as anybody may say hello. */
  spokeFirst: 0.5,
};

/** A sign that comes again says little more. */
const MOST_COUNTED = 3;

const DOCTOR_PHRASES = [
  /\b(what|how) (has|have|can|could|may) .{0,12}(brought|bring|help|do for) you\b/,
  /\bwhat brings you\b/,
  /\b(take|have) a seat\b|\bcome in\b/,
  /\b(i would|i'd|i will|we will|i'll|we'll) (like to )?(check|examine|listen|measure|prescribe|refer|arrange|see you|go through)\b/,
  /\blet me (check|examine|listen|have a (look|listen)|see)\b/,
  /\byour (blood pressure|pulse|bloods|results?|scan|tablets|medicines?)\b/,
  /\b(any|are there any|do you have any) (allergies|other|pain|cough|fever|swelling|numbness)\b/,
  /\bhow long (have you|has (it|this|that))\b/,
  /\bdo you (take|smoke|drink|feel|have)\b|\bare you (taking|allergic)\b|\bhave you (had|ever|noticed)\b/,
  /\bprescri(be|ption)\b|\bcall an ambulance\b|\bcome back if\b/,
];

const PATIENT_PHRASES = [
  /\bi('ve| have) (had|been|got|noticed|felt)\b/,
  /\bit (hurts|feels like|started|comes and goes|won't|will not)\b/,
  /\bmy (chest|head|back|stomach|leg|arm|knee|hip|throat|father|mother|wife|husband|gp)\b/,
  /\bi (take|took|feel|felt|can't|cannot|wake|woke|live)\b/,
  /\bi am (worried|afraid|tired)\b|\bi'm (worried|afraid|tired)\b/,
];

/** "Doctor" as a form of address: set off by a mark and not "my doctor" or "the doctor". */
const VOCATIVE = /(^|[,.?!] ?)(doctor|doc)[,.?!]|, (doctor|doc)$/g;

const FIRST_PERSON = /\b(i|i'm|i've|i'd|i'll|my|me|mine)\b/g;
const SECOND_PERSON = /\b(you|your|yours|you're|you've)\b/g;
const THIRD_PERSON = /\b(he|she|his|her|him|he's|she's)\b/g;

/** A certainty beyond this is not claimed, however many signs agree. */
const MOST_MARGIN = 0.99;

/**
 * Guesses each speaker's role, in their order. `declared` is the answer to "Who spoke?": with 1 it
 * is the doctor alone, by the doctor's own word and no guess. Margins run from 0 to 1.
 */
export function guessRoles(
  speakers: readonly SpeakerWords[],
  declared: number | null,
): readonly SpeakerRole[] {
  if (speakers.length === 1 && declared === 1) {
    return [{ role: "doctor", guessed: false, margin: null }];
  }
  const doctorScores = speakers.map(doctorScore);
  if (speakers.length === 1) {
    const [score = 0] = doctorScores;
    const role = score >= 0 ? "doctor" : "patient";
    return [{ role, guessed: true, margin: marginOf(Math.abs(score)) }];
  }
  const doctor = best(doctorScores, []);
  const patientScores = speakers.map(patientScore);
  const patient = best(patientScores, [doctor.index]);
  return speakers.map((_, index): SpeakerRole => {
    if (index === doctor.index) {
      return { role: "doctor", guessed: true, margin: marginOf(doctor.lead) };
    }
    // With two, whoever is not the doctor is the patient, as surely as the other is the doctor.
    const lead = speakers.length === 2 ? doctor.lead : Math.min(doctor.lead, patient.lead);
    const role = index === patient.index ? "patient" : "other";
    return { role, guessed: true, margin: marginOf(lead) };
  });
}

/** Log odds that this is the doctor rather than somebody else. */
function doctorScore({ lines, repliesToAlba, spokeFirst }: SpeakerWords): number {
  const text = lines.join(" ").toLowerCase();
  const sentences = lines.flatMap((line) => line.match(/[^.?!]+[.?!]?/g) ?? []);
  const questions = sentences.filter((sentence) => sentence.trim().endsWith("?")).length;
  const own = count(text, FIRST_PERSON);
  const address = count(text, SECOND_PERSON);
  return WEIGHTS.questionShare *
      (questions / Math.max(1, sentences.length) - WEIGHTS.usualQuestionShare) +
    WEIGHTS.addressShare * (address - own) / Math.max(4, address + own) +
    WEIGHTS.doctorPhrase * Math.min(MOST_COUNTED, matching(text, DOCTOR_PHRASES)) -
    WEIGHTS.patientPhrase * Math.min(MOST_COUNTED, matching(text, PATIENT_PHRASES)) -
    WEIGHTS.vocative * Math.min(MOST_COUNTED, count(text, VOCATIVE)) -
    WEIGHTS.replyToAlba * Math.min(MOST_COUNTED, repliesToAlba) +
    (spokeFirst ? WEIGHTS.spokeFirst : 0);
}

/** Log odds that this is the patient rather than somebody who came along: they speak of themselves. */
function patientScore({ lines, repliesToAlba }: SpeakerWords): number {
  const text = lines.join(" ").toLowerCase();
  const own = count(text, FIRST_PERSON);
  const others = count(text, THIRD_PERSON);
  return WEIGHTS.addressShare * (own - 2 * others) / Math.max(4, own + others) +
    WEIGHTS.patientPhrase * Math.min(MOST_COUNTED, matching(text, PATIENT_PHRASES)) +
    WEIGHTS.vocative * Math.min(1, count(text, VOCATIVE)) / 2 +
    WEIGHTS.replyToAlba * Math.min(MOST_COUNTED, repliesToAlba);
}

function best(
  scores: readonly number[],
  taken: readonly number[],
): { readonly index: number; readonly lead: number } {
  const ranked = scores.map((score, index) => ({ score, index }))
    .filter(({ index }) => !taken.includes(index))
    .sort((one, other) => other.score - one.score);
  const [first, second] = ranked;
  if (first === undefined) return { index: -1, lead: 0 };
  return { index: first.index, lead: second === undefined ? 4 : first.score - second.score };
}

/** From a lead in nats to how much likelier it is than the next guess. */
function marginOf(lead: number): number {
  return Math.min(MOST_MARGIN, Math.tanh(lead / 2));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function matching(text: string, patterns: readonly RegExp[]): number {
  return patterns.filter((pattern) => pattern.test(text)).length;
}

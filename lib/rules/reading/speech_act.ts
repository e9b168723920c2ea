import type { Sentence, Word } from "@/lib/rules/reading/sentence.ts";

/** `D` doctor, `P` the patient's side; null when nobody has told the voices apart, as live. */
export type SpeakerRole = "D" | "P" | null;

/**
 * - `tells`: the patient's side says how it is.
 * - `asks`: the patient is asked; what is named counts only once it is answered.
 * - `wonders`: a question in general ("can statins cause a cough?"); nothing in it is reported.
 * - `informs`: the doctor states something; like a question, it waits for a "yes".
 */
export type SpeechAct = "tells" | "asks" | "wonders" | "informs";

const ASKING_OPENERS = new Set(
  "any do does did have has are is was were can could would how when where what which ever anything"
    .split(" "),
);
/** They ask only where their subject follows: "have you", but not "have been", whose "I" was lost. */
const INVERTED = new Set("do does did have has is are was were can could".split(" "));
const NEVER_A_SUBJECT = new Set(
  ("had been got lost felt hardly barely really still also quite very so too never always " +
    "sick dizzy swollen sore tired bad terrible awful").split(" "),
);
/** "do get", "did fall": the bare verb stands where the subject of a question would. */
const BARE_VERBS = new Set("get feel hurt ache burn fall cough suffer bleed".split(" "));
const DO = new Set(["do", "does", "did"]);
/** "have a sore throat", but "have a look". */
const OFFERED = new Set("look think seat go listen feel word drink rest read".split(" "));
const GENERAL_OPENERS = new Set("can could would does do is are will might should what".split(" "));
const FIRST_PERSON = new Set("i im ive id ill me my mine we weve our".split(" "));
const PATIENTS_OWN = new Set("my me mine myself ive weve our we were he she hes shes".split(" "));
const PATIENTS_VERBS = new Set(
  ("have had got get feel felt cant couldnt was am keep kept woke came started took take did do " +
    "dont didnt fell noticed went just still also passed vomited coughed").split(" "),
);
const SECOND_PERSON = new Set("you youre youve your yours".split(" "));

function opensWith(words: readonly Word[], openers: ReadonlySet<string>): boolean {
  const first = words[0]?.plain ?? "";
  if (openers.has(first)) return true;
  return ["and", "so", "ok", "okay", "right", "now"].includes(first) &&
    openers.has(words[1]?.plain ?? "");
}

function speaksOf(words: readonly Word[], persons: ReadonlySet<string>): boolean {
  return words.some((word) => persons.has(word.plain));
}

export function isQuestion(sentence: Sentence): boolean {
  if (sentence.endsWithQuestionMark) return true;
  return opensWith(sentence.words, ASKING_OPENERS) && !isElliptical(sentence.words) &&
    speaksOf(sentence.words, SECOND_PERSON);
}

/** "have had a cough, you know": what the ears left of a sentence that began with "I". */
function isElliptical(words: readonly Word[]): boolean {
  const [first, second, third] = words.map((word) => word.plain);
  if (first === undefined || second === undefined || !INVERTED.has(first)) return false;
  if (DO.has(first)) return BARE_VERBS.has(second);
  if (NEVER_A_SUBJECT.has(second)) return true;
  return first === "have" && (second === "a" || second === "an") && !OFFERED.has(third ?? "");
}

export function speechActOf(sentence: Sentence, role: SpeakerRole): SpeechAct {
  const { words } = sentence;
  switch (role) {
    case "D":
      return isQuestion(sentence) ? "asks" : "informs";
    case "P":
      return isGeneralQuestion(sentence) ? "wonders" : "tells";
    case null:
      if (isDoctorsOwn(words)) return isQuestion(sentence) ? "asks" : "informs";
      if (speaksOf(words, FIRST_PERSON)) return isGeneralQuestion(sentence) ? "wonders" : "tells";
      if (isQuestion(sentence)) return "asks";
      return addressesPatient(words) ? "informs" : "tells";
  }
}

function isGeneralQuestion(sentence: Sentence): boolean {
  return sentence.endsWithQuestionMark && opensWith(sentence.words, GENERAL_OPENERS) &&
    !speaksOf(sentence.words, FIRST_PERSON);
}

/**
 * "I'm worried about your chest pain": somebody speaks of himself only to speak of the other. Any
 * word in which patients speak of their own state makes it the patient's.
 */
function isDoctorsOwn(words: readonly Word[]): boolean {
  if (!words.some((word) => word.plain === "your")) return false;
  return !words.some((word, index) =>
    PATIENTS_OWN.has(word.plain) ||
    (word.plain === "i" && PATIENTS_VERBS.has(words[index + 1]?.plain ?? ""))
  );
}

/** "You've had chest pain." Nobody says so of himself. */
function addressesPatient(words: readonly Word[]): boolean {
  return words.slice(0, 3).some((word) => SECOND_PERSON.has(word.plain) && word.plain !== "yours");
}

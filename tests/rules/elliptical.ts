/**
 * What is left of a patient's line when the ears lost its first words, and what a doctor asks in the
 * same few words, written without a question mark. Labelled by reading alone, before the reading knew
 * them; nobody has told whose voice it is.
 */
export const ELLIPTICAL: readonly (readonly [said: string, complaint: string])[] = [
  ["had a cough for three weeks…", "cough"],
  ["got a pain in my chest", "chest_pain"],
  ["been feeling dizzy", "dizziness_collapse"],
  ["had a fall", "falls"],
  ["can't sleep", "low_mood"],
  ["have had chest pain for two days, thank you.", "chest_pain"],
  ["was sick twice, as you can see…", "vomiting_diarrhoea"],
  ["could hardly breathe when you phoned.", "breathlessness"],
  ["have been coughing since you gave out the tablets.", "cough"],
  ["has been coughing all night, you know.", "cough"],
  ["have got a rash, you see.", "rash"],
  ["have a sore throat, thank you.", "sore_throat"],
  ["had a headache since Monday, you know.", "headache"],
  ["got this rash that you can see here.", "rash"],
  ["was really dizzy, you know, in the shop.", "dizziness_collapse"],
  ["do get chest pain, you know.", "chest_pain"],
  ["is still hurting, the back, you see.", "back_pain"],
  ["have also got a headache, you know.", "headache"],
  ["did fall over, as you can see.", "falls"],
];

/** Asked by the doctor: they open nothing. */
export const ASKED_WITHOUT_A_MARK: readonly string[] = [
  "Have you had chest pain",
  "Do you get headaches",
  "Has the cough kept you awake",
  "Is the chest pain worse when you breathe",
  "Can you sleep with that cough",
  "Does the headache wake you",
  "Was there any chest pain when you walked",
  "Are you coughing",
  "Did the rash itch when you washed",
  "Has coughing kept you awake",
  "Could a cough have kept you up",
  "Have any headaches woken you",
  "Have a look at this and tell us whether you get headaches",
  "Do not worry, you have no rash",
];

/**
 * Given to Whisper before every window as if it had been said. Names of medicines that it has just
 * "heard" are spelt rightly far more often (docs/decisions/ears.md: 22 of 35 against 7 of 35). The
 * names are those that English general practice prescribes most, not those of our own dialogues; a
 * list of bare names in place of sentences made Whisper loop.
 */
export const MEDICAL_PROMPT =
  "The patient takes ramipril, amlodipine, atorvastatin, bisoprolol, furosemide, apixaban and " +
  "metformin. The doctor gives amoxicillin, sertraline, omeprazole, paracetamol, ibuprofen, " +
  "codeine, salbutamol and prednisolone.";

/**
 * Given to Whisper before every window as if it had been said. Names of medicines that it has just
 * "heard" are spelt rightly far more often (docs/decisions/ears.md has the figures). These are the
 * ones that English general practice prescribes most; a bare list in place of sentences made Whisper
 * loop. What it may put into a transcript that nobody said, `guards.ts` doubts.
 */
export const MEDICAL_PROMPT =
  "The patient takes ramipril, amlodipine, atorvastatin, bisoprolol, furosemide, apixaban, " +
  "metformin, levothyroxine and lansoprazole. The doctor gives amoxicillin, doxycycline, " +
  "sertraline, citalopram, mirtazapine, omeprazole, paracetamol, ibuprofen, naproxen, codeine, " +
  "amitriptyline, salbutamol and prednisolone. Also on the list are losartan, candesartan, " +
  "simvastatin, aspirin, clopidogrel, warfarin, rivaroxaban, gliclazide, insulin, gabapentin, " +
  "pregabalin, tramadol and tamsulosin.";

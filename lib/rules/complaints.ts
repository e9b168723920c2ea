import type { Complaint } from "@/lib/rules/complaint.ts";
import { chestPainComplaint } from "@/lib/rules/complaints/chest_pain.ts";
import { breathlessnessComplaint } from "@/lib/rules/complaints/breathlessness.ts";
import { headacheComplaint } from "@/lib/rules/complaints/headache.ts";
import { abdominalPainComplaint } from "@/lib/rules/complaints/abdominal_pain.ts";
import { backPainComplaint } from "@/lib/rules/complaints/back_pain.ts";
import { feverComplaint } from "@/lib/rules/complaints/fever.ts";
import { coughComplaint } from "@/lib/rules/complaints/cough.ts";
import { dizzinessCollapseComplaint } from "@/lib/rules/complaints/dizziness_collapse.ts";
import { legPainSwellingComplaint } from "@/lib/rules/complaints/leg_pain_swelling.ts";
import { rashComplaint } from "@/lib/rules/complaints/rash.ts";
import { vomitingDiarrhoeaComplaint } from "@/lib/rules/complaints/vomiting_diarrhoea.ts";
import { urinarySymptomsComplaint } from "@/lib/rules/complaints/urinary_symptoms.ts";
import { lowMoodComplaint } from "@/lib/rules/complaints/low_mood.ts";
import { palpitationsComplaint } from "@/lib/rules/complaints/palpitations.ts";
import { jointPainComplaint } from "@/lib/rules/complaints/joint_pain.ts";
import { soreThroatComplaint } from "@/lib/rules/complaints/sore_throat.ts";
import { fatigueComplaint } from "@/lib/rules/complaints/fatigue.ts";
import { fallsComplaint } from "@/lib/rules/complaints/falls.ts";
import { pvBleedingComplaint } from "@/lib/rules/complaints/pv_bleeding.ts";
import { medicationReviewComplaint } from "@/lib/rules/complaints/medication_review.ts";
import { weaknessSpeechComplaint } from "@/lib/rules/complaints/weakness_speech.ts";
import { allergicReactionComplaint } from "@/lib/rules/complaints/allergic_reaction.ts";
import { eyeProblemComplaint } from "@/lib/rules/complaints/eye_problem.ts";
import { testicularPainComplaint } from "@/lib/rules/complaints/testicular_pain.ts";
import { pregnancyComplaint } from "@/lib/rules/complaints/pregnancy.ts";
import { unwellChildComplaint } from "@/lib/rules/complaints/unwell_child.ts";
import { rectalBleedingComplaint } from "@/lib/rules/complaints/rectal_bleeding.ts";

/** The twenty complaints of CD9, then seven more whose red flags cannot wait. */
export const COMPLAINTS: readonly Complaint[] = [
  chestPainComplaint,
  breathlessnessComplaint,
  headacheComplaint,
  abdominalPainComplaint,
  backPainComplaint,
  feverComplaint,
  coughComplaint,
  dizzinessCollapseComplaint,
  legPainSwellingComplaint,
  rashComplaint,
  vomitingDiarrhoeaComplaint,
  urinarySymptomsComplaint,
  lowMoodComplaint,
  palpitationsComplaint,
  jointPainComplaint,
  soreThroatComplaint,
  fatigueComplaint,
  fallsComplaint,
  pvBleedingComplaint,
  medicationReviewComplaint,
  weaknessSpeechComplaint,
  allergicReactionComplaint,
  eyeProblemComplaint,
  testicularPainComplaint,
  pregnancyComplaint,
  unwellChildComplaint,
  rectalBleedingComplaint,
];

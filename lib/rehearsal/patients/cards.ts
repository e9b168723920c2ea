import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { abdominalPainAneurysm } from "@/lib/rehearsal/patients/cases/abdominal_pain_aneurysm.ts";
import { abdominalPainReflux } from "@/lib/rehearsal/patients/cases/abdominal_pain_reflux.ts";
import { backPainCaudaEquina } from "@/lib/rehearsal/patients/cases/back_pain_cauda_equina.ts";
import { backPainSimple } from "@/lib/rehearsal/patients/cases/back_pain_simple.ts";
import { breathlessnessClot } from "@/lib/rehearsal/patients/cases/breathlessness_clot.ts";
import { breathlessnessSmoker } from "@/lib/rehearsal/patients/cases/breathlessness_smoker.ts";
import { chestPainHeart } from "@/lib/rehearsal/patients/cases/chest_pain_heart.ts";
import { chestPainMuscle } from "@/lib/rehearsal/patients/cases/chest_pain_muscle.ts";
import { collapseOnExertion } from "@/lib/rehearsal/patients/cases/collapse_on_exertion.ts";
import { coughBlood } from "@/lib/rehearsal/patients/cases/cough_blood.ts";
import { coughCold } from "@/lib/rehearsal/patients/cases/cough_cold.ts";
import { fallsBloodThinner } from "@/lib/rehearsal/patients/cases/falls_blood_thinner.ts";
import { fallsTrip } from "@/lib/rehearsal/patients/cases/falls_trip.ts";
import { fatiguePeriods } from "@/lib/rehearsal/patients/cases/fatigue_periods.ts";
import { feverFlu } from "@/lib/rehearsal/patients/cases/fever_flu.ts";
import { feverSepsis } from "@/lib/rehearsal/patients/cases/fever_sepsis.ts";
import { headacheTension } from "@/lib/rehearsal/patients/cases/headache_tension.ts";
import { headacheThunderclap } from "@/lib/rehearsal/patients/cases/headache_thunderclap.ts";
import { jointPainGout } from "@/lib/rehearsal/patients/cases/joint_pain_gout.ts";
import { legCrampNight } from "@/lib/rehearsal/patients/cases/leg_cramp_night.ts";
import { legSwellingClot } from "@/lib/rehearsal/patients/cases/leg_swelling_clot.ts";
import { lowMoodSuicidal } from "@/lib/rehearsal/patients/cases/low_mood_suicidal.ts";
import { medicationReviewStatin } from "@/lib/rehearsal/patients/cases/medication_review_statin.ts";
import { palpitationsCoffee } from "@/lib/rehearsal/patients/cases/palpitations_coffee.ts";
import { pvBleedingCoil } from "@/lib/rehearsal/patients/cases/pv_bleeding_coil.ts";
import { pvBleedingEctopic } from "@/lib/rehearsal/patients/cases/pv_bleeding_ectopic.ts";
import { rashEczema } from "@/lib/rehearsal/patients/cases/rash_eczema.ts";
import { soreThroatQuinsy } from "@/lib/rehearsal/patients/cases/sore_throat_quinsy.ts";
import { soreThroatViral } from "@/lib/rehearsal/patients/cases/sore_throat_viral.ts";
import { urinaryCystitis } from "@/lib/rehearsal/patients/cases/urinary_cystitis.ts";
import { vomitingDiarrhoeaBug } from "@/lib/rehearsal/patients/cases/vomiting_diarrhoea_bug.ts";

/** Every case of the house, by complaint as CD9 lists them; one file each. */
export const CASE_CARDS: readonly CaseCard[] = [
  chestPainHeart,
  chestPainMuscle,
  breathlessnessClot,
  breathlessnessSmoker,
  headacheThunderclap,
  headacheTension,
  abdominalPainReflux,
  abdominalPainAneurysm,
  backPainCaudaEquina,
  backPainSimple,
  feverSepsis,
  feverFlu,
  coughBlood,
  coughCold,
  collapseOnExertion,
  legSwellingClot,
  legCrampNight,
  rashEczema,
  vomitingDiarrhoeaBug,
  urinaryCystitis,
  lowMoodSuicidal,
  palpitationsCoffee,
  jointPainGout,
  soreThroatQuinsy,
  soreThroatViral,
  fatiguePeriods,
  fallsBloodThinner,
  fallsTrip,
  pvBleedingEctopic,
  pvBleedingCoil,
  medicationReviewStatin,
];

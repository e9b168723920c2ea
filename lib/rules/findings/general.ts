import { fact, type Finding, symptom } from "@/lib/rules/finding.ts";

/** Fever, course and background. Shared by complaints; each finding is written once. */

export const feverish = symptom(
  "fever",
  "fever/feverish",
  "except hay fever",
  "high temperature",
  "temperature/temp",
  "burning up",
  "thirty eight/nine",
  "except thirty eight/nine .. weeks/years/days/old",
  "38/39/40 degrees",
  "{child}/hes/shes/shivering/skin hot",
  "running a temperature",
);

export const infection = fact("an infection", "infection/infected/pneumonia/cellulitis/abscess");

export const rigors = symptom(
  "shivering or shaking with cold",
  "the shakes",
  "shiver/shivery/rigor/rigors/chills",
  "shaking uncontrollably/violently",
  "shaking .. cold",
  "cold shakes",
  "cant/couldnt get warm",
  "shaking and cant stop",
  "teeth chattering",
);

export const recentSurgeryOrTravel = fact(
  "recent operation, immobility or long journey",
  "operation/surgery near recently/lately/week/weeks/fortnight/month",
  "gallbladder/appendix/womb/hernia/bowel/caesarean/c_section/prostate .. days/weeks/week/fortnight ago",
  "hip/knee near replaced/replacement/done/operated",
  "in .. plaster/cast/boot",
  "broke/broken .. leg/ankle/hip/foot",
  "plaster cast",
  "flight/flew/plane",
  "long journey/drive",
  "been bedbound",
  "in bed for {number} days/weeks",
);

export const pastClot = fact(
  "an earlier clot",
  "clot near leg/lung/lungs/before",
  "dvt",
  "pulmonary embolism/embolus",
);

export const anticoagulated = fact(
  "taking an anticoagulant",
  "{anticoagulant}",
);

export const cancerKnown = fact(
  "known cancer",
  "cancer near breast/prostate/lung/bowel/kidney/had/got/treated/thyroid",
  "myeloma/lymphoma/leukaemia/melanoma",
  "cancer",
);

export const weightLoss = symptom(
  "losing weight",
  "lose/lost .. weight/stone/pounds/kilos",
  "weight loss",
  "weight .. dropping/falling_off",
  "getting thin/thinner",
  "clothes/trousers/jeans/skirt .. loose/falling/hanging_off",
);

export const thirsty = symptom(
  "great thirst",
  "thirsty/thirst",
  "drinking gallons/loads/pints/litres/lots",
  "cant stop drinking",
  "drinking .. constantly/nonstop",
  "drinking all the time",
);

export const passingLotsOfUrine = symptom(
  "passing a lot of urine",
  "always/constantly/keep weeing/peeing",
  "weeing/peeing .. lot/loads/constantly/every/nonstop",
  "weeing/peeing all the time",
  "up .. every/times .. wee/pee/loo",
  "every hour .. wee/pee/loo/toilet",
  "up all night weeing/peeing",
  "wet the bed",
  "wetting .. bed",
);

export const diabetic = fact("diabetes", "diabetic/diabetes", "on insulin", "type one");

export const wentSuddenly = symptom(
  "a sudden start",
  "{sudden}",
  "came/come on in .. second/seconds/minute",
  "came/come in/within {number}/a/few second/seconds/moment/instant",
);

export const tired = symptom(
  "tiredness",
  "tired/tiredness/exhausted/exhaustion/fatigue/fatigued/knackered/shattered/drained",
  "no energy",
  "worn out",
  "wiped out",
  "done in",
);

export const bloodSeen: Finding = {
  ...symptom(
    "blood seen",
    "any blood",
    "blood",
    "except blood test/pressure/sugar/group/count/thinner/results/sample/clot",
  ),
  affirms: true,
};

export const bloodInIt = symptom("blood in it", "{blood} in it");

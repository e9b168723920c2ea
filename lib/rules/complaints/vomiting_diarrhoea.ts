import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { stomachUpset } from "@/lib/rules/findings/openings.ts";
import {
  bloodInIt,
  confusion,
  diabetic,
  feverish,
  hasDiarrhoea,
  littleUrine,
  passesUrine,
  thirsty,
  tummyPain,
  vomiting,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const vomitedBlood = symptom(
  "vomiting blood",
  "vomit/vomiting/vomited/sick/threw/throwing .. {blood}",
  "{blood} .. vomit/sick",
  "brought/bring/bringing/threw/throwing up .. {blood}",
  "coffee grounds/ground",
  "like coffee",
  "except bringing/brought up .. phlegm/sputum/mucus",
  "except cough .. {blood}",
);
const blackStool = symptom(
  "black, tarry stools",
  "{stool} near black/tar/tarry/jet",
  "black .. tar/tarry/sticky",
  "melaena",
);
const keepsNothingDown = symptom(
  "keeping nothing down",
  "cant/couldnt/not keep/keeping anything/water/fluids/nothing .. down",
  "cant/couldnt/not keep/keeping .. down",
  "everything comes back up",
);
const highSugar = symptom(
  "ketones or high sugars",
  "ketone/ketones",
  "sugar/sugars near high/sky/thirty/twenty/through",
);
const fluids = symptom("drinking", "drink/drinking/fluids/sips");
const contacts = symptom(
  "food or contacts",
  "takeaway/curry/restaurant/chicken/seafood/abroad/travel/travelled",
  "anyone else",
);
const bloodyStool = symptom(
  "blood in the stool",
  "{blood} .. {stool}/diarrhoea",
  "{stool}/diarrhoea .. {blood}",
  "bloody diarrhoea",
);

export const vomitingDiarrhoeaComplaint: Complaint = {
  id: "vomiting_diarrhoea",
  title: "Vomiting or diarrhoea",
  topic: "being sick",
  presents: [vomiting, hasDiarrhoea, vomitedBlood],
  hintedBy: [stomachUpset],
  opening: "Can you tell me about the sickness or diarrhoea, from when it began?",
  questions: [
    ask(
      "Any blood when you are sick, or anything like coffee grounds?",
      "Upper gastrointestinal bleeding.",
      vomitedBlood,
      bloodInIt,
    ),
    ask(
      "Are your stools black or bloody?",
      "Gastrointestinal bleeding, dysentery.",
      blackStool,
      bloodyStool,
    ),
    ask("Can you keep fluids down?", "Dehydration.", keepsNothingDown, fluids),
    ask("When did you last pass water?", "Dehydration.", littleUrine),
    ask("Any pain in your tummy?", "Surgical causes.", tummyPain),
    ask("Drowsy or confused?", "Severe dehydration, sepsis.", confusion),
    ask(
      "Do you have diabetes, and what are your sugars and ketones?",
      "Ketoacidosis.",
      diabetic,
      highSugar,
    ),
    ask("Have you had a fever?", "Infection.", feverish),
    ask("Anything unusual to eat, any travel, anyone else ill?", "Food poisoning.", contacts),
    ask("Have you lost weight?", "Longer-standing disease.", weightLoss),
  ],
  flags: [
    {
      id: "vomiting_diarrhoea.gi_bleed",
      condition: "gastrointestinal bleeding",
      action: "Call 999 for suspected gastrointestinal bleeding",
      reason: "blood or coffee grounds vomited, or black tarry stool",
      when: [together(vomitedBlood), together(blackStool), together(vomiting, bloodInIt)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CG141: acute upper gastrointestinal bleeding in over 16s"],
    },
    {
      id: "vomiting_diarrhoea.dehydration",
      condition: "dehydration",
      action: "Same-day assessment for severe dehydration",
      reason: "losing fluid, with little urine or drowsiness",
      when: [
        ...withAny(vomiting, littleUrine, confusion, no(passesUrine)),
        ...withAny(hasDiarrhoea, littleUrine, confusion, no(passesUrine)),
        together(keepsNothingDown, littleUrine),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: gastroenteritis", "NICE CG84: diarrhoea and vomiting in under 5s"],
    },
    {
      id: "vomiting_diarrhoea.ketoacidosis",
      condition: "ketoacidosis",
      action: "Immediate ketone test and admission for suspected diabetic ketoacidosis",
      reason: "vomiting in diabetes with ketones or high sugars",
      when: [
        together(diabetic, vomiting, highSugar),
        together(diabetic, vomiting, thirsty),
        together(diabetic, keepsNothingDown),
      ],
      arrangedBy: ["ambulance", "hospital", "bloods"],
      guidance: [
        "NICE NG17: type 1 diabetes in adults",
        "NICE NG18: diabetes in children and young people",
      ],
    },
  ],
};

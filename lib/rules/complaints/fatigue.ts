import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { energyHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  fainted,
  feverish,
  lowMood,
  passingLotsOfUrine,
  thirsty,
  tired,
  vaginalBleeding,
  vomiting,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const adrenal = fact(
  "Addison's disease or long-term steroids",
  "addisons/addison",
  "adrenal insufficiency",
  "hydrocortisone",
  "steroid card",
);
const tooWeak = symptom(
  "too weak to stand",
  "too weak",
  "cant/couldnt stand",
  "except stand .. light/noise/smell",
  "collapsed",
);
const sleep = symptom("sleep", "sleep/sleeping/snore/snoring");
const onset = symptom(
  "how long the tiredness has lasted",
  "for .. weeks/months/years",
  "since",
  "all the time",
);
const diet = fact("diet or alcohol", "diet/vegan/vegetarian/alcohol/drinking");
const cold = symptom("feeling cold, constipation", "cold all the time", "constipated");

export const fatigueComplaint: Complaint = {
  id: "fatigue",
  title: "Tiredness",
  topic: "the tiredness",
  presents: [tired],
  hintedBy: [energyHint],
  opening: "Can you tell me about the tiredness, and what it stops you doing?",
  questions: [
    ask(
      "Are you very thirsty, or passing a lot of urine?",
      "New diabetes.",
      thirsty,
      passingLotsOfUrine,
    ),
    ask("Have you lost weight without trying?", "Cancer, diabetes, thyroid.", weightLoss),
    ask("Are you breathless?", "Anaemia, heart failure.", breathless),
    ask("Any fevers or night sweats?", "Infection, lymphoma.", feverish),
    ask("Any bleeding, or heavy periods?", "Anaemia.", vaginalBleeding),
    ask("How is your mood?", "Depression.", lowMood),
    ask("How do you sleep?", "Sleep apnoea, insomnia.", sleep),
    ask("How long have you been tired?", "Course.", onset),
    ask("Do you feel the cold, or are you constipated?", "Underactive thyroid.", cold),
    ask("Do you take steroids, or have Addison's disease?", "Adrenal insufficiency.", adrenal),
    ask("How are you eating, and how much do you drink?", "Deficiency, alcohol.", diet),
  ],
  flags: [
    {
      id: "fatigue.new_diabetes",
      condition: "new diabetes",
      action: "Same-day blood glucose and ketones for suspected new diabetes",
      reason: "thirst, much urine and weight loss; ketoacidosis can follow within hours",
      when: [together(thirsty, passingLotsOfUrine), together(thirsty, weightLoss)],
      arrangedBy: ["bloods", "hospital", "ambulance"],
      guidance: [
        "NICE NG17: type 1 diabetes in adults",
        "NICE NG18: diabetes in children and young people",
      ],
    },
    {
      id: "fatigue.adrenal_crisis",
      condition: "adrenal crisis",
      action: "Give hydrocortisone and call 999 for suspected adrenal crisis",
      reason: "vomiting or collapse in adrenal insufficiency",
      when: withAny(adrenal, vomiting, tooWeak, fainted),
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG243: adrenal insufficiency"],
    },
  ],
};

import { ask, type Complaint, withAny } from "@/lib/rules/complaint.ts";
import { fact, familyFact, symptom } from "@/lib/rules/finding.ts";
import { heartHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  chestPain,
  fainted,
  feelsFaint,
  rapidHeart,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const rhythm = symptom("how the beat feels", "regular/irregular/flutter/skips/pounding");
const howLong = symptom(
  "how long they last",
  "for .. minutes/seconds/hours",
  "last/lasts/lasting",
  "comes and goes",
);
const stimulants = fact(
  "caffeine, alcohol or drugs",
  "coffee/caffeine/alcohol/energy_drinks/cocaine",
);
const heartDisease = fact(
  "a heart condition",
  "heart condition/failure/attack/disease",
  "pacemaker",
  "atrial fibrillation",
);
const suddenDeath = familyFact(
  "inherited heart disease",
  "cardiomyopathy",
  "inherited heart",
  "collapsed and died",
);
const anxious = symptom("anxiety", "anxious/anxiety/panic/stressed/worried");
const thyroid = symptom(
  "signs of an overactive thyroid",
  "tremor/shaky/hot_all_the_time",
  "thyroid",
);

export const palpitationsComplaint: Complaint = {
  id: "palpitations",
  title: "Palpitations",
  topic: "the palpitations",
  presents: [rapidHeart],
  hintedBy: [heartHint],
  opening: "Can you tell me about the palpitations, and what you notice?",
  questions: [
    ask("Have you fainted, or felt that you would?", "Dangerous arrhythmia.", fainted, feelsFaint),
    ask("Any chest pain with them?", "Ischaemia.", chestPain),
    ask("Are you short of breath with them?", "Heart failure, fast arrhythmia.", breathless),
    ask("Is it happening now, and how long does it last?", "An ECG during an attack.", howLong),
    ask("Is it regular or irregular; can you tap it out?", "Kind of rhythm.", rhythm),
    ask("Do you have heart disease?", "Raises the risk.", heartDisease),
    ask(
      "Any inherited heart trouble in the family?",
      "Cardiomyopathy, channelopathy.",
      suddenDeath,
    ),
    ask("How much coffee, alcohol or anything else?", "Triggers.", stimulants),
    ask("Have you lost weight, or felt hot or shaky?", "Overactive thyroid.", weightLoss, thyroid),
    ask("Have you been anxious?", "Panic, and its effect.", anxious),
  ],
  flags: [
    {
      id: "palpitations.unstable",
      condition: "heart rhythm",
      action: "Immediate ECG and ambulance for palpitations with a dangerous sign",
      reason: "chest pain, breathlessness or faintness with a fast heart is unstable",
      when: withAny(rapidHeart, chestPain, breathless, feelsFaint),
      arrangedBy: ["ambulance", "hospital", "ecg"],
      guidance: ["NICE CKS: palpitations", "NICE NG196: atrial fibrillation"],
    },
  ],
};

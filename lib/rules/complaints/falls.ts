import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { fallHint } from "@/lib/rules/findings/openings.ts";
import {
  anticoagulated,
  confusion,
  dizzy,
  fainted,
  fellDown,
  headacheFelt,
  headInjured,
  visualTrouble,
  vomiting,
} from "@/lib/rules/shared_findings.ts";

const sickSince = symptom("vomiting after the blow", "sick .. times/since/twice", "sick since");
const cannotBear = symptom(
  "unable to stand or bear weight",
  "cant/couldnt stand",
  "except stand .. light/noise/smell",
  "cant/couldnt .. weight on",
  "cant/couldnt put .. weight",
  "cant/couldnt walk",
  "cant/couldnt get up",
  "cant/couldnt weight bear",
  "cant/couldnt move .. leg/hip",
);
const hipHurt = symptom(
  "a painful or shortened leg",
  "hip/groin near {pain}",
  "leg near shorter/twisted/turned",
);
const longLie = symptom(
  "hours on the floor",
  "floor .. hours/night/morning",
  "stick/stuck/lie/lying/lay .. floor",
  "couldnt/cant get up .. floor",
  "hours .. floor",
  "except half an hour",
  "lie/lying/lay there/here .. till/until/hours/night",
  "found .. floor",
);
const medicines = fact("several medicines", "tablets/medication/medicines/pills");
const earlier = symptom("earlier falls", "before/again/third/second/keep");
const walking = symptom("balance and walking", "balance/unsteady/stick/frame/walker");

export const fallsComplaint: Complaint = {
  id: "falls",
  title: "Falls",
  topic: "the fall",
  presents: [fellDown],
  hintedBy: [fallHint],
  opening: "Can you tell me what happened when you fell?",
  questions: [
    ask("Did you hit your head?", "Head injury.", headInjured),
    ask("Do you take a blood thinner?", "Delayed bleeding.", anticoagulated),
    ask("Did you black out?", "Syncope, head injury.", fainted),
    ask(
      "Have you been sick, confused or had a headache since?",
      "Intracranial bleeding.",
      sickSince,
      vomiting,
      confusion,
      headacheFelt,
    ),
    ask("Can you stand and walk on it?", "Hip fracture.", cannotBear, hipHurt),
    ask(
      "How long were you on the floor?",
      "Long lie: muscle breakdown, cold, dehydration.",
      longLie,
    ),
    ask("Were you dizzy before it?", "Postural hypotension, arrhythmia.", dizzy),
    ask("Have you fallen before?", "Falls risk.", earlier),
    ask("Which medicines do you take?", "Sedation, blood pressure.", medicines),
    ask("How is your sight?", "Contributing cause.", visualTrouble),
    ask("How is your balance?", "Contributing cause.", walking),
  ],
  flags: [
    {
      id: "falls.head_injury",
      condition: "head injury",
      action: "Immediate emergency department assessment for head injury",
      reason:
        "a blow to the head with loss of consciousness, vomiting, confusion or a blood thinner",
      when: withAny(headInjured, anticoagulated, fainted, vomiting, sickSince, confusion),
      arrangedBy: ["hospital", "ambulance"],
      guidance: ["NICE NG232: head injury"],
    },
    {
      id: "falls.hip_fracture",
      condition: "hip fracture",
      action: "Call 999 for suspected hip fracture",
      reason: "cannot bear weight after a fall",
      when: [together(fellDown, hipHurt, cannotBear)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CG124: hip fracture"],
    },
    {
      id: "falls.long_lie",
      condition: "long lie",
      action: "Same-day assessment after a long lie",
      reason: "hours on the floor: kidney injury, hypothermia, pressure damage",
      when: [together(fellDown, longLie)],
      arrangedBy: ["ambulance", "hospital", "bloods"],
      guidance: ["NICE guideline on falls in older people (CG161 and its successor)"],
    },
  ],
};

import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { backHint } from "@/lib/rules/findings/openings.ts";
import {
  backPain,
  cancerKnown,
  feverish,
  rigors,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const saddleNumb = symptom(
  "numbness around the saddle area",
  "{numb}/feeling .. between legs/them",
  "didnt/doesnt/not feel .. my own bottom/backside/seat",
  "{numb} near {private}/bottom/buttocks/genitals/bum",
  "cant/couldnt feel .. toilet/loo/myself",
  "no/lost feeling .. sit/toilet/wipe/wiping/bottom",
  "cant/dont/doesnt feel .. wipe/wiping",
  "cant/couldnt feel .. {private}/bottom",
  "lose/lost .. feeling .. {private}/bottom",
);
const bladderBowel = symptom(
  "loss of bladder or bowel control",
  "wet/wetting myself/himself/herself",
  "cant/couldnt/dont tell when .. wee/pee/go",
  "cant/couldnt/dont feel .. weeing/peeing/wee/pee/bladder",
  "cant/couldnt/trouble/difficulty/difficult/struggling .. wee/pee/pass_water/pass_urine",
  "lost/no control .. bladder/bowels/bowel",
  "soil/soiling/soiled/messed/pooed/pooped myself",
  "didnt/dont know/feel/realise .. wet/weeing/wee/poo",
  "pooed/weed/peed without knowing",
  "incontinent",
  "cant/couldnt/dont tell .. need/full/empty/finished",
  "never/didnt/dont/not feel/felt it come/coming/go/going",
  "nothing works/working .. {private}",
  "accidents/leaking/leaked",
  "problem/trouble/change .. bladder/bowels/bowel/waterworks",
);
const bothLegs = symptom(
  "both legs painful or weak",
  "both/two legs",
  "legs near weak/heavy/giving/numb/wobbly/jelly",
);
const legsWeak = symptom(
  "weak legs or unsteady walking",
  "leg/legs near weak/weakness/heavy/wobbly/jelly/giving",
  "unsteady",
  "cant/couldnt walk",
  "foot drop",
);
const nightPain = symptom(
  "pain at night or like a band",
  "at night",
  "wakes me",
  "tight belt/band",
  "band round/around",
  "worse lying",
);
const injects = fact(
  "injecting drugs or weak immunity",
  "inject/injecting heroin/drugs",
  "heroin",
  "immunosuppressed",
  "=injecting",
  "=hiv",
);
const injury = fact("a recent injury", "lift/lifted/lifting/pulled/twisted/fell/accident/garden");
const legPainDown = symptom("pain down the leg", "down .. leg/legs", "sciatica");
const steroids = fact("steroids or thin bones", "steroid/steroids/osteoporosis/prednisolone");

export const backPainComplaint: Complaint = {
  id: "back_pain",
  title: "Back pain",
  topic: "the back pain",
  presents: [backPain],
  hintedBy: [backHint],
  opening: "Can you tell me about your back, from when it started?",
  questions: [
    ask(
      "Any numbness around your back passage or between your legs?",
      "Cauda equina syndrome.",
      saddleNumb,
    ),
    ask(
      "Any change in passing water or controlling your bowels?",
      "Cauda equina syndrome.",
      bladderBowel,
    ),
    ask(
      "Any weakness in your legs, or pain in both?",
      "Cauda equina, cord compression.",
      legsWeak,
      bothLegs,
    ),
    ask("Have you ever had cancer?", "Spinal metastases.", cancerKnown),
    ask("Have you had a fever?", "Spinal infection.", feverish, rigors),
    ask(
      "Is it there at night or when you lie still?",
      "Cancer, infection, inflammation.",
      nightPain,
    ),
    ask("Does it go down your leg?", "Nerve root pain.", legPainDown),
    ask("Did anything bring it on?", "Fracture, strain.", injury),
    ask("Have you lost weight?", "Cancer.", weightLoss),
    ask("Do you take steroids, or have thin bones?", "Fracture.", steroids),
  ],
  flags: [
    {
      id: "back_pain.cauda_equina",
      condition: "cauda equina syndrome",
      action: "Immediate hospital transfer for suspected cauda equina syndrome",
      reason: "saddle numbness or loss of control needs an emergency MRI",
      when: [
        ...withAny(backPain, saddleNumb, bladderBowel),
        ...withAny(backHint, saddleNumb, bladderBowel),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "NICE CKS: sciatica (lumbar radiculopathy)",
        "GIRFT: national suspected cauda equina syndrome pathway",
      ],
    },
    {
      id: "back_pain.cord_compression",
      condition: "spinal cord compression",
      action: "Same-day oncology discussion for suspected metastatic spinal cord compression",
      reason: "back pain in a person with cancer, with night pain or weak legs",
      when: [
        together(cancerKnown, backPain, nightPain),
        together(cancerKnown, backPain, legsWeak),
      ],
      arrangedBy: ["ambulance", "hospital", "specialist", "imaging"],
      guidance: ["NICE NG234: spinal metastases and metastatic spinal cord compression"],
    },
    {
      id: "back_pain.spinal_infection",
      condition: "spinal infection",
      action: "Same-day hospital assessment for suspected spinal infection",
      reason: "back pain with fever in a person at risk",
      when: [together(backPain, feverish, injects), together(backPain, rigors, injects)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG59: low back pain and sciatica (specific causes)"],
    },
  ],
};

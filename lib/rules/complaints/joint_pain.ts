import { ask, type Complaint, together, unless } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { jointHint } from "@/lib/rules/findings/openings.ts";
import {
  fellDown,
  feverish,
  jointPain,
  rashSeen,
  rigors,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const hotJoint = symptom(
  "a hot or red joint",
  "joint/knee/ankle/wrist/elbow/hip/toe/shoulder near hot/red/burning",
  "red hot",
  "its hot/red",
  "hot to touch",
);
/** Joints in which infection is common and gout is not the first thought. */
const hotLargeJoint = symptom(
  "a hot or red large joint",
  "knee/ankle/wrist/elbow/hip/shoulder near hot/red/burning/boiling",
);
const swollenJoint = symptom(
  "a swollen joint",
  "joint/knee/ankle/wrist/elbow/hip/toe/shoulder near {swell}",
);
const cannotUse = symptom(
  "unable to bear weight or move the joint",
  "cant/couldnt .. weight on",
  "cant/couldnt put .. weight",
  "cant/couldnt put .. foot down",
  "cant/couldnt weight bear",
  "cant/couldnt walk/stand on it",
  "cant/couldnt bend/move/straighten",
);
const morningStiffness = symptom("stiffness in the morning", "stiff/stiffness .. morning/mornings");
const gout = fact("gout or arthritis before", "gout/arthritis/rheumatoid");
const knownGout = fact(
  "gout known from before",
  "gout again/back/flare/flared/flaring",
  "gout .. years/before/always",
  "have/had/get/getting/got/my/usual gout",
);
const manyJoints = symptom("which joints", "hands/fingers/both/several/knees");
const prosthesis = fact("a joint replacement", "replacement/replaced");

export const jointPainComplaint: Complaint = {
  id: "joint_pain",
  title: "Joint pain",
  topic: "the joint pain",
  presents: [jointPain],
  hintedBy: [jointHint],
  opening: "Can you tell me about the joint, and how it started?",
  questions: [
    ask(
      "Is the joint hot, red or swollen?",
      "Infection, gout, inflammation.",
      hotJoint,
      swollenJoint,
    ),
    ask("Have you had a fever or shivering?", "Septic arthritis.", feverish, rigors),
    ask("Can you move it and put weight on it?", "Infection, fracture.", cannotUse),
    ask("Did you injure it?", "Fracture, haemarthrosis.", fellDown),
    ask("Is it one joint or several?", "Pattern of arthritis.", manyJoints),
    ask(
      "Is it stiff in the mornings, and for how long?",
      "Inflammatory arthritis.",
      morningStiffness,
    ),
    ask("Have you had gout or arthritis before?", "Recurrence.", gout),
    ask("Is it an artificial joint?", "Infection of a prosthesis.", prosthesis),
    ask("Any rash, or loss of weight?", "Systemic disease.", rashSeen, weightLoss),
  ],
  flags: [
    {
      id: "joint_pain.septic_joint",
      condition: "septic arthritis",
      action: "Immediate hospital assessment for suspected septic arthritis",
      reason: "a hot joint with fever or that cannot be used is infected until shown otherwise",
      when: [
        together(jointPain, hotJoint, feverish),
        together(jointPain, hotJoint, rigors),
        together(jointHint, hotJoint, feverish),
        together(jointHint, hotJoint, rigors),
        // Known gout flares in a toe; a large joint is not put down to it.
        together(jointPain, hotJoint, cannotUse, unless(knownGout)),
        together(hotLargeJoint, cannotUse),
        together(jointPain, feverish, cannotUse),
      ],
      arrangedBy: ["hospital", "ambulance"],
      guidance: ["BSR: management of the hot swollen joint in adults"],
    },
  ],
};

import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { waterworksHint } from "@/lib/rules/findings/openings.ts";
import { bloodSeen, feverish, pregnant, rigors, tummyPain } from "@/lib/rules/shared_findings.ts";

const urinary = symptom(
  "urinary symptoms",
  "burn/burning/sting/stinging/hurt/pain/painful/agony .. {urine}",
  "{urine} .. burn/burning/sting/stinging/smell/smells/cloudy",
  "up .. times .. night .. {urine}/loo/toilet",
  "pass/passing water .. often/lot/all the time",
  "cystitis",
  "urine/urinary/bladder/kidney infection",
  "water infection",
  "uti",
  "prostate",
  "leak/leaking .. {urine}",
  "wee/pee/weeing/peeing .. often/lot/constantly",
  "keep/kept needing .. wee/pee/loo",
);
const bloodInUrine = symptom(
  "visible blood in the urine",
  "{blood} near {urine}/weeing/peeing/toilet_bowl",
  "weeing/peeing/wee/pee {blood}",
  "passing/pass {blood} .. {urine}/loo",
  "{urine} near red/pink/cola/rusty/wine/port/bloodstained",
  "{urine} .. colour of .. blood/coke/tea",
);
const cannotPass = symptom(
  "unable to pass urine",
  "cant/couldnt/unable/not_able/havent/hasnt .. pass/passed/do .. {urine}",
  "cant/couldnt wee/pee .. all",
  "cant/couldnt wee/pee",
  "havent/not .. able to .. pass {urine}",
  "havent/not .. able to .. wee/pee",
  "cant/couldnt go .. loo/toilet .. wee/pee",
  "not a drop",
  "cant/couldnt/not pass/do .. drop/anything/thing",
  "nothing/hardly .. come/coming/comes out",
  "nothing comes out",
);
const ableToPass = symptom(
  "able to pass urine",
  "able to pass urine/water",
  "can you pass/wee/pee",
);
const bursting = symptom(
  "a painful full bladder",
  "burst/bursting",
  "bladder .. full/{pain}",
  "really painful",
  "desperate to/for go/wee/pee",
  "agony",
  "so much pain",
  "in terrible/awful pain",
);
const cannotGo = symptom("unable to go", "cant/couldnt go");
const loinPain = symptom(
  "pain in the side or loin",
  "{pain} near side/loin/flank/kidney/kidneys",
  "{pain} .. under ribs",
);
const discharge = symptom("discharge", "discharge/discharging");
const frequency = symptom("going more often", "often/frequent/frequency", "times .. night");

export const urinarySymptomsComplaint: Complaint = {
  id: "urinary_symptoms",
  title: "Urinary symptoms",
  topic: "your waterworks",
  presents: [urinary, bloodInUrine],
  hintedBy: [waterworksHint],
  opening: "Can you tell me what you have noticed with your waterworks?",
  questions: [
    ask("Have you seen any blood in your urine?", "Cancer, stones, infection.", bloodInUrine),
    ask("Are you able to pass urine?", "Retention.", cannotPass, ableToPass),
    ask("Any fever or shivering?", "Kidney infection, sepsis.", feverish, rigors),
    ask("Any pain in your side or back?", "Kidney infection, stone.", loinPain),
    ask("Could you be pregnant?", "Infection in pregnancy is treated at once.", pregnant),
    ask("Any pain in your tummy?", "Stone, retention.", tummyPain),
    ask("Are you going more often, or at night?", "Infection, prostate, diabetes.", frequency),
    ask("Any discharge?", "Sexually transmitted infection.", discharge),
  ],
  flags: [
    {
      id: "urinary_symptoms.visible_blood",
      condition: "blood in the urine",
      action: "Urine test and suspected cancer referral for blood in the urine",
      reason: "visible haematuria is cancer until explained",
      when: [together(bloodInUrine)],
      whenClose: [together(urinary, bloodSeen)],
      arrangedBy: ["suspected_cancer_referral", "specialist", "hospital"],
      guidance: ["NICE NG12: suspected cancer (urological)"],
    },
    {
      id: "urinary_symptoms.retention",
      condition: "urinary retention",
      action: "Immediate catheterisation for suspected urinary retention",
      reason: "no urine with a full, painful bladder",
      when: [
        ...withAny(bursting, cannotPass, no(ableToPass)),
        together(cannotPass, tummyPain),
        together(bursting, cannotGo),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: LUTS in men (acute retention)"],
    },
    {
      id: "urinary_symptoms.kidney_infection",
      condition: "kidney infection",
      action: "Same-day treatment for suspected kidney infection",
      reason: "urinary symptoms with loin pain and fever",
      when: [
        together(urinary, loinPain, feverish),
        together(urinary, loinPain, rigors),
        together(loinPain, feverish, rigors),
      ],
      arrangedBy: ["hospital", "ambulance"],
      guidance: ["NICE NG111: acute pyelonephritis"],
    },
  ],
};

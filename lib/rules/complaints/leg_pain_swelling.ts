import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { legHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  calfPain,
  chestPain,
  hotRed,
  oneLegSwollen,
  pastClot,
  recentSurgeryOrTravel,
  swollen,
  wentSuddenly,
} from "@/lib/rules/shared_findings.ts";

const legTrouble = symptom(
  "leg pain or swelling",
  "leg/legs/calf/calves/thigh/thighs/shin/ankles/foot/feet near {pain}/{swell}/cramp/cramps",
);
const bothLegsSwell = symptom("both legs swollen", "both .. legs/ankles/feet .. {swell}");
const coldPale = symptom(
  "a cold or pale limb",
  "leg/foot/toes/feet near cold/white/pale/blue/freezing/icy",
  "pale and .. cold",
  "cold and .. white/pale",
  "its pale/white/freezing/cold",
);
const limbNumb = symptom(
  "a numb limb",
  "leg/foot/toes near {numb}",
  "cant/couldnt feel .. leg/foot/toes",
  "gone numb/dead",
  "cant/couldnt feel it/them",
);
const bigPain = symptom(
  "severe leg pain",
  "its agony/unbearable/excruciating",
  "{severe} .. leg/foot/calf",
  "leg/foot/calf .. {severe}",
);
const painInLimb = symptom(
  "pain in the limb",
  "leg/foot/toe/toes near {pain}",
  "it .. hurts",
  "cold/white/blue and .. {pain}",
);
const onWalking = symptom("pain on walking", "walk/walking/stairs");

export const legPainSwellingComplaint: Complaint = {
  id: "leg_pain_swelling",
  title: "Leg pain or swelling",
  topic: "your leg",
  presents: [legTrouble, oneLegSwollen, calfPain, coldPale],
  hintedBy: [legHint],
  opening: "Can you tell me about your leg, and when you first noticed it?",
  questions: [
    ask(
      "Is one leg swollen, hot or tender in the calf?",
      "Deep vein thrombosis.",
      oneLegSwollen,
      bothLegsSwell,
    ),
    ask("Is the leg cold, pale or numb?", "Acute limb ischaemia.", coldPale, limbNumb),
    ask(
      "Are you short of breath, or is there chest pain?",
      "Pulmonary embolism.",
      breathless,
      chestPain,
    ),
    ask(
      "Have you had an operation, a long journey or been in bed lately?",
      "Risk of a clot.",
      recentSurgeryOrTravel,
    ),
    ask("Have you ever had a clot?", "Risk of another.", pastClot),
    ask("Did it come on suddenly?", "Embolism, muscle tear.", wentSuddenly),
    ask("Is it red or hot?", "Cellulitis, thrombosis.", hotRed),
    ask("Does it come on when you walk?", "Claudication.", onWalking),
  ],
  flags: [
    {
      id: "leg_pain_swelling.deep_vein_thrombosis",
      condition: "deep vein thrombosis",
      action: "Same-day assessment for suspected deep vein thrombosis",
      reason: "one swollen or tender calf",
      when: [
        together(oneLegSwollen),
        together(calfPain, swollen),
        ...withAny(calfPain, recentSurgeryOrTravel, pastClot),
      ],
      arrangedBy: ["hospital", "imaging", "bloods", "ambulance"],
      guidance: ["NICE NG158: venous thromboembolic diseases"],
    },
    {
      id: "leg_pain_swelling.acute_limb_ischaemia",
      condition: "acute limb ischaemia",
      action: "Call 999 for suspected acute limb ischaemia",
      reason: "a cold, pale limb that is numb, painful or sudden",
      when: withAny(coldPale, limbNumb, bigPain, painInLimb, wentSuddenly),
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "NICE CKS: peripheral arterial disease",
        "NICE CG147: peripheral arterial disease",
      ],
    },
  ],
};

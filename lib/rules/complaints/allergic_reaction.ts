import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import {
  breathless,
  chestPain,
  dizzy,
  fainted,
  feelsFaint,
  rashSeen,
  vomiting,
} from "@/lib/rules/shared_findings.ts";

const mouthSwelling = symptom(
  "swelling of tongue, lips or throat",
  "tongue/lip/lips/throat/face near {swell}/swelling",
  "throat .. closing/close/tightening/tight",
);
const trigger = symptom(
  "exposure to an allergen",
  "ate/eaten/eating .. nut/nuts/peanut/peanuts/prawn/prawns/shellfish/egg/kiwi/fish",
  "sting/stung .. wasp/bee",
  "wasp/bee .. sting/stung",
  "took/taken/given/started .. penicillin/amoxicillin",
  "took/taken/had .. antibiotic",
  "allergic reaction",
);
const hives = symptom("hives", "hives/welts/urticaria/nettle");
const autoinjector = fact("an adrenaline pen", "epipen", "adrenaline pen", "auto injector");
const earlier = fact("earlier reactions", "allergic/allergy", "before");

export const allergicReactionComplaint: Complaint = {
  id: "allergic_reaction",
  title: "Allergic reaction",
  topic: "the reaction",
  presents: [mouthSwelling, trigger, hives],
  hintedBy: [],
  opening: "Can you tell me what happened, and how quickly?",
  questions: [
    ask("Is your tongue, mouth or throat swelling?", "Airway.", mouthSwelling),
    ask("Is it hard to breathe?", "Breathing.", breathless),
    ask("Do you feel faint?", "Circulation.", fainted, dizzy),
    ask("What did you eat, take or touch before it?", "Cause.", trigger),
    ask("Have you a rash or hives?", "Skin signs.", hives, rashSeen),
    ask("Have you an adrenaline pen, and have you used it?", "Treatment.", autoinjector),
    ask("Have you reacted like this before?", "Risk.", earlier),
  ],
  flags: [
    {
      id: "allergic_reaction.anaphylaxis",
      condition: "anaphylaxis",
      action: "Give intramuscular adrenaline and call 999 for anaphylaxis",
      reason: "allergic reaction with airway, breathing or circulation affected",
      when: [
        ...withAny(mouthSwelling, breathless, hives, fainted, trigger, chestPain),
        ...withAny(trigger, breathless, fainted, feelsFaint),
        ...withAny(hives, breathless, fainted, feelsFaint),
        together(trigger, hives, vomiting),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "Resuscitation Council UK: emergency treatment of anaphylaxis",
        "NICE CG134: anaphylaxis",
      ],
    },
  ],
};

import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { throatHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  coughing,
  feverish,
  mouthUlcers,
  rashSeen,
  throatSore,
} from "@/lib/rules/shared_findings.ts";

const cannotSwallow = symptom(
  "unable to swallow saliva",
  "cant/couldnt get .. spit/saliva/anything .. down",
  "cant/couldnt/not_able swallow .. saliva/spit/own/anything/water",
  "drool/drooling/dribbling",
  "wont swallow",
);
const swallowFails = symptom("unable to swallow", "cant/couldnt swallow");
const stridor = symptom(
  "noisy breathing in",
  "stridor",
  "harsh/whistling/rasping/squeaking/crowing noise",
  "noise .. breathes/breathe/breathing in",
);
const hotPotato = symptom(
  "a muffled voice",
  "muffled/hot potato voice",
  "voice near muffled/thick/gone",
);
const oneSide = symptom(
  "pain on one side of the throat",
  "one side of .. throat",
  "throat .. one side",
  "one side",
);
const trismus = symptom(
  "unable to open the mouth",
  "cant/couldnt/hard/hardly open .. mouth",
  "cant/couldnt/hardly get .. mouth open",
  "mouth .. wont open",
  "lockjaw",
);
const marrowMedicine = fact(
  "a medicine that can lower white cells",
  "carbimazole/propylthiouracil/clozapine/methotrexate/azathioprine/sulfasalazine/leflunomide",
);
const duration = symptom("how long the throat has been sore", "since", "for .. days/weeks");
const glands = symptom("swollen glands", "gland/glands", "lump .. neck");

export const soreThroatComplaint: Complaint = {
  id: "sore_throat",
  title: "Sore throat",
  topic: "your throat",
  presents: [throatSore],
  hintedBy: [throatHint],
  opening: "Can you tell me about your throat?",
  questions: [
    ask(
      "Can you swallow your saliva, and is breathing noisy?",
      "Threatened airway.",
      cannotSwallow,
      stridor,
    ),
    ask("Are you short of breath?", "Threatened airway.", breathless),
    ask("Is it worse on one side, or hard to open your mouth?", "Quinsy.", oneSide, trismus),
    ask("Which medicines do you take?", "Some lower the white cells.", marrowMedicine),
    ask("Have you had a fever?", "Score for bacterial infection.", feverish),
    ask("Any cough?", "Its absence favours bacterial infection.", coughing),
    ask("Has your voice changed?", "Quinsy, epiglottitis; cancer if lasting.", hotPotato),
    ask("Any rash?", "Scarlet fever.", rashSeen),
    ask("Any swollen glands?", "Glandular fever.", glands),
    ask("How long has it been?", "Three weeks or more needs referral.", duration),
  ],
  flags: [
    {
      id: "sore_throat.airway",
      condition: "airway obstruction",
      action: "Call 999 for a threatened airway",
      reason: "drooling, stridor or saliva that cannot be swallowed; do not examine the throat",
      when: [
        ...withAny(throatSore, cannotSwallow, stridor),
        together(cannotSwallow, stridor),
        together(cannotSwallow, breathless),
        together(throatSore, swallowFails, breathless),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: sore throat – acute (when to admit)", "NICE NG84: sore throat (acute)"],
    },
    {
      id: "sore_throat.quinsy",
      condition: "quinsy",
      action: "Same-day ENT assessment for suspected quinsy",
      reason: "one-sided pain with a mouth that will not open",
      when: [together(throatSore, trismus), together(throatSore, oneSide, hotPotato)],
      arrangedBy: ["hospital", "specialist"],
      guidance: ["NICE CKS: sore throat – acute"],
    },
    {
      id: "sore_throat.neutropenia",
      condition: "neutropenic sepsis",
      action: "Same-day full blood count for suspected neutropenia",
      reason: "sore throat, ulcers or fever on a medicine that can stop white cells",
      when: withAny(marrowMedicine, throatSore, mouthUlcers, feverish),
      arrangedBy: ["bloods", "hospital"],
      guidance: ["BNF: carbimazole, clozapine, methotrexate (blood disorders)"],
    },
  ],
};

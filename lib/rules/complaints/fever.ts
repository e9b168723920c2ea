import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { feverHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  confusion,
  coughing,
  feverish,
  infection,
  littleUrine,
  passesUrine,
  rashSeen,
  rigors,
} from "@/lib/rules/shared_findings.ts";
import { stiffNeckOrLight } from "@/lib/rules/complaints/rash.ts";

const mottled = symptom(
  "mottled or blotchy skin",
  "skin near mottled/blotchy/grey/blue/ashen",
  "mottled",
);
const coldHands = symptom("cold hands or feet", "hands/feet/fingers near freezing/cold/icy/blue");
const hotNow = symptom("being hot", "hot");
const violentShaking = symptom(
  "violent shaking",
  "shaking uncontrollably/violently",
  "rigors",
  "shaking .. cant/couldnt stop",
);
const chemo = fact(
  "chemotherapy or weak immunity",
  "chemo/chemotherapy",
  "immunosuppressed/immunosuppressants",
  "transplant",
  "no spleen",
);
const youngBaby = fact(
  "a baby under three months",
  "newborn",
  "{child} .. {number} weeks/days",
  "{number} weeks/week old",
  "a/one/two/1/2 months/month old",
);
const malariaArea = fact(
  "travel to a malaria area",
  "{malaria_area}",
  "malaria",
);
const urinaryPain = symptom("pain passing urine", "burn/burns/stings/hurts .. {urine}");

export const feverComplaint: Complaint = {
  id: "fever",
  title: "Fever",
  topic: "the fever",
  presents: [feverish],
  hintedBy: [feverHint],
  opening: "Can you tell me about the fever and how you have been with it?",
  questions: [
    ask("Any confusion, or hard to wake?", "Sepsis, meningitis.", confusion),
    ask("Are you passing water as usual?", "Sepsis, dehydration.", littleUrine),
    ask(
      "Any shaking you could not stop, or blotchy skin?",
      "Sepsis.",
      rigors,
      violentShaking,
      mottled,
    ),
    ask("Is breathing harder or faster than usual?", "Sepsis, pneumonia.", breathless),
    ask(
      "Any rash, stiff neck or dislike of light?",
      "Meningococcal disease.",
      rashSeen,
      stiffNeckOrLight,
    ),
    ask("Are you on chemotherapy or anything that weakens immunity?", "Neutropenic sepsis.", chemo),
    ask(
      "Have you been abroad in the last year?",
      "Malaria and other imported fevers.",
      malariaArea,
    ),
    ask("Any cough?", "Source of infection.", coughing),
    ask("Any pain passing water?", "Source of infection.", urinaryPain),
    ask(
      "Is this about a baby, and if so how old?",
      "Under three months a fever is high risk.",
      youngBaby,
    ),
  ],
  flags: [
    {
      id: "fever.sepsis",
      condition: "sepsis",
      action: "Call 999 for suspected sepsis",
      reason: "infection with a sign of failing organs",
      when: [
        ...withAny(feverish, confusion, mottled, littleUrine, violentShaking, no(passesUrine)),
        ...withAny(rigors, confusion, mottled, littleUrine, no(passesUrine)),
        ...withAny(infection, confusion, mottled, littleUrine, violentShaking, coldHands),
        together(hotNow, confusion),
        together(hotNow, littleUrine),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE guideline on suspected sepsis (NG51 and its successors)"],
    },
    {
      id: "fever.neutropenic_sepsis",
      condition: "neutropenic sepsis",
      action: "Immediate hospital admission for suspected neutropenic sepsis",
      reason: "fever during chemotherapy or immune suppression",
      when: withAny(chemo, feverish, rigors, hotNow),
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CG151: neutropenic sepsis"],
    },
    {
      id: "fever.young_infant",
      condition: "young infant with fever",
      action: "Immediate paediatric assessment of a young infant with fever",
      reason: "38 °C or more under three months is high risk whatever else is found",
      when: [together(youngBaby, feverish)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG143: fever in under 5s"],
    },
    {
      id: "fever.returning_traveller",
      condition: "malaria",
      action: "Same-day malaria test",
      reason: "fever after travel is malaria until three films are negative",
      when: [together(feverish, malariaArea)],
      arrangedBy: ["bloods", "hospital"],
      guidance: ["NICE CKS: malaria", "UKHSA: malaria treatment guidelines"],
    },
  ],
};

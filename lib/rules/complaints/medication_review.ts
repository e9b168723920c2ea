import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { medicineHint } from "@/lib/rules/findings/openings.ts";
import {
  anticoagulated,
  confusion,
  dizzy,
  fellDown,
  hasDiarrhoea,
  nausea,
  vomiting,
} from "@/lib/rules/shared_findings.ts";

const reviewWanted = symptom(
  "a question about medicines",
  "tablet/tablets/medication/medicines/pills/prescription near review/reviewed/repeat/check/checked/renew",
  "repeat prescription",
  "medication review",
  "side effect/effects",
  "{anticoagulant}",
  "lithium",
);
const tookTooMany = symptom(
  "taking too much of a medicine",
  "take/taken/took/swallowed .. whole/all/entire .. box/packet/bottle/lot/strip",
  "=swallowed/=necked/=downed .. all/every/whole/lot .. {medicine}",
  "=took/=taken .. all .. {medicine} .. once/go",
  "=took/=taken .. whole/entire .. {medicine}",
  "take/taken/took/swallowed .. ten/twelve/fifteen/sixteen/twenty/thirty/forty/fifty .. paracetamol/tablets/pills/ibuprofen",
  "take/taken/took .. too many/much",
  "take/taken/took .. handful/loads .. tablets/pills/paracetamol",
  "swallow .. bottle/box/packet/handful",
  "overdose/overdosed",
  "except think/thinking/thought .. overdose",
  "double dose",
);
const bleedingSomewhere = symptom(
  "bleeding that does not stop, or in an odd place",
  "nose/gums/gum near bleed/bleeding",
  "bleed/bleeding .. wont/hours/hour/stop",
  "nosebleed",
  "cant/wont stop .. bleeding",
  "bleeding for/heavily",
  "black/bloody stool/stools/poo",
  "bruises/bruising .. all_over/everywhere",
);
const lithium = fact("taking lithium", "lithium/priadel/camcolit");
const toxic = symptom(
  "shaking, unsteadiness or slurring",
  "shaking/shaky/tremor/trembling",
  "unsteady/stumbling/staggering",
  "slurring/slurred",
);
const missed = symptom("missed doses", "miss/missed/forget/forgot/forgetting/skipped");
const sideEffects = symptom("side effects", "side effect/effects");
const allergies = fact("allergies", "allergic/allergy/allergies");
const overCounter = fact("other remedies", "counter/herbal/vitamins/supplements/ibuprofen");
const bloodTests = fact("monitoring tests", "blood test/tests", "monitoring");

export const medicationReviewComplaint: Complaint = {
  id: "medication_review",
  title: "Medication review",
  topic: "your medicines",
  presents: [reviewWanted, tookTooMany],
  hintedBy: [medicineHint],
  opening: "Can you tell me how you are getting on with your medicines?",
  questions: [
    ask("Have you taken more than prescribed?", "Overdose, intended or not.", tookTooMany),
    ask(
      "Any bleeding or unusual bruising?",
      "Anticoagulants, antiplatelets, SSRIs.",
      bleedingSomewhere,
    ),
    ask(
      "Any shaking, sickness or unsteadiness?",
      "Lithium, digoxin, antiepileptics.",
      toxic,
      nausea,
    ),
    ask("Any dizziness or falls?", "Blood pressure, sedation.", dizzy, fellDown),
    ask("Have you noticed side effects?", "Adherence and safety.", sideEffects),
    ask("Do you ever miss doses?", "Adherence.", missed),
    ask("Do you take anything else, from the shop or herbal?", "Interactions.", overCounter),
    ask("Do you have any allergies?", "Safety.", allergies),
    ask("When were your last blood tests?", "Monitoring due.", bloodTests),
  ],
  flags: [
    {
      id: "medication_review.overdose",
      condition: "overdose",
      action: "Immediate emergency department assessment for overdose",
      reason: "check TOXBASE; assess intent even when it seems a mistake",
      when: [together(tookTooMany)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: poisoning or overdose", "NICE NG225: self-harm", "TOXBASE"],
    },
    {
      id: "medication_review.bleeding_on_anticoagulant",
      condition: "bleeding on an anticoagulant",
      action: "Same-day assessment for bleeding on an anticoagulant",
      reason: "bleeding while anticoagulated needs its site, amount and clotting assessed",
      when: [together(anticoagulated, bleedingSomewhere)],
      arrangedBy: ["ambulance", "hospital", "bloods"],
      guidance: ["NICE CKS: anticoagulation – oral"],
    },
    {
      id: "medication_review.lithium_toxicity",
      condition: "lithium toxicity",
      action: "Stop lithium and take an urgent lithium level",
      reason: "tremor, vomiting, diarrhoea or confusion on lithium",
      when: withAny(lithium, toxic, vomiting, hasDiarrhoea, confusion),
      arrangedBy: ["bloods", "hospital", "ambulance"],
      guidance: ["BNF: lithium (toxicity)", "NICE CG185: bipolar disorder"],
    },
  ],
};

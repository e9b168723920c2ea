import { ask, type Complaint, together, unless, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { coughHint } from "@/lib/rules/findings/openings.ts";
import {
  bloodInIt,
  bloodSeen,
  breathless,
  chestPain,
  coughing,
  feverish,
  hasDiarrhoea,
  vomiting,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

export const haemoptysis = symptom(
  "coughing up blood",
  "cough/coughed/coughing .. {blood}",
  "bring/brought/bringing/spit/spat/spitting up {blood}",
  "brought/bring/bringing .. up .. {blood}",
  "{blood}/red/streaks near phlegm/sputum/spit/mucus",
  "{blood} near cough",
  "{blood} .. tissue/hanky .. cough",
  "{blood} .. cough up",
);
const stained = symptom(
  "something red brought up",
  "red/pink/rusty/bloody in it",
  "bit/spot/spots/fleck/flecks/streak/streaks/speck/specks/tinge of red/pink/{blood}",
  "streaky/streaks/rusty",
  "red/pink/rusty/{blood} near tissue/hanky/handkerchief/sink/basin/pillow",
);
const coughed = symptom("coughing", "cough");
const duration = symptom(
  "how long the cough has lasted",
  "for .. weeks/days/months",
  "since",
  "start/started",
);
const phlegm = symptom("phlegm", "phlegm/sputum/mucus/green/yellow/dry/tickly/chesty");
const nightSweats = symptom("night sweats", "night sweats", "sweat/sweating .. night", "drenched");
const smoking = fact("smoking history", "smoke/smoker/smoking/smoked/cigarettes/vape");
const exposure = fact("asbestos or tuberculosis exposure", "asbestos", "tb/tuberculosis");

export const coughComplaint: Complaint = {
  id: "cough",
  title: "Cough",
  topic: "the cough",
  presents: [coughing, haemoptysis],
  hintedBy: [coughHint],
  opening: "Can you tell me about the cough?",
  questions: [
    ask("Have you coughed up any blood?", "Cancer, embolism, tuberculosis.", haemoptysis),
    ask("Are you short of breath?", "Pneumonia, asthma, heart failure.", breathless),
    ask("Any chest pain?", "Pneumonia, embolism.", chestPain),
    ask("Have you had a fever?", "Infection.", feverish),
    ask("How long have you had it?", "Three weeks or more needs a chest X-ray.", duration),
    ask("Do you bring anything up, and what colour is it?", "Infection, bronchiectasis.", phlegm),
    ask("Have you lost weight without trying?", "Cancer, tuberculosis.", weightLoss),
    ask("Any sweats at night?", "Tuberculosis, lymphoma.", nightSweats),
    ask("Do you smoke, or did you?", "Cancer and COPD risk.", smoking),
    ask("Have you worked with asbestos or been near tuberculosis?", "Exposure.", exposure),
  ],
  flags: [
    {
      id: "cough.haemoptysis",
      condition: "coughing up blood",
      action: "Same-day chest assessment for coughing up blood",
      reason: "needs an urgent chest X-ray and, when heavy or with breathlessness, admission",
      when: [
        together(haemoptysis),
        // "It": whatever comes up, unless something else comes that blood may be in.
        together(coughing, bloodInIt, unless(vomiting), unless(hasDiarrhoea)),
      ],
      whenClose: [...withAny(coughed, bloodSeen, stained)],
      arrangedBy: ["ambulance", "hospital", "imaging", "suspected_cancer_referral"],
      guidance: ["NICE NG12: suspected cancer (lung)", "NICE CKS: cough"],
    },
  ],
};

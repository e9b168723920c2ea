import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import {
  anticoagulated,
  dizzy,
  fainted,
  feelsFaint,
  tummyPain,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const rectalBlood = symptom(
  "rectal bleeding",
  "{blood} near back_passage/back_end/bum/bottom/anus/rectum",
  "{blood} near toilet_paper/loo_paper/loo_roll/bowl/pan",
  "{blood} near tissue .. wipe/wiped/wiping/loo/toilet",
  "wipe/wiped/wiping .. {blood} .. tissue",
  "wipe/wiped/wiping .. tissue .. {blood}",
  "{blood} near {stool}",
  "piles/haemorrhoids",
  "passing {blood}",
  "clots near back_passage/back_end/bottom",
  "except passing {blood} .. urine/wee/pee/water",
);
const large = symptom(
  "a large amount",
  "lots/pouring/gushing .. {blood}",
  "clots",
  "bowl .. red",
  "a lot of blood",
);
const habit = symptom(
  "a change in bowel habit",
  "constipated/constipation/diarrhoea/looser",
  "bowel habit",
);

export const rectalBleedingComplaint: Complaint = {
  id: "rectal_bleeding",
  title: "Rectal bleeding",
  topic: "the bleeding",
  presents: [rectalBlood],
  hintedBy: [],
  opening: "Can you tell me about the bleeding, and what you have seen?",
  questions: [
    ask("How much blood is there, and are there clots?", "Haemorrhage.", large),
    ask("Do you feel faint or dizzy?", "Blood loss.", feelsFaint, fainted, dizzy),
    ask("Do you take a blood thinner?", "Risk of heavy bleeding.", anticoagulated),
    ask("Has your bowel habit changed?", "Cancer, colitis.", habit),
    ask("Have you lost weight?", "Cancer.", weightLoss),
    ask("Any pain in your tummy?", "Colitis, diverticular disease.", tummyPain),
  ],
  flags: [
    {
      id: "rectal_bleeding.heavy",
      condition: "rectal bleeding",
      action: "Call 999 for heavy rectal bleeding",
      reason: "much blood with faintness, or on a blood thinner",
      when: [
        ...withAny(rectalBlood, feelsFaint, fainted),
        together(rectalBlood, large, dizzy),
        together(rectalBlood, large, anticoagulated),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["BSG: acute lower gastrointestinal bleeding"],
    },
  ],
};

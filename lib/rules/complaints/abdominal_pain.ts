import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { bellyHint } from "@/lib/rules/findings/openings.ts";
import {
  backPain,
  fainted,
  feverish,
  hasDiarrhoea,
  heartburn,
  latePeriod,
  pregnant,
  tummyPain,
  vaginalBleeding,
  vomiting,
  weightLoss,
} from "@/lib/rules/shared_findings.ts";

const knownAneurysm = fact("a known aneurysm", "aneurysm", "triple a", "aorta .. enlarged/wide");
const throughToBack = symptom("pain through to the back", "through to .. back", "{belly} and back");
const severe = symptom(
  "very severe pain",
  "{severe} .. pain",
  "pain .. {severe}",
  "{belly} .. agony",
);
const rigid = symptom(
  "a rigid abdomen, or pain on any movement",
  "{belly} near rigid/rock/board/solid",
  "cant/couldnt/dont .. bear/dare to move",
  "cant/couldnt move for/with .. pain",
  "lie .. still",
  "like .. board/rock",
  "cant/couldnt move",
  "cant/couldnt straighten/walk upright/up",
  "cant/couldnt .. straighten",
  "cant/couldnt stand .. straight/upright",
  "bump near car/road/agony",
);
const movedRight = symptom(
  "pain that moved to the lower right",
  "move/moved/shifted/gone .. right/lower_right",
  "right side .. low/down/groin",
  "down .. right side",
);
const fromMiddle = symptom(
  "pain that began at the navel",
  "belly button",
  "navel",
  "middle of {belly}",
);
const noWindOrBowels = symptom(
  "no wind or bowels open",
  "havent/hasnt/not/cant pass/passed/passing .. wind/gas/motion",
  "havent/hasnt/not .. opened bowels",
  "bowels .. havent/not/stopped",
  "nothing .. come/coming/came out .. bottom/end/passage",
  "not even wind/gas",
  "havent/hasnt/not/cant .. pass .. wind/gas",
  "no wind/gas/motion",
  "blocked up",
  "cant/couldnt/not .. poo .. days/week",
  "havent/hasnt/not been .. toilet/poo",
);
const bloated = symptom(
  "a distended abdomen",
  "bloated/distended",
  "{belly} near blown/bloated/distended/swollen/drum/huge",
);
const pregnancyTest = symptom("a pregnancy test", "pregnancy test");
const positive = symptom("a positive result", "positive/two_lines");
const onset = symptom(
  "when the pain began",
  "start/started/began/since/came_on",
  "for .. hours/days/weeks",
);
const site = symptom("where the pain is", "upper/lower/right/left/low/side/middle/where");
const stoolBlood = symptom(
  "bloody or black stool",
  "{blood} near {stool}/back_passage/toilet",
  "black/tarry {stool}",
);

export const abdominalPainComplaint: Complaint = {
  id: "abdominal_pain",
  title: "Abdominal pain",
  topic: "the tummy pain",
  presents: [tummyPain, heartburn],
  hintedBy: [bellyHint],
  opening: "Can you tell me about the pain in your tummy?",
  questions: [
    ask(
      "Could you be pregnant, or is your period late?",
      "Ectopic pregnancy.",
      pregnant,
      latePeriod,
    ),
    ask(
      "How bad is it, and can you move about with it?",
      "Peritonitis, rupture, torsion.",
      severe,
      rigid,
    ),
    ask("Have you fainted or felt you would?", "Bleeding inside.", fainted),
    ask(
      "Where is the pain, and has it moved?",
      "Appendicitis, gallbladder, kidney.",
      site,
      movedRight,
      fromMiddle,
    ),
    ask("Does it go through to your back?", "Aneurysm, pancreatitis.", throughToBack),
    ask("When did it start?", "Acute or long-standing.", onset),
    ask("Have you been sick, and was there any blood?", "Obstruction, bleeding.", vomiting),
    ask(
      "Are you passing wind and opening your bowels?",
      "Obstruction.",
      noWindOrBowels,
      hasDiarrhoea,
    ),
    ask("Have you had a fever?", "Infection.", feverish),
    ask("Any blood in your stool, or black stool?", "Gastrointestinal bleeding.", stoolBlood),
    ask("Any bleeding down below?", "Pregnancy and gynaecological causes.", vaginalBleeding),
    ask("Have you lost weight?", "Cancer.", weightLoss),
    ask("Has anyone told you of an aneurysm?", "Rupture.", knownAneurysm),
  ],
  flags: [
    {
      id: "abdominal_pain.aortic_aneurysm",
      condition: "aortic aneurysm",
      action: "Call 999 for suspected ruptured aortic aneurysm",
      reason: "abdominal or back pain with collapse or a known aneurysm",
      when: [
        ...withAny(knownAneurysm, tummyPain, backPain, bellyHint),
        together(tummyPain, throughToBack, fainted),
        together(tummyPain, backPain, fainted),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG156: abdominal aortic aneurysm"],
    },
    {
      id: "abdominal_pain.ectopic",
      condition: "ectopic pregnancy",
      action: "Immediate gynaecology assessment for suspected ectopic pregnancy",
      reason: "abdominal pain in a possible early pregnancy",
      when: [
        ...withAny(tummyPain, pregnant, latePeriod),
        ...withAny(bellyHint, pregnant, latePeriod),
      ],
      whenClose: [together(tummyPain, pregnancyTest, positive)],
      arrangedBy: ["ambulance", "hospital", "maternity"],
      guidance: ["NICE NG126: ectopic pregnancy and miscarriage"],
    },
    {
      id: "abdominal_pain.peritonitis",
      condition: "peritonitis",
      action: "Immediate surgical admission for suspected peritonitis",
      reason: "a rigid abdomen or pain on every movement",
      when: [together(tummyPain, rigid)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: appendicitis; diverticular disease (perforation)"],
    },
    {
      id: "abdominal_pain.appendicitis",
      condition: "appendicitis",
      action: "Same-day surgical assessment for suspected appendicitis",
      reason: "pain that has moved to the lower right",
      when: [
        together(tummyPain, movedRight, fromMiddle),
        together(tummyPain, movedRight, vomiting),
        together(tummyPain, movedRight, feverish),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: appendicitis"],
    },
    {
      id: "abdominal_pain.obstruction",
      condition: "bowel obstruction",
      action: "Immediate surgical admission for suspected bowel obstruction",
      reason: "vomiting with distension and no wind or stool",
      when: [together(vomiting, noWindOrBowels), together(bloated, noWindOrBowels)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: constipation (suspected obstruction)"],
    },
  ],
};

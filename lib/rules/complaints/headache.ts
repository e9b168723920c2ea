import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { headHint } from "@/lib/rules/findings/openings.ts";
import {
  confusion,
  feverish,
  headacheFelt,
  headInjured,
  pregnant,
  visualTrouble,
  vomiting,
  wentSuddenly,
} from "@/lib/rules/shared_findings.ts";

const worstEver = symptom(
  "the worst headache ever, or like a blow",
  "worst headache",
  "worst .. of/in my life",
  "like being hit/kicked/struck",
  "hit .. like .. hammer/bat/brick/train",
  "like .. hammer/explosion/bat/clap",
  "worst .. pain .. head",
  "worst .. head/pain .. ever",
  "head .. exploded",
  "never had .. headache/pain like",
  "hit/kicked .. back of head",
);
/** Of anything: it is the headache's only beside the headache. */
const worstKnown = symptom(
  "never anything like it",
  "worst .. ever had/known/felt/experienced",
  "worst ive had/known/felt",
  "never/not/havent had/felt/known/experienced anything/one/pain like",
  "like .. hit me/him/her with/over/round/on",
  "hit me all/suddenly/from/like/out",
  "floored me/him/her",
  "thought .. dying/die",
);
const stiffNeck = symptom(
  "a stiff neck",
  "neck near stiff/rigid",
  "scream/screams/cries/hurts .. neck",
  "neck .. hurts .. bend/move",
  "cant/couldnt .. chin .. chest",
  "cant/couldnt bend/move neck",
  "cant/couldnt put .. chin",
);
const lightHurts = symptom(
  "light hurting the eyes",
  "light/lights near hurt/bright/bother",
  "cant/couldnt stand/bear/face/look .. light",
  "photophobia",
  "have to lie in .. dark",
);
const jawOnChewing = symptom(
  "jaw pain on chewing",
  "jaw near {pain}/tired .. chew/eat",
  "{pain} .. chew/chewing",
  "jaw near chew/eating/eat",
);
const tenderScalp = symptom(
  "a tender scalp or temple",
  "scalp/temple/temples near {pain}/tender",
  "{pain} .. comb/brush .. hair",
  "side .. head .. {pain}",
  "{pain} .. side of .. head",
  "{pain} .. touch .. head/hair",
);
const worseLying = symptom(
  "worse lying, coughing or on waking",
  "worse .. lying/lie/cough/coughing/bend/bending/strain/straining/morning/mornings",
  "when .. bend/cough/strain/lie/sneeze",
  "worst/worse .. first thing",
  "when i wake",
  "wakes .. morning/night",
  "wake/woken/waking .. with headache/it",
);
const changedPerson = symptom(
  "a change in personality or memory",
  "personality/character/behaviour near change/changed/different",
  "not himself/herself",
  "memory .. going/bad/worse",
);
const boilerOrOthers = symptom(
  "others in the house ill too, or a boiler",
  "boiler",
  "gas fire/heater/stove",
  "weve all/both headache/headaches",
  "whole family .. headache/headaches",
);
const usual = symptom(
  "an earlier pattern of headaches",
  "migraine/migraines",
  "usual headache",
  "same as before",
);
const weaknessWithIt = symptom("weakness or numbness", "{weak}/{numb} near arm/leg/face/side");

export const headacheComplaint: Complaint = {
  id: "headache",
  title: "Headache",
  topic: "the headache",
  presents: [headacheFelt],
  hintedBy: [headHint],
  opening: "Can you tell me about the headache, from the beginning?",
  questions: [
    ask(
      "Did it come on suddenly, at its worst within a minute or so?",
      "Subarachnoid haemorrhage.",
      wentSuddenly,
      worstEver,
    ),
    ask("Is your neck stiff?", "Meningitis, subarachnoid haemorrhage.", stiffNeck),
    ask("Does the light hurt your eyes?", "Meningitis, migraine.", lightHurts),
    ask("Have you had a fever?", "Meningitis, other infection.", feverish),
    ask("Any weakness, numbness or trouble speaking?", "Stroke, tumour.", weaknessWithIt),
    ask(
      "Any change in your sight?",
      "Giant cell arteritis, raised pressure, glaucoma.",
      visualTrouble,
    ),
    ask("Have you been sick with it?", "Raised pressure, migraine.", vomiting),
    ask(
      "Is it worse lying down, coughing or first thing?",
      "Raised intracranial pressure.",
      worseLying,
    ),
    ask(
      "Is your scalp tender, or does your jaw hurt when you chew?",
      "Giant cell arteritis over 50.",
      tenderScalp,
      jawOnChewing,
    ),
    ask("Have you knocked your head?", "Delayed bleeding.", headInjured),
    ask(
      "Have you been confused or not yourself?",
      "Encephalitis, tumour.",
      confusion,
      changedPerson,
    ),
    ask("Does anybody else at home have headaches?", "Carbon monoxide.", boilerOrOthers),
    ask("Could you be pregnant?", "Pre-eclampsia.", pregnant),
    ask("Is it like headaches you have had before?", "A new pattern needs more care.", usual),
  ],
  flags: [
    {
      id: "headache.thunderclap",
      condition: "subarachnoid haemorrhage",
      action: "Call 999 for suspected subarachnoid haemorrhage",
      reason: "a sudden severe headache is a bleed until shown otherwise",
      when: [
        ...withAny(headacheFelt, wentSuddenly, worstEver),
        ...withAny(headHint, wentSuddenly, worstEver),
      ],
      whenClose: [...withAny(headacheFelt, worstKnown), ...withAny(headHint, worstKnown)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "NICE NG228: subarachnoid haemorrhage",
        "NICE CG150: headaches in over 12s",
      ],
    },
    {
      id: "headache.meningitis",
      condition: "meningitis",
      action: "Call 999 for suspected meningitis",
      reason: "headache or fever with neck stiffness",
      when: [
        ...withAny(stiffNeck, feverish, lightHurts, confusion, vomiting),
        together(feverish, lightHurts),
        together(headacheFelt, feverish, confusion),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG240: bacterial meningitis and meningococcal disease"],
    },
    {
      id: "headache.giant_cell_arteritis",
      condition: "giant cell arteritis",
      action: "Same-day bloods and steroids for suspected giant cell arteritis",
      reason: "sight can be lost within hours",
      when: [together(headacheFelt, jawOnChewing), together(headacheFelt, tenderScalp)],
      arrangedBy: ["bloods", "hospital", "specialist"],
      guidance: ["NICE CKS: giant cell arteritis", "BSR: giant cell arteritis"],
    },
    {
      id: "headache.raised_pressure",
      condition: "raised intracranial pressure",
      action: "Urgent brain imaging for suspected raised intracranial pressure",
      reason: "headache that is worse lying or straining, with vomiting or a change of person",
      when: [
        together(headacheFelt, worseLying, vomiting),
        together(headacheFelt, worseLying, changedPerson),
        together(headacheFelt, worseLying, visualTrouble),
        together(headacheFelt, changedPerson, vomiting),
      ],
      arrangedBy: ["imaging", "hospital", "specialist", "suspected_cancer_referral"],
      guidance: ["NICE CKS: headache assessment", "NICE NG12: suspected cancer (brain)"],
    },
    {
      id: "headache.carbon_monoxide",
      condition: "carbon monoxide poisoning",
      action: "Leave the house and treat as suspected carbon monoxide poisoning",
      reason: "headache shared at home, or with a fuel-burning heater",
      when: [together(headacheFelt, boilerOrOthers)],
      arrangedBy: ["ambulance", "hospital", "bloods"],
      guidance: ["NICE CKS: headache assessment (carbon monoxide)"],
    },
  ],
};

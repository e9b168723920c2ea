import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { skinHint } from "@/lib/rules/findings/openings.ts";
import { feverish, rashSeen } from "@/lib/rules/shared_findings.ts";

export const stiffNeckOrLight = symptom(
  "neck stiffness or dislike of light",
  "stiff neck",
  "neck .. stiff",
  "hates .. light",
);
const fadesUnderGlass = symptom(
  "the rash fading under a glass",
  "fade/disappear/vanish/blanch/go near glass/tumbler/press",
  "goes completely/away .. press",
);
const glassTest = symptom("the glass test", "glass/tumbler");
const goesAway = symptom("going away", "go/goes/went away", "fade/disappear/vanish/blanch");
const stays = symptom(
  "the rash staying under pressure",
  "stay/stays/remains/still .. press/pressed/glass/tumbler",
  "doesnt/wont/didnt change .. press/glass",
);
const purpleSpots = symptom(
  "purple spots",
  "purple/pinprick spots/rash/blotches/marks",
  "tiny/little bruises",
  "blood/purple/dark/red_purple spots/dots/marks/blotches",
  "bruise/bruises .. coming/come up/all/everywhere",
);
const blisters = symptom(
  "blistering or peeling skin",
  "skin near blister/blistering/peel/peeling/raw",
  "blister/blisters .. all_over/everywhere/body",
  "its blister/blistered/blistering",
  "skin .. coming/falling off",
  "skin .. shedding",
);
const mouthSores = symptom(
  "sores in the mouth or eyes",
  "mouth/lips/eyes near sores/ulcers/raw/blisters",
);
const newMedicine = fact(
  "a new medicine",
  "new tablet/tablets/medicine/medication/pills/antibiotic/antibiotics",
  "since i started/took",
  "lamotrigine/allopurinol/carbamazepine/trimethoprim",
);
const spreadingFast = symptom(
  "redness spreading by the hour",
  "spread/spreading .. hour/hours/fast/quickly/eyes/rapidly",
  "getting bigger .. hour/hours",
  "redness/red near spread .. since",
  "spread .. since .. morning/yesterday/last night",
);
const duskyOrExtreme = symptom(
  "purple or black skin, or pain out of proportion",
  "skin/patch/its near purple/black/dusky",
  "turned/gone/going purple/black",
  "pain .. unbearable/agony/excruciating",
);
const itchy = symptom("itching", "itch/itchy/itching");
const contacts = symptom("contact with someone ill", "anyone else", "contact", "nursery/school");

export const rashComplaint: Complaint = {
  id: "rash",
  title: "Rash",
  topic: "the rash",
  presents: [rashSeen],
  hintedBy: [skinHint],
  opening: "Can you tell me about the rash: where it began and how it has changed?",
  questions: [
    ask(
      "Does it fade when you press a glass on it?",
      "Meningococcal disease.",
      fadesUnderGlass,
      purpleSpots,
    ),
    ask("Have you had a fever or felt very unwell?", "Serious infection.", feverish),
    ask(
      "Is it blistering or peeling, or is your mouth sore?",
      "Severe drug reaction.",
      blisters,
      mouthSores,
    ),
    ask("Have you started any new medicine?", "Drug eruption.", newMedicine),
    ask(
      "Is it spreading fast or very painful?",
      "Cellulitis, necrotising infection.",
      spreadingFast,
      duskyOrExtreme,
    ),
    ask("Is the neck stiff, or the light unpleasant?", "Meningitis.", stiffNeckOrLight),
    ask("Does it itch?", "Eczema, scabies, urticaria.", itchy),
    ask("Has anyone around you had the same?", "Contagion.", contacts),
  ],
  flags: [
    {
      id: "rash.non_blanching",
      condition: "meningococcal disease",
      action: "Call 999 for suspected meningococcal disease",
      reason: "a rash that does not fade, or purple spots in an unwell person",
      when: [
        together(no(fadesUnderGlass)),
        together(rashSeen, no(goesAway)),
        together(rashSeen, stays),
        together(rashSeen, glassTest, no(goesAway)),
        ...withAny(purpleSpots, feverish, no(fadesUnderGlass)),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "NICE NG240: bacterial meningitis and meningococcal disease",
        "NICE NG143: fever in under 5s",
      ],
    },
    {
      id: "rash.severe_drug_reaction",
      condition: "severe drug reaction",
      action: "Stop the medicine and admit for suspected severe drug reaction",
      reason: "blistering skin with sore mouth after a medicine may be Stevens–Johnson syndrome",
      when: [together(blisters, mouthSores), together(blisters, newMedicine)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["BAD: Stevens–Johnson syndrome and toxic epidermal necrolysis"],
    },
    {
      id: "rash.necrotising_infection",
      condition: "necrotising infection",
      action: "Immediate surgical admission for suspected necrotising infection",
      reason: "fast spread with dusky skin or extreme pain",
      when: [together(spreadingFast, duskyOrExtreme)],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG141: cellulitis and erysipelas"],
    },
  ],
};

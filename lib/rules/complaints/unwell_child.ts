import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import {
  confusion,
  feverish,
  littleUrine,
  rashSeen,
  vomiting,
} from "@/lib/rules/shared_findings.ts";

const childHere = fact(
  "the patient is a child",
  "{child}",
  "{child} .. old",
  "my boy/girl",
  "little one",
  "except {child} would/will/says/said/thinks/thought/told/knows/made/brought/drove/lives/works/lost",
);
const floppy = symptom("a floppy child", "floppy/limp/lifeless");
const notFeeding = symptom(
  "not feeding",
  "wont/not/isnt/stopped feed/feeding/drink/drinking",
  "refusing/off .. feeds/bottle/milk",
);
const workingToBreathe = symptom(
  "working hard to breathe",
  "grunt/grunting",
  "ribs .. pull/draw/suck in",
  "{child} .. struggling .. breathe",
  "ribs/chest/tummy .. sucking in",
  "sucking in .. breathe/breathing",
  "nostrils flaring",
  "breathing .. fast",
);
const blueOrPauses = symptom(
  "blue, or pauses in breathing",
  "gone/going/went/turned blue",
  "stopped breathing",
  "lips .. blue",
);
const cryOdd = symptom(
  "a weak or high-pitched cry",
  "high pitched cry",
  "weak cry",
  "crying .. high",
);
const vaccines = fact("vaccinations", "jabs/vaccinated/vaccinations/immunised");
const contacts = symptom("contact with illness", "nursery/school/brother/sister");

export const unwellChildComplaint: Complaint = {
  id: "unwell_child",
  title: "Unwell child",
  topic: "your child's illness",
  presents: [floppy, notFeeding, workingToBreathe],
  hintedBy: [],
  opening: "Can you tell me how your child has been, and what worries you most?",
  questions: [
    ask("Is your child floppy, or hard to wake?", "Serious illness.", floppy, confusion),
    ask(
      "Is the breathing fast, noisy or hard work?",
      "Bronchiolitis, pneumonia, croup.",
      workingToBreathe,
    ),
    ask("Has your child gone blue or stopped breathing?", "Apnoea.", blueOrPauses),
    ask("Is your child drinking?", "Dehydration.", notFeeding),
    ask("When was the last wet nappy?", "Dehydration.", littleUrine),
    ask("Any fever?", "Infection.", feverish),
    ask("Any rash?", "Meningococcal disease.", rashSeen),
    ask("Is the cry different?", "Meningitis.", cryOdd),
    ask("Any vomiting?", "Dehydration, obstruction.", vomiting),
    ask("Are the vaccinations up to date?", "Risk.", vaccines),
    ask("Has anyone else been ill?", "Contagion.", contacts),
  ],
  flags: [
    {
      id: "unwell_child.serious_illness",
      condition: "seriously ill child",
      action: "Call 999 for a seriously ill child",
      reason: "a red sign of the traffic light system",
      when: [
        ...withAny(childHere, floppy, workingToBreathe, blueOrPauses, cryOdd),
        together(floppy, notFeeding),
        together(notFeeding, littleUrine),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG143: fever in under 5s", "NICE NG9: bronchiolitis in children"],
    },
  ],
};

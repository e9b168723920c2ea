import { ask, type Complaint, together } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import { feverish, vomiting, wentSuddenly } from "@/lib/rules/shared_findings.ts";

const testicle = symptom(
  "testicular pain",
  "{pain}/swollen near testicle/testicles/balls/ball/scrotum/nuts/testis",
  "testicle/testicles/balls/scrotum near {pain}/swollen/swelling",
);
const onset = symptom("when the testicular pain began", "hours/hour/since/woke/started");
const discharge = symptom("discharge or burning", "discharge", "burn/burning/sting .. wee/pee");
const lump = symptom("a lump", "lump");
const knock = symptom("an injury", "kicked/hit/knocked/injury");

export const testicularPainComplaint: Complaint = {
  id: "testicular_pain",
  title: "Testicular pain",
  topic: "the pain",
  presents: [testicle],
  hintedBy: [],
  opening: "Can you tell me about the pain, and when it began?",
  questions: [
    ask("When exactly did it begin?", "Torsion is lost after about six hours.", onset),
    ask("Did it come on suddenly?", "Torsion.", wentSuddenly),
    ask("Have you been sick?", "Torsion.", vomiting),
    ask("Have you had a fever?", "Infection.", feverish),
    ask("Any discharge, or burning when you pass water?", "Epididymitis.", discharge),
    ask("Did anything hit it?", "Injury.", knock),
    ask("Have you felt a lump?", "Tumour.", lump),
  ],
  flags: [
    {
      id: "testicular_pain.torsion",
      condition: "testicular torsion",
      action: "Immediate surgical admission for suspected testicular torsion",
      reason: "every acute testicular pain is torsion until shown otherwise",
      when: [together(testicle)],
      arrangedBy: ["hospital", "ambulance"],
      guidance: ["NICE CKS: scrotal pain and swelling"],
    },
  ],
};

import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { eyeHint } from "@/lib/rules/findings/openings.ts";
import { headacheFelt, nausea, vomiting } from "@/lib/rules/shared_findings.ts";

const eyeTrouble = symptom(
  "an eye problem",
  "eye/eyes near {pain}/red/itchy/sticky/gritty/watering/swollen",
  "conjunctivitis",
);
const lostSight = symptom(
  "loss of sight",
  "lost/lose/losing .. sight/vision",
  "sight/vision near gone/lost/black/dark/blank",
  "cant/couldnt see .. eye",
  "black/blank/dark/grey/blurred in/out .. eye",
  "everything .. black/dark/grey",
  "no vision/sight in",
  "blind in",
  "curtain/shadow .. down/across/over",
);
const floaters = symptom("flashes or floaters", "floater/floaters", "flashes of light");
const eyePain = symptom("severe eye pain", "eye/eyes near {severe}/{pain}");
const redEye = symptom("a red eye", "eye/eyes near red", "bloodshot");
const haloes = symptom("haloes round lights", "halo/haloes/halos/rings .. light/lights");
const lenses = fact("contact lenses", "contact lens/lenses");
const injury = symptom(
  "something in the eye",
  "something/metal/chemical/splashed/scratched .. eye",
);

export const eyeProblemComplaint: Complaint = {
  id: "eye_problem",
  title: "Eye problem",
  topic: "your eye",
  presents: [eyeTrouble, lostSight],
  hintedBy: [eyeHint],
  opening: "Can you tell me about your eye, and what you have noticed?",
  questions: [
    ask("Have you lost any sight?", "Artery occlusion, detachment, arteritis.", lostSight),
    ask("Is it painful, and how badly?", "Glaucoma, keratitis, uveitis.", eyePain),
    ask("Any haloes round lights, or sickness?", "Acute glaucoma.", haloes, vomiting, nausea),
    ask("Any flashes, floaters or a shadow?", "Retinal detachment.", floaters),
    ask("Do you wear contact lenses?", "Keratitis.", lenses),
    ask("Could something have got into it?", "Foreign body, chemical injury.", injury),
    ask("Any headache, or pain on chewing?", "Giant cell arteritis.", headacheFelt),
  ],
  flags: [
    {
      id: "eye_problem.sudden_visual_loss",
      condition: "sudden loss of vision",
      action: "Immediate eye casualty referral for sudden loss of vision",
      reason: "arterial occlusion, detachment or arteritis; hours matter",
      when: [together(lostSight)],
      arrangedBy: ["eye_clinic", "hospital", "ambulance"],
      guidance: ["NICE CKS: retinal detachment", "NICE CKS: giant cell arteritis"],
    },
    {
      id: "eye_problem.acute_glaucoma",
      condition: "acute glaucoma",
      action: "Immediate eye casualty referral for suspected acute glaucoma",
      reason: "a painful red eye with haloes or vomiting",
      when: [...withAny(haloes, eyePain, redEye), together(eyePain, redEye, vomiting)],
      arrangedBy: ["eye_clinic", "hospital", "ambulance"],
      guidance: ["NICE CKS: red eye", "NICE NG81: glaucoma"],
    },
  ],
};

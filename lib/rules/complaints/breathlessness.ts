import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { breathHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  calfPain,
  chestPain,
  coughing,
  feverish,
  oneLegSwollen,
  pastClot,
  recentSurgeryOrTravel,
  wentSuddenly,
} from "@/lib/rules/shared_findings.ts";
import { haemoptysis } from "@/lib/rules/complaints/cough.ts";

const cannotSpeak = symptom(
  "too breathless to speak, or at rest",
  "cant/couldnt/hardly/barely .. finish/speak/talk .. sentence",
  "breathless .. cant/couldnt speak/talk",
  "cant/couldnt breathe",
  "fight/fighting/gasp/gasping .. breath/air",
  "breathless/puffed/out_of_breath/short_of_breath/out_of_puff near sitting/still/rest/lying/sat",
  "sitting still .. gasping/breathless",
  "pant/panting .. lying/sitting/still/rest",
  "breathe/breath near sitting/rest/still",
  "cant/couldnt say .. word/words/sentence",
  "cant/couldnt get/cross .. room .. stopping/stop/breath",
  "only .. say/speak .. words/word",
  "{number}/few words at .. time",
);
const cannotTalk = symptom(
  "hardly able to talk or cross a room",
  "cant/couldnt/hardly/barely walk .. room/toilet/bathroom",
  "barely/hardly/cant/couldnt/struggling talk/speak",
  // "I couldn't say" only means not to know.
  "cant/couldnt/barely/hardly say .. word/words",
  "struggling/struggle say",
  "cant/hardly/barely .. get .. words/word out",
);
const suffocating = symptom(
  "a feeling of suffocating",
  "suffocate/suffocating/smothering",
  "cant/couldnt/cannot get .. enough air",
);
const blue = symptom(
  "blue lips or skin",
  "lips/face/fingers near blue/grey/purple",
  "gone/going/turned blue/grey",
);
const asthma = fact(
  "asthma",
  "asthma/asthmatic",
  "inhaler/inhalers/reliever/nebuliser/puffer/ventolin/salbutamol",
);
const inhalerFails = symptom(
  "the inhaler not helping",
  "inhaler near not/isnt/doesnt/wont/no helping/help/working/touching/effect/relief",
  "not/isnt/doesnt touching/helping it",
  "inhaler .. every/all hour/hours/time",
  "{number}/twenty/loads/lots puffs",
  "asthma .. not/isnt better/improving/settling/shifting",
  "inhaler .. all day/night",
  "still .. wheezy/wheezing/breathless/tight/struggling",
  "pump/puffer/reliever/ventolin/salbutamol near not/isnt/doesnt/nothing/no help/working/touching/doing",
);
const inhalerHelps = symptom(
  "the inhaler helping",
  "inhaler/puffer/reliever/pump .. help/work/relief",
);
const pleuritic = symptom(
  "pain on breathing in",
  "{pain} near breathe/breathing in",
  "hurts to breathe",
  "stabbing/sharp .. breathe/breathing",
);
const orthopnoea = symptom(
  "breathless lying flat",
  "lie/lying flat",
  "extra/{number} pillows",
  "wake gasping/breathless",
);
const ankles = symptom("swollen ankles", "ankle/ankles/legs near {swell}");

export const breathlessnessComplaint: Complaint = {
  id: "breathlessness",
  title: "Breathlessness",
  topic: "your breathing",
  presents: [breathless],
  hintedBy: [breathHint],
  opening: "Can you tell me about your breathing, and how it has changed?",
  questions: [
    ask(
      "Are you breathless now, sitting still or talking?",
      "Breathlessness at rest is an emergency.",
      cannotSpeak,
      cannotTalk,
      suffocating,
    ),
    ask("Have your lips or fingers looked blue?", "Low oxygen.", blue),
    ask("Did it come on suddenly?", "Embolism, pneumothorax.", wentSuddenly),
    ask(
      "Any chest pain, or pain when you breathe in?",
      "Heart, clot or pleura.",
      chestPain,
      pleuritic,
    ),
    ask(
      "Is either leg swollen or painful?",
      "Deep vein thrombosis as a source.",
      oneLegSwollen,
      calfPain,
    ),
    ask(
      "Have you had an operation, a long journey or been in bed lately?",
      "Risk of a clot.",
      recentSurgeryOrTravel,
      pastClot,
    ),
    ask("Have you coughed up blood?", "Embolism, infection, cancer.", haemoptysis),
    ask(
      "Do you have asthma, and does your inhaler help?",
      "Severity of an attack.",
      asthma,
      inhalerFails,
    ),
    ask("Have you a cough or a fever?", "Infection.", coughing, feverish),
    ask("Can you lie flat at night?", "Heart failure.", orthopnoea),
    ask("Have your ankles swollen?", "Heart failure.", ankles),
  ],
  flags: [
    {
      id: "breathlessness.severe",
      condition: "severe breathlessness",
      action: "Call 999 for severe breathlessness",
      reason: "breathless at rest, blue or unable to speak in sentences",
      when: [
        together(cannotSpeak),
        together(breathless, blue),
        together(breathless, cannotTalk),
        together(suffocating),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: breathlessness (when to admit)"],
    },
    {
      id: "breathlessness.pulmonary_embolism",
      condition: "pulmonary embolism",
      action: "Immediate hospital assessment for suspected pulmonary embolism",
      reason: "breathlessness or pleuritic pain with a risk or sign of a clot",
      when: [
        ...withAny(breathless, oneLegSwollen, calfPain, recentSurgeryOrTravel, pastClot),
        ...withAny(pleuritic, oneLegSwollen, calfPain, recentSurgeryOrTravel, pastClot),
        together(breathless, pleuritic, wentSuddenly),
        together(breathless, pleuritic, haemoptysis),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE NG158: venous thromboembolic diseases"],
    },
    {
      id: "breathlessness.severe_asthma",
      condition: "severe asthma",
      action: "Emergency treatment and transfer for severe asthma",
      reason: "an attack that the reliever does not settle",
      when: [together(asthma, inhalerFails), together(asthma, no(inhalerHelps))],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["BTS/SIGN 158: management of asthma", "BTS/NICE/SIGN NG245: asthma"],
    },
  ],
};

import { ask, type Complaint, no, together, withAny } from "@/lib/rules/complaint.ts";
import { symptom } from "@/lib/rules/finding.ts";
import {
  headacheFelt,
  pregnant,
  tummyPain,
  vaginalBleeding,
  visualTrouble,
  vomiting,
} from "@/lib/rules/shared_findings.ts";

const lateWeeks = symptom(
  "late pregnancy",
  "twenty/thirty/forty .. weeks",
  "third trimester",
);
const babyMoves = symptom(
  "the baby moving",
  "baby .. moved/moving/kicking/kicks/move/kick",
  "movements/kicks .. baby",
  "felt .. kick/move/moving",
);
const movesLess = symptom(
  "the baby moving less",
  "baby .. moving/moved/kicking less",
  "less/fewer/reduced/stopped movements/kicks/moving/kicking",
  "movements/kicks near slow/less/fewer/reduced/stopped",
  "baby .. stopped/quiet/still",
);
const swelling = symptom("sudden swelling of face or hands", "face/hands/fingers near {swell}");
const ribPain = symptom("pain under the ribs", "{pain} .. under .. ribs");
const waters = symptom(
  "waters breaking or contractions",
  "waters broke/broken/gone",
  "contractions",
);

export const pregnancyComplaint: Complaint = {
  id: "pregnancy",
  title: "Problem in pregnancy",
  topic: "the pregnancy",
  presents: [pregnant, movesLess],
  hintedBy: [],
  opening: "Can you tell me how the pregnancy has been going?",
  questions: [
    ask("Any bleeding?", "Miscarriage, ectopic pregnancy, placental bleeding.", vaginalBleeding),
    ask("Any pain in your tummy?", "Ectopic pregnancy, abruption.", tummyPain, ribPain),
    ask("Any bad headache or change in your sight?", "Pre-eclampsia.", headacheFelt, visualTrouble),
    ask("Any sudden swelling of face or hands?", "Pre-eclampsia.", swelling),
    ask("Is the baby moving as usual?", "Fetal wellbeing.", babyMoves, movesLess),
    ask("Have your waters gone, or any tightenings?", "Labour.", waters),
    ask("How many weeks are you?", "Stage.", lateWeeks),
    ask("Are you keeping food down?", "Hyperemesis.", vomiting),
  ],
  flags: [
    {
      id: "pregnancy.pre_eclampsia",
      condition: "pre-eclampsia",
      action: "Same-day maternity assessment for suspected pre-eclampsia",
      reason: "headache, visual disturbance, swelling or rib pain in pregnancy",
      when: [
        ...withAny(pregnant, visualTrouble, ribPain),
        together(pregnant, headacheFelt, lateWeeks),
        together(pregnant, headacheFelt, swelling),
      ],
      arrangedBy: ["maternity", "hospital", "ambulance"],
      guidance: ["NICE NG133: hypertension in pregnancy"],
    },
    {
      id: "pregnancy.reduced_movements",
      condition: "reduced fetal movements",
      action: "Same-day maternity assessment for reduced fetal movements",
      reason: "the baby moves less than usual",
      when: [together(movesLess), ...withAny(no(babyMoves), pregnant, lateWeeks)],
      arrangedBy: ["maternity", "hospital"],
      guidance: ["RCOG Green-top 57: reduced fetal movements"],
    },
  ],
};

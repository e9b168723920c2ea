import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { periodHint } from "@/lib/rules/findings/openings.ts";
import {
  dizzy,
  fainted,
  feelsFaint,
  latePeriod,
  pregnant,
  tummyPain,
  vaginalBleeding,
} from "@/lib/rules/shared_findings.ts";

const veryHeavy = symptom(
  "very heavy bleeding",
  "flooding",
  "soak .. pad/pads/towel/towels/tampon .. hour",
  "soak through",
  "change/changing .. pad/pads/towel/tampon .. every/minutes/hour",
  "bleeding .. heavily",
  "pad/pads .. every/half .. hour",
  "pouring/gushing .. blood",
  "clots .. size/big/fist",
);
const someBleeding = symptom(
  "bleeding, unspecified",
  "started/start bleeding",
  "bleed/bleeding",
  "bit of bleeding",
  "some/brown/fresh/pink/bit_of/spot_of blood",
  "except blood test/pressure/sugar/group/count",
);
const menopause = fact(
  "after the menopause",
  "menopause/menopausal/postmenopausal",
  "went/gone through .. change",
  "the change",
  "periods stopped .. years",
  "havent/not had .. period .. years",
  "no period/periods for .. years",
  "havent/not had .. period since",
  "finished .. periods",
);
const afterSex = symptom("bleeding after sex", "after sex/intercourse");
const contraception = fact("contraception or hormones", "pill/coil/implant/hrt/injection/depo");
const smear = fact("cervical screening", "smear/screening");

export const pvBleedingComplaint: Complaint = {
  id: "pv_bleeding",
  title: "Vaginal bleeding",
  topic: "the bleeding",
  presents: [vaginalBleeding],
  hintedBy: [periodHint],
  opening: "Can you tell me about the bleeding, and how it differs from usual?",
  questions: [
    ask(
      "Is there any chance you are pregnant?",
      "Ectopic pregnancy, miscarriage.",
      pregnant,
      latePeriod,
    ),
    ask("How heavy is it; how often do you change a pad?", "Haemorrhage.", veryHeavy),
    ask("Do you feel faint?", "Blood loss.", feelsFaint, fainted, dizzy),
    ask("Any pain in your tummy?", "Ectopic pregnancy, infection.", tummyPain),
    ask("Have your periods stopped for good?", "Postmenopausal bleeding.", menopause),
    ask("Any bleeding after sex?", "Cervical disease.", afterSex),
    ask("Do you use contraception or hormones?", "Breakthrough bleeding.", contraception),
    ask("When was your last smear?", "Cervical cancer.", smear),
  ],
  flags: [
    {
      id: "pv_bleeding.heavy",
      condition: "heavy vaginal bleeding",
      action: "Call 999 for heavy vaginal bleeding with faintness",
      reason: "blood loss with faintness",
      when: withAny(veryHeavy, feelsFaint, fainted, dizzy),
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: menorrhagia", "NICE NG88: heavy menstrual bleeding"],
    },
    {
      id: "pv_bleeding.in_pregnancy",
      condition: "bleeding in pregnancy",
      action: "Same-day early pregnancy or maternity assessment for bleeding in pregnancy",
      reason: "ectopic pregnancy, miscarriage or placental bleeding",
      when: [...withAny(vaginalBleeding, pregnant, latePeriod), together(pregnant, someBleeding)],
      arrangedBy: ["maternity", "hospital", "ambulance"],
      guidance: ["NICE NG126: ectopic pregnancy and miscarriage", "RCOG: antepartum haemorrhage"],
    },
    {
      id: "pv_bleeding.after_menopause",
      condition: "bleeding after the menopause",
      action: "Suspected cancer referral for bleeding after the menopause",
      reason: "endometrial cancer must be excluded",
      when: withAny(menopause, vaginalBleeding, someBleeding),
      arrangedBy: ["suspected_cancer_referral", "specialist"],
      guidance: ["NICE NG12: suspected cancer (gynaecological)"],
    },
  ],
};

import { caseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { about } from "@/lib/rehearsal/patients/everyday_words.ts";
import { asked, freely, hidden, kindly, redFlag } from "@/lib/rehearsal/patients/facts.ts";

export const pvBleedingEctopic = caseCard({
  id: "pv_bleeding_ectopic",
  title: "Bleeding and a one-sided pain, in a woman of 28",
  complaint: "pv_bleeding",
  age: 28,
  sex: "female",
  manner: "anxious",
  opening: [
    "I've been bleeding and I shouldn't be.",
    "It started yesterday, not like a period, it's brown and sort of spotty.",
    "And I've got this pain low down on the right.",
    "I did wonder if I'd lost count of my dates.",
    "I'm sorry, I'm a bit all over the place.",
  ],
  handBack: "That's it, I think. Is it serious?",
  facts: [
    freely(
      "bleeding",
      ["bleed", "blood", "heavy", "colour", "clots", "pads"],
      "Brown spotting, on and off.",
    ),
    freely("onset", [...about.onset, ...about.sudden], "Yesterday afternoon."),
    redFlag(
      asked(
        "pain",
        [...about.site, ...about.character, ...about.severity, "pain", "tummy", "abdominal"],
        "Low on the right, sharp.",
        "It's low on the right, sharp, seven out of ten and getting worse.",
      ),
      "Same-day emergency early pregnancy assessment: possible ectopic pregnancy",
      "NICE NG126, ectopic pregnancy and miscarriage",
    ),
    redFlag(
      asked(
        "late_period",
        about.pregnancy,
        "I'm three weeks late.",
        "My period's nearly three weeks late, and I'm never late.",
      ),
      "Same-day pregnancy test and early pregnancy assessment",
      "NICE NG126, ectopic pregnancy and miscarriage",
    ),
    redFlag(
      kindly(
        "test",
        ["test", "positive", "pregnancy test"],
        "I did a test, it was positive.",
        "I did a test this morning and it was positive.",
      ),
      "Same-day emergency early pregnancy assessment: possible ectopic pregnancy",
      "NICE NG126, ectopic pregnancy and miscarriage",
    ),
    redFlag(
      asked(
        "shoulder",
        ["shoulder", "tip", ...about.radiation],
        "My shoulder's been hurting.",
        "My shoulder's been hurting since last night, I thought I'd slept on it.",
      ),
      "Call 999: shoulder-tip pain with possible ectopic pregnancy",
      "NICE NG126, ectopic pregnancy and miscarriage",
    ),
    redFlag(
      asked(
        "faint",
        ["faint", "dizzy", "light headed", "collapse", "pass out"],
        "I nearly fainted this morning.",
        "I nearly fainted in the shower this morning.",
      ),
      "Call 999: collapse with possible ectopic pregnancy",
      "NICE NG126, ectopic pregnancy and miscarriage",
    ),
    asked("bowels", about.bowels, "A bit loose."),
    asked("urine", about.urine, "It doesn't sting."),
    asked("fever", about.fever, "No temperature."),
    asked("nausea", about.nausea, "I've felt sick in the mornings."),
    asked("discharge", ["discharge", "smell", "itch"], "No discharge before this."),
    asked(
      "contraception",
      ["contraception", "coil", "condom", "protection"],
      "I've had a coil for two years.",
    ),
    asked("sex", ["sex", "intercourse", "partner"], "I've one partner."),
    asked(
      "infection",
      ["chlamydia", "infection", "pelvic", "sexual health"],
      "I had chlamydia at twenty.",
    ),
    asked(
      "previous",
      [...about.previous, "miscarriage", "pregnancies", "children"],
      "I've never been pregnant before.",
    ),
    asked("smear", ["smear", "cervical", "screening"], "My smear was fine last year."),
    asked("past", about.past, "My appendix came out at twelve."),
    asked("medicines", [...about.medicines, ...about.bloodThinners], "Nothing at all."),
    asked("allergies", about.allergies, "Not that I know of."),
    asked("smoking", about.smoking, "I vape a bit."),
    asked("tried", [...about.tried, ...about.better], "Paracetamol hasn't helped."),
    asked("job", [...about.job, ...about.home], "I work in a nursery."),
    hidden(
      "worry",
      [...about.worry, ...about.hopes],
      "He doesn't know.",
      "He doesn't know, and I don't know if I want it. I feel awful saying that.",
    ),
  ],
  anythingElse: { brings: "late_concern", leadIn: "There is, actually. Sorry.", fact: "worry" },
  wants: "To know what is happening.",
  fears: "Being pregnant, and not being pregnant.",
});

import { caseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { about } from "@/lib/rehearsal/patients/everyday_words.ts";
import { asked, freely, hidden, kindly } from "@/lib/rehearsal/patients/facts.ts";

export const medicationReviewStatin = caseCard({
  id: "medication_review_statin",
  title: "Yearly review of his tablets, in a man of 70",
  complaint: "medication_review",
  age: 70,
  sex: "male",
  manner: "slow",
  opening: [
    "You sent me a letter about my tablets.",
    "I've brought the bag, they're all in here.",
    "I take what it says on the packets, more or less.",
    "I had meant to ask about the one at night.",
  ],
  handBack: "So you just tell me what you want to know.",
  facts: [
    freely(
      "list",
      [...about.medicines, "which tablet", "list", "taking"],
      "There's four of them.",
      "There's a statin, ramipril, amlodipine and metformin.",
    ),
    freely(
      "legs",
      ["leg", "muscle", "ache", "side effect", "aching", "problem with"],
      "My legs ache of a night.",
      "My legs ache of a night, I wondered about the statin.",
    ),
    asked(
      "adherence",
      ["miss", "forget", "skip", "dose", "remember"],
      "I forget the night one.",
      "I forget the night one, twice a week perhaps.",
    ),
    asked(
      "stopped",
      ["stop", "stopped", "given up"],
      "I left the statin off for a week.",
      "I left the statin off for a week, and they ached just the same.",
    ),
    asked(
      "dizzy",
      ["dizzy", "light headed", "stand up", "faint", "fall", "falls"],
      "No, I'm steady on my feet.",
    ),
    asked("cough", ["cough"], "No cough."),
    asked("ankles", ["ankle", "swell", "swollen"], "My ankles puff up in summer."),
    asked(
      "stomach",
      [...about.nausea, ...about.bowels, "stomach", "indigestion"],
      "The metformin's a bit loosening.",
    ),
    asked("bleeding", ["bleed", "bruise", "black stool"], "No bleeding."),
    asked("hypo", ["hypo", "low sugar", "shaky", "sugar"], "I've not had a low one."),
    asked(
      "blood_pressure",
      ["blood pressure", "reading", "monitor"],
      "A hundred and thirty-four, this morning.",
    ),
    asked(
      "bought",
      [...about.tried, "herbal", "chemist", "supplement", "grapefruit"],
      "Only fish oil.",
      "Only fish oil, and my wife gives me half a grapefruit.",
    ),
    asked("urine_colour", ["dark urine", "colour", ...about.urine], "That's the usual colour."),
    asked("chest", ["chest", "angina", ...about.breath], "No chest pain, no."),
    asked("eyes", ["eye", "vision", "sight", "feet"], "I had my eyes and feet done in March."),
    asked("past", about.past, "Sugar and blood pressure."),
    asked("allergies", about.allergies, "Penicillin, they told me."),
    asked("alcohol", about.alcohol, "Two small whiskies a week."),
    asked("smoking", about.smoking, "Not since the army."),
    asked(
      "diet",
      [...about.appetite, ...about.weight, "diet"],
      "I've lost half a stone, on purpose.",
    ),
    asked("exercise", about.exertion, "I walk to the paper shop."),
    asked("home", [...about.home, "dosette", "help with tablets"], "My wife puts them out."),
    kindly(
      "memory",
      ["memory", "muddled", ...about.affecting],
      "I lose track of days.",
      "I lose track of the days a bit, so I'm not always sure if I've had them.",
    ),
    hidden(
      "worry",
      [...about.worry, ...about.ideas],
      "My memory, to be frank.",
      "It's my memory I'm worried about, my mother went that way.",
    ),
  ],
  anythingElse: {
    brings: "late_concern",
    leadIn: "Well, there is one more thing, doctor.",
    fact: "worry",
  },
  wants: "Fewer tablets.",
  fears: "Dementia.",
});

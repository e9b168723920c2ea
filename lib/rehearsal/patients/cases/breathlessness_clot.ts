import { caseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { about } from "@/lib/rehearsal/patients/everyday_words.ts";
import { asked, freely, hidden, kindly, redFlag } from "@/lib/rehearsal/patients/facts.ts";

export const breathlessnessClot = caseCard({
  id: "breathlessness_clot",
  title: "Short of breath since yesterday, after a long flight, in a woman of 41",
  complaint: "breathlessness",
  age: 41,
  sex: "female",
  manner: "anxious",
  opening: [
    "I can't get my breath properly and I don't know why.",
    "I noticed it yesterday on the stairs at work.",
    "I had to stop half way, and I normally run up them.",
    "I thought it was just the heat, but this morning I was puffed getting dressed.",
    "I've been a bit shaky with it as well.",
  ],
  handBack: "That's it really, what do you think's going on?",
  facts: [
    freely(
      "onset",
      [...about.onset, ...about.sudden],
      "It came on yesterday morning.",
      "It came on all of a sudden yesterday morning.",
    ),
    freely("exertion", [...about.exertion, ...about.severity], "Any walking at all brings it on."),
    redFlag(
      asked(
        "pleuritic",
        ["chest pain", "pain", "hurt", "deep breath", "chest", "pleuritic"],
        "It's sharp when I breathe in.",
        "There's a sharp pain on the right side when I breathe in.",
      ),
      "Same-day emergency assessment or 999: possible pulmonary embolism",
      "NICE NG158, venous thromboembolic diseases",
    ),
    redFlag(
      asked(
        "blood",
        ["blood", "cough blood", "cough", "phlegm", "spit"],
        "I coughed up a streak of blood.",
        "I coughed this morning and there was a streak of blood in the tissue.",
      ),
      "Call 999: possible pulmonary embolism",
      "NICE NG158, venous thromboembolic diseases",
    ),
    asked(
      "calf",
      ["leg", "calf", "swell", "swollen"],
      "My left calf's been sore.",
      "My left calf's been sore for three or four days, I thought I'd pulled it.",
    ),
    asked(
      "flight",
      about.travel,
      "I flew back from Singapore last week.",
      "I got back from Singapore nine days ago, thirteen hours in the middle seat.",
    ),
    asked(
      "pill",
      [...about.medicines, "contraception", "contraceptive", "hormone"],
      "Just the combined pill.",
      "I'm on the combined pill, that's the only thing.",
    ),
    asked(
      "palpitations",
      ["heart race", "palpitation", "heartbeat", "pulse", "flutter"],
      "My heart's been racing.",
    ),
    asked("wheeze", ["wheeze", "whistle", "asthma"], "No wheezing.", "No, I've never had asthma."),
    asked("fever", about.fever, "No, I haven't been hot."),
    asked(
      "lying",
      ["lie flat", "pillows", "lying", ...about.sleep],
      "Lying flat makes no difference.",
    ),
    asked(
      "faint",
      ["faint", "dizzy", "blackout", "light headed", "collapse"],
      "I went light-headed on the stairs.",
      "I went light-headed on the stairs, but I didn't go down.",
    ),
    asked("better", about.better, "It eases if I sit still."),
    asked("previous", about.previous, "No, never had this before."),
    asked("past", about.past, "I'm never at the doctor's."),
    asked(
      "clot_history",
      ["clot before", "thrombosis", "embolism", "dvt"],
      "No, I've never had a clot.",
    ),
    asked(
      "family",
      about.family,
      "My mother had a clot in her leg.",
      "My mother had a clot in her leg after her hip was done.",
    ),
    asked("smoking", about.smoking, "I gave up at thirty."),
    asked("alcohol", about.alcohol, "A glass of wine on Fridays."),
    asked("allergies", about.allergies, "No allergies."),
    asked("pregnancy", ["pregnant", "pregnancy", "last period"], "I can't be pregnant, no."),
    asked("job", about.job, "I'm an accountant, always at a desk."),
    kindly(
      "affecting",
      about.affecting,
      "I couldn't do the school run.",
      "I couldn't walk the children to school today, my husband had to.",
    ),
    hidden(
      "worry",
      [...about.worry, ...about.ideas],
      "I'm scared it's my heart.",
      "I'm scared it's my heart and nobody will believe me at my age.",
    ),
  ],
  anythingElse: { brings: "nothing", says: "No, that's all." },
  wants: "To know why she cannot breathe.",
  fears: "Heart disease, and not being believed.",
});

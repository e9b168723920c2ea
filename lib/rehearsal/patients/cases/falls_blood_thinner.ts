import { caseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { about } from "@/lib/rehearsal/patients/everyday_words.ts";
import { asked, freely, hidden, kindly, redFlag } from "@/lib/rehearsal/patients/facts.ts";

export const fallsBloodThinner = caseCard({
  id: "falls_blood_thinner",
  title: "A fall and a bumped head on blood thinners, in a woman of 84",
  complaint: "falls",
  age: 84,
  sex: "female",
  manner: "slow",
  opening: [
    "I had a bit of a tumble.",
    "It was yesterday, in the kitchen, I was reaching for the teapot.",
    "I went down on my side and I caught my head on the cupboard.",
    "I got myself up again, it took me a while.",
    "My niece made a fuss when she rang this morning, and so I'm here.",
  ],
  handBack: "That's all, dear. I'm sure it's nothing.",
  facts: [
    freely(
      "teapot",
      [...about.injury, "how happen", "doing when", "trip"],
      "I just lost my balance.",
    ),
    redFlag(
      asked(
        "head",
        ["head", "bump", "hit"],
        "I banged my head, here.",
        "I banged it here, at the side, there's a lump like an egg.",
      ),
      "Same-day emergency department, CT head: head injury on an anticoagulant",
      "NICE NG232, head injury",
    ),
    redFlag(
      asked(
        "apixaban",
        [...about.bloodThinners, ...about.medicines],
        "I take apixaban.",
        "I take apixaban for my heart, twice a day, to thin the blood.",
      ),
      "Same-day emergency department, CT head: head injury on an anticoagulant",
      "NICE NG232, head injury",
    ),
    redFlag(
      asked(
        "headache",
        ["headache", "head ache", "sore head"],
        "My head's aching more.",
        "My head's been aching since, and it's worse this morning.",
      ),
      "Same-day emergency department: worsening headache after a head injury",
      "NICE NG232, head injury",
    ),
    asked(
      "drowsy",
      ["drowsy", "sleepy", "confused", "muddled", "memory"],
      "I slept in till ten.",
      "I slept in till ten, and I never do that.",
    ),
    asked("vomit", about.nausea, "I was sick after my breakfast."),
    asked(
      "faint",
      ["faint", "blackout", "dizzy", "pass out", "collapse", "light headed", "knocked out"],
      "I didn't black out.",
      "I didn't black out, I remember every bit of it.",
    ),
    asked("vision", ["vision", "sight", "eyes", "glasses", "see"], "My eyes are as they were."),
    asked("weakness", ["weak", "numb", "speech", "face", "arm"], "No, I can use my hands."),
    asked(
      "hip",
      ["hip", "leg", "walk", "wrist", "hurt anywhere", "pain"],
      "My hip's bruised, I can walk.",
    ),
    asked("neck", ["neck"], "My neck's all right."),
    asked("previous", [...about.previous, "other falls", "fallen"], "Twice last winter."),
    asked(
      "palpitations",
      ["palpitation", "heart", "flutter", "chest"],
      "My heart's always been irregular.",
    ),
    asked(
      "blood_pressure",
      ["stand up", "blood pressure", "getting up"],
      "I go swimmy if I get up quickly.",
    ),
    asked("past", about.past, "Atrial fibrillation, and my hips."),
    asked("stick", ["stick", "frame", "aid", "walking aid"], "I've a stick, I don't use it."),
    asked("rugs", ["rug", "carpet", "slippers", "shoes", "light"], "I was in my slippers."),
    asked("lying", ["how long lie", "floor", "get up"], "Half an hour on the floor."),
    asked("home", about.home, "On my own, since Harold died."),
    asked("alcohol", about.alcohol, "A sherry at Christmas."),
    asked("appetite", about.appetite, "I eat like a bird."),
    asked("urine", about.urine, "I'm up twice in the night."),
    kindly(
      "affecting",
      about.affecting,
      "I'm frightened of the stairs.",
      "I'm frightened of the stairs now, I go up on my hands and knees.",
    ),
    hidden(
      "worry",
      [...about.worry, ...about.hopes],
      "They'll put me in a home.",
      "They'll say I can't manage, and they'll put me in a home.",
    ),
  ],
  anythingElse: {
    brings: "late_concern",
    leadIn: "Well, dear, there is one thing.",
    fact: "worry",
  },
  wants: "To stay in her own house.",
  fears: "A home.",
});

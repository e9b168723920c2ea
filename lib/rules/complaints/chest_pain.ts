import { ask, type Complaint, together, withAny } from "@/lib/rules/complaint.ts";
import { fact, symptom } from "@/lib/rules/finding.ts";
import { chestHint } from "@/lib/rules/findings/openings.ts";
import {
  breathless,
  chestPain,
  fainted,
  nausea,
  sweating,
  vomiting,
  wentSuddenly,
} from "@/lib/rules/shared_findings.ts";

const crushing = symptom(
  "pressure, weight or tightness in the chest",
  "crushing/squeezing .. chest/pain/feeling",
  "chest .. crushing/squeezing",
  "its/is/it crushing/squeezing",
  "tight band/belt",
  "like a weight/vice/band",
  "like {sized} weight/vice/band",
  "like {sized} {sized} weight/vice/band",
  "chest near heavy/heaviness/pressure/weight",
  "elephant",
);
const spreading = symptom(
  "pain going to the arm or jaw",
  "go/spread/radiate/shoot/travel/move/run/down/into/up .. {arm}",
  "{arm} near {pain}/heavy/numb/tingling/dead/gone_funny",
);
const chestNamed = fact("the chest named", "chest");
const painNamed = symptom("pain named", "{pain}");
const tight = symptom("tightness or weight", "been/is/its/feels tight/heavy/crushing/squeezing");
const rest = symptom(
  "pain at rest",
  "at rest",
  "sitting still",
  "doing nothing",
  "woke/woken with",
);
const lasting = symptom(
  "how long it has lasted",
  "start/started/began/since/came_on",
  "for .. minutes/hours/hour/days/weeks/months",
  "half an hour",
);
const effort = symptom(
  "brought on by effort",
  "walk/walking/exercise/exertion/uphill/stairs/hill/running",
);
const worseBreathing = symptom(
  "worse on breathing in",
  "breathe/breathing in",
  "deep breath",
  "when i breathe/cough",
);
const throughToBack = symptom(
  "tearing pain or pain through to the back",
  "tear/tearing/rip/ripping/ripped .. chest/back/pain",
  "chest near tearing/ripping/ripped",
  "through to .. back",
  "between .. shoulder blades",
);
const tearing = symptom("a tearing feeling", "tear/tearing/rip/ripping/ripped");
const heartHistory = fact(
  "an earlier heart attack or angina",
  "heart attack",
  "angina",
  "stent/stents",
  "bypass",
);
const smoker = fact("smoking", "smoke/smoker/smoking/cigarettes/vape");

export const chestPainComplaint: Complaint = {
  id: "chest_pain",
  title: "Chest pain",
  topic: "the chest pain",
  presents: [chestPain],
  hintedBy: [chestHint],
  opening: "Can you tell me about the chest pain, from when it first came on?",
  questions: [
    ask(
      "Does the pain go anywhere else, such as your arm, neck, jaw or back?",
      "Spread to arm or jaw points to the heart, to the back to the aorta.",
      spreading,
      throughToBack,
    ),
    ask(
      "Have you been sweaty, sick or short of breath with it?",
      "Autonomic symptoms make a heart attack more likely.",
      sweating,
      nausea,
      vomiting,
      breathless,
    ),
    ask(
      "What does the pain feel like: heavy, tight, sharp or burning?",
      "Pressure suggests the heart, sharp pain the chest wall or pleura.",
      crushing,
      tearing,
    ),
    ask(
      "When did it start, and is it there now?",
      "Ongoing pain needs an ambulance.",
      lasting,
      rest,
    ),
    ask(
      "Does it come on when you walk or climb, and ease when you stop?",
      "Effort angina, and whether it has become unstable.",
      effort,
    ),
    ask(
      "Is it worse when you breathe in or cough?",
      "Pleuritic pain: embolism, pneumonia, pericarditis.",
      worseBreathing,
    ),
    ask("Did it start suddenly?", "Dissection and embolism start at once.", wentSuddenly),
    ask("Have you fainted or collapsed?", "Syncope with chest pain is an emergency.", fainted),
    ask("Have you ever had heart trouble?", "Known disease raises the likelihood.", heartHistory),
    ask("Do you smoke?", "Cardiovascular risk.", smoker),
  ],
  flags: [
    {
      id: "chest_pain.acute_coronary",
      condition: "heart attack",
      action: "Call 999 for suspected heart attack",
      reason: "cardiac-type chest pain must be taken as an acute coronary syndrome",
      when: [
        ...withAny(chestPain, crushing, spreading, sweating, nausea, vomiting, fainted),
        together(chestPain, breathless, rest),
        ...withAny(chestHint, crushing, spreading),
        together(chestHint, sweating, nausea),
      ],
      whenClose: [
        together(chestNamed, crushing),
        together(chestNamed, tight, sweating),
        together(chestNamed, tight, spreading),
        together(chestNamed, painNamed, spreading),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: [
        "NICE CG95: recent-onset chest pain of suspected cardiac origin",
        "NICE NG185: acute coronary syndromes",
      ],
    },
    {
      id: "chest_pain.aortic_dissection",
      condition: "aortic dissection",
      action: "Call 999 for suspected aortic dissection",
      reason: "sudden tearing pain or pain through to the back may be a dissection",
      when: [
        together(chestPain, tearing, throughToBack),
        together(chestPain, wentSuddenly, throughToBack),
      ],
      arrangedBy: ["ambulance", "hospital"],
      guidance: ["NICE CKS: chest pain (aortic dissection)"],
    },
  ],
};

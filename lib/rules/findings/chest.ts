import { symptom } from "@/lib/rules/finding.ts";

/** Chest, breath and circulation. Shared by complaints; each finding is written once. */

export const chestPain = symptom(
  "chest pain",
  "{pain} near chest/breastbone/sternum",
  "chest near vice/crushed/squashed",
  "chest near pressing/gripping/grip/strangling/aching",
  "chest near pressure/heavy/heaviness/tight/squeezing/crushing/burning/weight/band",
  "crushing/squeezing/stabbing .. chest",
  "sitting/standing on .. chest",
  "rip/tear inside/in chest",
  "angina",
);

export const breathless = symptom(
  "breathlessness",
  "breathless",
  "short of breath",
  "shortness of breath",
  "out of breath",
  "out of puff",
  "short/shortness .. breath",
  "cant/couldnt catch/get/find breath",
  "cant/couldnt/hardly/barely/struggling/struggle/hard/difficult/difficulty/trouble/fighting .. breathe/breathing/breath",
  "fight/gasp for breath/air",
  "cant/couldnt/not/cannot get .. air",
  "suffocate/suffocating/smothering",
  "bad .. breathing",
  "breathing near bad/worse/awful/terrible/fast/difficult/funny",
  "trouble/problem .. breathing",
  "puffed/puffing",
  "except leg/face/eye/ankle near puffed",
  "wheeze/wheezy",
  "pant/panting",
  "winded",
);

export const coughing = symptom(
  "cough",
  "a/an/this/my/the/dry/bad/tickly/chesty/persistent/awful/night cough",
  "=coughing",
  "cough .. wont/keeps/kept/weeks/days",
  "chesty",
  "bringing up .. phlegm/sputum/mucus",
);

export const rapidHeart = symptom(
  "a racing or pounding heart",
  "palpitation/palpitations",
  "heart near racing/race/pounding/thumping/fluttering/banging/hammering",
  "heart near skips/skipping/skipped/irregular/misses",
  "heart .. fast/like_mad",
  "heart .. going like",
  "heart .. beating/beat .. crazy/fast/mad/hard/funny/quick",
  "heart .. somersaults/flips",
  "heart .. jumping/flipping/missing/dancing/fast",
);

export const fainted = symptom(
  "fainting or collapse",
  "{faint}",
  "except feel like/about/ill .. {faint}",
  "except going_to/gonna/about_to/ill/might {faint}",
  "nearly/almost {faint}",
  "went/gone down like a sack",
);

export const feelsFaint = symptom(
  "feeling faint",
  "feel/feeling faint/lightheaded",
  "light headed",
  "going to/gonna {faint}",
  "about to {faint}",
  "feel like .. {faint}",
  "going_to/gonna/about_to/might/nearly/almost =faint",
  "ill/might {faint}",
  "woozy",
);

export const sweating = symptom(
  "sweating",
  "sweat/sweaty/clammy",
  "cold sweat",
  "drenched",
);

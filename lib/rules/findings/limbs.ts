import { symptom } from "@/lib/rules/finding.ts";

/** Limbs, back and skin. Shared by complaints; each finding is written once. */

export const oneLegSwollen = symptom(
  "a swollen or tender calf",
  "calf/calves near {swell}/tender/red/hot/hard",
  "one/left/right leg near {swell}",
  "one leg .. bigger/fatter than",
  "twice the size of .. other",
  "bigger/fatter/thicker than .. other one/leg/calf",
  "lower leg near {swell}/fat/tight",
  "{swell} .. just/only one side",
  "=leg near {swell}",
  "just/only one leg .. {swell}",
);

export const calfPain = symptom(
  "calf pain",
  "calf/calves near {pain}/tight",
);

export const swollen = symptom("swelling", "{swell}");

export const hotRed = symptom(
  "heat or redness",
  "red/redness",
  "hot to touch",
  "warm to touch",
  "hot",
);

export const jointPain = symptom(
  "joint pain or swelling",
  "joint/knee/knees/ankle/wrist/elbow/hip/hips/finger/fingers/knuckles/shoulder/toe/hand/hands near {pain}/stiff/stiffness/{swell}/creak/hot/arthritis",
  "knee/ankle/wrist/elbow/hip .. joint swell",
  "cant/couldnt move/bend/straighten .. knee/wrist/elbow/ankle/finger/hip/shoulder",
  "arthritis/gout",
);

export const backPain = symptom(
  "back pain",
  "{pain} near back/spine/lumbar",
  "back .. worse/killing",
  "back .. gone/went/stiff/bad/terrible/awful/dreadful/spasm/playing_up",
  "{pain}/stiff/bad/pulled/hurt/put .. back",
  "its my back",
  "my back again",
  "about my back",
  "except back passage",
  "backache/sciatica/lumbago",
  "slipped disc",
  "trapped nerve .. back",
);

export const fellDown = symptom(
  "a fall",
  "i/he/she/dad/mum/had/have/kept/keep/keeps/ive/nan fall/fell/fallen/falling",
  "had a fall/tumble",
  "trip/tripped/slip/slipped on/over/in/off/down",
  "tripped",
  "went over on",
  "came/come/knocked off .. bike/horse/ladder/scooter",
  "on .. floor .. night/hours",
  "fall/fell/falling off/down/over/in/out",
  "falls",
);

export const rashSeen = symptom(
  "a rash",
  "rash/rashes",
  "hives/welts/blotches/urticaria",
  "spots .. all_over/body/legs/arms/tummy/chest",
  "purple/red/little spots",
  "red patch",
  "itchy skin/patches/patch/bumps",
  "skin near blister/blistering/peeling/itchy/itching/flaky",
  "eczema/psoriasis",
);

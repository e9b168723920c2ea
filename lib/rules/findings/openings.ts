import { symptom } from "@/lib/rules/finding.ts";

/**
 * How people begin who do not say what they have: the part of the body, or what they can no longer
 * do. None of these is evidence of anything; they only tell what to ask about.
 */

export const headHint = symptom(
  "something about the head",
  "its/about/with head",
  "its this/that/old head",
  "{ails} near head",
);

export const chestHint = symptom(
  "something about the chest",
  "its/about/with chest",
  "{ails} near chest",
  "feeling .. chest",
);

export const breathHint = symptom(
  "something about the breathing",
  "its/about/with breathing/breath",
  "{ails} near breathing/breath",
  "not .. getting .. breath",
  "get/catch my breath",
  "stop/stand and breathe",
  "run/running out of steam",
  "except run/running out of steam at work",
);

export const bellyHint = symptom(
  "something about the abdomen",
  "its/about/with {belly}",
  "its this/that/old {belly}",
  "{ails} near {belly}",
  "bad {belly}",
);

export const backHint = symptom(
  "something about the back",
  "its/with old/lower/bad back",
  "done/do/doing my/his/her back",
  "{ails} .. with/about/in my/lower back",
  "my/old/lower back .. {ails}",
);

export const feverHint = symptom(
  "hot and cold",
  "hot and/then cold",
  "hot one_minute/one_moment .. cold/freezing",
  "boiling/roasting/burning .. freezing/frozen/cold",
  "come/coming/going down with something/flu/lurgy",
  "shivery",
);

export const coughHint = symptom(
  "barking or a tickle",
  "hack/hacking/bark/barking",
  "except dog/dogs near bark/barking",
  "tickle .. throat",
  "clearing .. throat",
);

export const turnHint = symptom(
  "a funny turn",
  "funny/odd/strange/queer do/spell/turn/episode",
  "come/came over .. peculiar/funny/queer/strange/odd/weird",
  "swimmy",
  "everything went/gone/going/swam/spun",
);

export const legHint = symptom(
  "something about a leg",
  "its/about/with leg/legs/calf/foot",
  "look at .. leg/calf/foot",
  "{ails} near leg/legs/calf/foot",
);

export const skinHint = symptom(
  "something about the skin",
  "its/about/with skin",
  "itch/itchy/itching",
  "patch/patches .. arm/arms/leg/legs/hand/hands/face/neck/back/skin",
  "come/came up all over",
);

export const stomachUpset = symptom(
  "nothing stays down, or through",
  "cant/couldnt keep .. down",
  "cant/couldnt get off .. toilet/loo",
  "live/living on .. toilet/loo",
);

export const waterworksHint = symptom(
  "something about passing water",
  "its/about/with waterworks/bladder/wee",
  "{ails} near waterworks/bladder",
  "when/whenever i go/going/have/pass .. {urine}",
  "back_and_forth/up_and_down/in_and_out to loo/toilet",
);

export const moodHint = symptom(
  "not coping, or not oneself",
  "feel/feeling/been/bit flat",
  "except flat on/out",
  "cant be bothered",
  "no interest",
  "not/cant/isnt coping/cope",
  "got/getting on top of me",
  "nerves/stress/stressed",
  "not .. myself",
  "not/cant/hardly/barely sleeping/sleep",
);

export const heartHint = symptom(
  "something about the heart",
  "its/about/with heart/ticker",
  "{ails} near heart/ticker",
  "heart/ticker near odd/strange/haywire/crazy",
);

export const jointHint = symptom(
  "something about a joint",
  "its/about/with joint/joints/knee/knees/hip/hips/shoulder/ankle/wrist/elbow/toe/hand/hands/finger/fingers/thumb",
  "its big/old/bad toe/knee/hip/shoulder",
  "{ails} near joint/joints/knee/knees/hip/hips/shoulder/ankle/wrist/elbow/toe/fingers/thumb",
  "hands/fingers wont",
);

export const throatHint = symptom(
  "something about the throat",
  "its/about/with throat",
  "got throat on",
  "{ails} near throat",
  "swallow/swallowing .. glass/razor/razors/knives",
  "cant/couldnt/hard/hurts .. swallow",
);

export const energyHint = symptom(
  "no strength",
  "no go/energy/oomph/strength/get_up_and_go",
  "running on empty",
  "cant/couldnt get through .. day",
  "cant/couldnt get out of bed",
  "cant/couldnt .. stay awake",
);

export const fallHint = symptom(
  "a spill",
  "take/took/taken/taking tumble/spill",
  "spill/spills",
  "on/to .. floor/ground/pavement",
  "went/gone/go flying/sprawling",
  "legs went from under",
);

export const periodHint = symptom(
  "something about the periods",
  "monthlies",
  "{ails} near periods",
  "its/about/with periods/period",
  "down below",
);

export const medicineHint = symptom(
  "something about the medicines",
  "about/through/over my/the/these/new tablets/pills/medicines/medicine/medication",
  "get/getting on with tablets/pills/medicine/medicines/medication",
  "get/getting on with new tablets/pills/medicine/medicines/medication",
);

export const eyeHint = symptom(
  "something about an eye",
  "its/about/with eye/eyes",
  "{ails} near eye/eyes",
);

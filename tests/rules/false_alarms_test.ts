import assert from "node:assert/strict";
import { flagsOf, lastReading } from "./dialogue.ts";

for (
  const said of [
    "P: They were talking about it on the wireless, funnily enough.",
    "P: He was talking to me and got my name wrong.",
    "P: He has a funny way with words.",
    "P: I never wake up with it.",
    "P: It doesn't wake me up.",
    "P: There was a woman on the radio whose face had dropped.",
    "P: I'm a bit puffed on the stairs. I couldn't say since when.",
    "P: I was half an hour on the floor after my fall.",
  ]
) {
  Deno.test(`[CD9, UR10] no alarm from a turn of speech: ${said}`, () => {
    assert.deepEqual(flagsOf(said), []);
  });
}

for (
  const [flag, said] of [
    ["weakness_speech.stroke", "P: He was talking all slurred."],
    ["weakness_speech.stroke", "P: I was talking funny this morning."],
    ["low_mood.suicide_risk", "P: I'd rather not wake up."],
    ["low_mood.suicide_risk", "P: I go to bed hoping I never wake up."],
    ["breathlessness.severe", "P: I'm so breathless I can hardly speak."],
    ["breathlessness.severe", "P: I get puffed just sitting still."],
  ] as const
) {
  Deno.test(`[CD9, UR10] the danger such words resemble is still heard: ${said}`, () => {
    assert.deepEqual(flagsOf(said), [flag]);
  });
}

const COLD_LEG = "D: Is the leg cold, pale or numb?";

for (
  const said of [
    "P: My nose is streaming.",
    "P: I did ring up first, and they were very kind.",
    "P: A bit of a dry cough.",
    "P: I thought I'd better have somebody look at it.",
    "P: Where was I? Oh yes.",
    "P: I suppose, my nose is running.",
    "P: That's normal.",
  ]
) {
  Deno.test(`[CD9] an answer with a matter of its own grants nothing: ${said}`, () => {
    const reading = lastReading("P: My leg hurts.", COLD_LEG, said);
    assert.deepEqual(reading.state.raised, []);
    assert.equal(reading.state.reported.has("a cold or pale limb"), false);
  });
}

for (
  const said of [
    "P: A bit.",
    "P: It is cold.",
    "P: It is, when I walk.",
    "P: I suppose so.",
    "P: It does rather.",
    "P: A fair bit.",
    "P: Might be.",
    "P: There is a trace of it.",
    "P: I have noticed a paleness.",
    "P: I've noticed it since Sunday.",
    "P: Yes, since this morning.",
  ]
) {
  Deno.test(`[CD9] an answer that keeps to the question still grants it: ${said}`, () => {
    assert.deepEqual(flagsOf("P: My leg hurts.", COLD_LEG, said), [
      "leg_pain_swelling.acute_limb_ischaemia",
    ]);
  });
}

Deno.test("[CD9] a no in front of something else denies nothing", () => {
  const question = "D: Does it fade when you press a glass on it?";
  assert.deepEqual(flagsOf("P: I've got a rash.", question, "P: I don't like to fuss."), []);
  assert.deepEqual(flagsOf("P: I've got a rash.", question, "P: It doesn't."), [
    "rash.non_blanching",
  ]);
});

Deno.test("[CD9] blood in the answer is the blood that was asked about", () => {
  const question = "D: Have you coughed up any blood?";
  assert.deepEqual(flagsOf(question, "P: I saw some blood on Monday."), ["cough.haemoptysis"]);
  assert.deepEqual(flagsOf(question, "P: There was no blood."), []);
  const atRest = "D: Are you breathless now, sitting still or talking?";
  assert.deepEqual(flagsOf(atRest, "P: I'm breathless on the stairs."), []);
});

Deno.test("[CD9] blood in what a cough brings up is heard long after the cough was told", () => {
  const chatter = Array(6).fill("P: We talked about the garden and the weather.");
  const blood = "P: There's been blood in it.";
  assert.deepEqual(flagsOf("P: I've got this cough.", ...chatter, blood), ["cough.haemoptysis"]);
  const both = flagsOf("P: I've got this cough.", "P: And diarrhoea.", ...chatter, blood);
  assert.equal(both.includes("cough.haemoptysis"), false);
});

Deno.test("[CD9] short answers that are neither yes nor no by their words", () => {
  const normal = lastReading("P: My leg hurts.", COLD_LEG, "P: That's normal.");
  assert.ok(normal.state.denied.has("a cold or pale limb"));
  const thoughts = "D: Have you had any thoughts of ending your life?";
  assert.deepEqual(flagsOf(thoughts, "P: It's crossed my mind."), ["low_mood.suicide_risk"]);
  assert.deepEqual(flagsOf(thoughts, "P: It crossed the road."), []);
  const grounds = "D: Any blood when you are sick, or anything like coffee grounds?";
  assert.deepEqual(flagsOf(grounds, "P: I was sick twice."), []);
});

Deno.test("[CD9] an apology before a no leaves the no standing", () => {
  const question = "D: Have you seen any blood in your urine?";
  assert.deepEqual(flagsOf(question, "P: Sorry, no blood."), []);
  assert.deepEqual(flagsOf(question, "P: Sorry, yes, there was blood."), [
    "urinary_symptoms.visible_blood",
  ]);
});

Deno.test("[CD9] half an hour on the floor is no long lie, hours are", () => {
  const question = "D: How long were you on the floor?";
  const fall = "P: I fell in the kitchen.";
  assert.deepEqual(flagsOf(fall, question, "P: Half an hour on the floor."), []);
  assert.deepEqual(flagsOf(fall, question, "P: Three hours."), ["falls.long_lie"]);
});

Deno.test("[CD9] known gout in a toe is spared, never with fever nor in a large joint", () => {
  const toe = "P: My toe is hot and red and I can't put weight on it.";
  const knee = "P: My knee is hot and red and I can't put weight on it.";
  const gout = "P: It's my gout again.";
  assert.deepEqual(flagsOf(gout, toe), []);
  assert.deepEqual(flagsOf(toe), ["joint_pain.septic_joint"]);
  assert.deepEqual(flagsOf("P: I've never had gout.", toe), ["joint_pain.septic_joint"]);
  assert.deepEqual(flagsOf(gout, knee), ["joint_pain.septic_joint"]);
  assert.deepEqual(flagsOf(gout, toe, "P: And I've got a fever."), ["joint_pain.septic_joint"]);
});

Deno.test("[CD9] a weight, vice or band on the chest is one, whatever its size", () => {
  const pain = "P: I have a pain in my chest.";
  const crushing = [
    "P: It feels like a heavy weight.",
    "P: It's like a big weight sitting there.",
    "P: It's like a great big weight.",
    "P: Like a dead weight, doctor.",
    "P: It's like a tight vice.",
    "P: It's like a really tight metal band.",
    "P: It feels as heavy as lead, like a huge weight.",
  ];
  for (const one of crushing) {
    assert.deepEqual(flagsOf(pain, "D: What is it like?", one), ["chest_pain.acute_coronary"], one);
  }
  const others = [
    "P: It's no better, and I look like I've lost weight.",
    "P: It doesn't feel like a heavy weight.",
    "P: It's sharp, like I pulled it lifting a heavy weight.",
  ];
  for (const one of others) assert.deepEqual(flagsOf(pain, "D: What is it like?", one), [], one);
  assert.deepEqual(flagsOf("P: My legs feel like a heavy weight."), []);
});

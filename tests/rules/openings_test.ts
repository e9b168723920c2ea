import assert from "node:assert/strict";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { flagsOf, lastReading } from "./dialogue.ts";

function opened(...lines: readonly string[]): string[] {
  return lastReading(...lines).state.frames.map((frame) => frame.complaint);
}

for (
  const [said, complaint] of [
    ["P: It's my head.", "headache"],
    ["P: My chest's been bothering me.", "chest_pain"],
    ["P: I'm not getting my breath like I should.", "breathlessness"],
    ["P: Something's wrong with my stomach.", "abdominal_pain"],
    ["P: I've done my back in.", "back_pain"],
    ["P: I'm hot one minute and then cold.", "fever"],
    ["P: I came over all peculiar in the shop.", "dizziness_collapse"],
    ["P: I want you to look at my leg.", "leg_pain_swelling"],
    ["P: It's my waterworks.", "urinary_symptoms"],
    ["P: I've been a bit flat.", "low_mood"],
    ["P: It's my big toe.", "joint_pain"],
    ["P: I'm running on empty.", "fatigue"],
    ["P: My monthlies are all over the place.", "pv_bleeding"],
    ["P: I've come about my tablets.", "medication_review"],
  ] as const
) {
  Deno.test(`[CD9] an opening that names no symptom opens its complaint: ${said}`, () => {
    const reading = lastReading(said);
    assert.deepEqual(reading.state.frames.map((frame) => frame.complaint), [complaint]);
    const topic = COMPLAINTS.find((one) => one.id === complaint)?.topic;
    assert.equal(reading.agenda[0]?.topic, topic);
    assert.deepEqual(reading.alarms, []);
  });
}

Deno.test("[CD9] what is only hinted at opens nothing beside a complaint that is open", () => {
  assert.deepEqual(opened("P: I've had chest pain since five.", "P: It's my back."), [
    "chest_pain",
    "back_pain",
  ]);
  assert.deepEqual(opened("P: I've had chest pain since five.", "P: I've been a bit flat."), [
    "chest_pain",
  ]);
  assert.deepEqual(opened("P: I've been a bit flat, and I've got chest pain."), ["chest_pain"]);
});

Deno.test("[CD9] a hint denied or of somebody else opens nothing", () => {
  assert.deepEqual(opened("P: It's not my head."), []);
  assert.deepEqual(opened("P: My neighbour's been a bit flat."), []);
});

Deno.test("[CD9] what was named is asked about before what was only hinted at", () => {
  const reading = lastReading("P: I've been a bit flat.", "P: And I've got a sore throat.");
  assert.deepEqual(reading.state.frames.map((frame) => frame.complaint), [
    "low_mood",
    "sore_throat",
  ]);
  const topics = reading.agenda.filter((item) => !item.urgent).map((item) => item.topic);
  assert.equal(topics[0], "your throat");
  assert.ok(topics.includes("how you have been feeling"));
});

for (
  const [flag, ...lines] of [
    ["headache.thunderclap", "P: It's my head.", "D: How did it begin?", "P: All at once."],
    ["headache.thunderclap", "P: It's my head. I've never known anything like it."],
    ["chest_pain.acute_coronary", "P: It's my chest.", "D: Where does it go?", "P: Into my jaw."],
    ["back_pain.cauda_equina", "P: I've done my back in.", "P: I'm numb where I sit."],
    ["joint_pain.septic_joint", "P: It's my knee. It's red hot and I'm shivering."],
    ["abdominal_pain.ectopic", "P: It's my stomach.", "P: I'm six weeks pregnant."],
  ] as const
) {
  Deno.test(`[CD9, UR10] danger is heard behind such an opening: ${lines.join(" / ")}`, () => {
    assert.deepEqual(flagsOf(...lines), [flag]);
    assert.deepEqual(flagsOf(...lines.slice(0, 1).map((line) => line.split(". ")[0] ?? "")), []);
  });
}

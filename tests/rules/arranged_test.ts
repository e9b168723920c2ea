import assert from "node:assert/strict";
import { lastReading, readAll } from "./dialogue.ts";

const ALARM = "P: I have crushing chest pain going down my arm.";

function arranged(...lines: string[]): string[] {
  return lastReading(ALARM, ...lines).arranged.map((one) => one.flag);
}

for (
  const said of [
    "D: I'm going to send you to hospital now.",
    "D: I'm calling an ambulance.",
    "D: We're going to call 999.",
    "I'll call an ambulance for you.",
    "D: Right, I'm going to call an ambulance, OK?",
    "D: Right, the ambulance is on its way.",
  ]
) {
  Deno.test(`[CD7] arranged by: ${said}`, () => {
    assert.deepEqual(arranged(said), ["chest_pain.acute_coronary"]);
  });
}

for (
  const said of [
    "D: Shall I call an ambulance?",
    "So you're saying I'll need an ambulance?",
    "D: If it gets worse we'll call an ambulance.",
    "D: I don't think I need to send you to hospital.",
    "D: When were you last in hospital?",
    "P: I'm going to hospital on Friday for my knee.",
    "D: I'll do your flu jab.",
    "P: My wife wanted to call an ambulance.",
  ]
) {
  Deno.test(`[CD7] not arranged by: ${said}`, () => {
    assert.deepEqual(arranged(said), []);
  });
}

Deno.test("[CD7] an ECG arranges the ECG action and quotes the words", () => {
  const [arrangement] = lastReading(
    "P: I blacked out while running.",
    "D: We'll do an ECG straight away.",
  ).arranged;
  assert.deepEqual(arrangement, {
    flag: "dizziness_collapse.cardiac_syncope",
    action: "Same-day ECG and cardiac assessment for suspected cardiac syncope",
    quote: "We'll do an ECG straight away.",
    line: 1,
  });
});

Deno.test("[CD7] arranged latches: nothing said later takes it back", () => {
  const readings = readAll(
    ALARM,
    "D: I'm calling an ambulance.",
    "P: I don't want an ambulance.",
    "D: We won't send you to hospital then.",
    ...Array(80).fill("P: The weather is nice."),
  );
  for (const reading of readings.slice(1)) assert.equal(reading.arranged.length, 1);
  assert.equal(readings.at(-1)?.arranged[0]?.line, 1);
});

Deno.test("[CD7] what was arranged before the first evidence was arranged for something else", () => {
  const reading = lastReading(
    "D: I'll send you to hospital for that knee.",
    "P: Thank you.",
    "P: And my face has dropped on one side.",
  );
  assert.equal(reading.state.raised.length, 1);
  assert.deepEqual(reading.arranged, []);
});

import assert from "node:assert/strict";
import { lastReading } from "./dialogue.ts";
import { ASKED_WITHOUT_A_MARK, ELLIPTICAL } from "./elliptical.ts";

const openedBy = (line: string) => lastReading(line).state.frames.map(({ complaint }) => complaint);

for (const [said, complaint] of ELLIPTICAL) {
  Deno.test(`[CD9] a line whose first words were lost is the patient's: ${said}`, () => {
    assert.ok(openedBy(said).includes(complaint), openedBy(said).join(" "));
  });
}

for (const asked of ASKED_WITHOUT_A_MARK) {
  Deno.test(`[CD9] a question that lacks its mark opens nothing: ${asked}`, () => {
    assert.deepEqual(openedBy(asked), []);
  });
}

Deno.test("[CD9] with its mark an elliptical line is a question, and a doctor's stays the doctor's", () => {
  assert.deepEqual(openedBy("have had chest pain for two days, you know?"), []);
  assert.deepEqual(openedBy("D: have had chest pain for two days, you know."), []);
});

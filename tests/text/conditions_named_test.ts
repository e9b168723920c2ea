import assert from "node:assert/strict";
import { conditionsNamed, newCondition } from "@/lib/text/conditions_named.ts";
import { GRAVE_DIAGNOSES } from "@/lib/text/grave_diagnoses.ts";
import { NAMED_CONDITIONS } from "@/lib/text/named_conditions.ts";

Deno.test("[SP3, SP6] every name of every condition is found, alone and in a question", () => {
  for (const list of [NAMED_CONDITIONS, GRAVE_DIAGNOSES]) {
    for (const [condition, names] of Object.entries(list)) {
      for (const name of names) {
        for (const text of [name, `Could it be ${name.toUpperCase()}?`]) {
          assert.ok(conditionsNamed(text).has(condition), text);
        }
      }
    }
  }
});

Deno.test("[SP3, SP6] a condition is found in another number, form and order of its words", () => {
  const named = {
    "Any seizures?": "seizure",
    "Any TIAs?": "tia",
    "Have you had strokes?": "stroke",
    "your cancers": "cancer",
    "the vision that you have lost": "sudden loss of vision",
    "Have you coughed up blood?": "coughing up blood",
    "an attack of the heart": "heart attack",
  };
  for (const [text, condition] of Object.entries(named)) {
    assert.ok(conditionsNamed(text).has(condition), text);
  }
});

Deno.test("[SP3, SP6] everyday complaints name no condition", () => {
  const texts = [
    "the chest pain",
    "Does the pain spread to your left arm?",
    "your weight loss",
    "How well do you sleep?",
    "Have you been sick or had loose motions?",
    "Do you wear hearing aids?",
    "Have you had a temperature?",
    "Any cough or breathlessness?",
    "Have you a rash or hives?",
  ];
  for (const text of texts) assert.deepEqual([...conditionsNamed(text)], [], text);
});

Deno.test("[SP6] a condition is new where the question has it under none of its names", () => {
  assert.equal(
    newCondition("Any weight loss?", "Have you lost weight because of cancer?"),
    "cancer",
  );
  assert.equal(newCondition("Any malignancy?", "Have you ever had cancer?"), null);
  assert.equal(newCondition("Any history of MI?", "Have you ever had a heart attack?"), null);
  assert.equal(newCondition("Any haemoptysis?", "Have you been coughing up blood?"), null);
  assert.equal(newCondition("Any history of MI?", "Have you ever had a stroke?"), "stroke");
});

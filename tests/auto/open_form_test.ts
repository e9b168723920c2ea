import assert from "node:assert/strict";
import fc from "fast-check";
import { isOpenForm } from "@/lib/auto/open_form.ts";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { AutoTalk } from "./auto_talk.ts";
import { questions, takeTurn, toIssue } from "./question_talk.ts";

const OPEN = [
  "Can you tell me about the cough?",
  "Could you tell me a bit more about the pain?",
  "Tell me more about your sleep.",
  "Please tell me about the rash.",
  "Can you tell me more?",
  "Would you please tell me about your periods?",
  "Can you tell me exactly what happened, before, during and after?",
  "Can you tell me what you've noticed?",
  "Can you tell me how you have been feeling in yourself?",
  "Can you describe the pain?",
  "Could you please describe what it feels like?",
  "How has the cough been affecting you?",
  "How does the pain in your knee affect your work?",
  "How have you been feeling in yourself?",
  "How are you coping at home?",
  "How have things been since then?",
  "So what brings you in today?",
  "What happened?",
  "What have you noticed about your breathing?",
  "I see you have a cough. Can you tell me about it?",
];

const CLOSED = [
  "Do you cough at night?",
  "Have you had chest pain?",
  "Is it worse when you breathe in?",
  "How long have you had it?",
  "How often does it happen?",
  "How bad is it, on a scale of one to ten?",
  "When did it start?",
  "Where does it hurt?",
  "What colour is it?",
  "What medicines do you take?",
  "Can you tell me how long you have had it?",
  "Can you tell me how many tablets you take?",
  "Can you tell me when it started?",
  "Can you tell me where it hurts?",
  "Can you tell me whether it hurts?",
  "Can you tell me about the cough, is it dry?",
  "Can you tell me about the pain? Is it sharp?",
  "Tell me, does it hurt?",
  "Can you lie flat?",
  "Did anyone tell you more about the cough?",
  "Any fever?",
  "",
];

for (const question of OPEN) {
  Deno.test(`[QF5] open: ${question}`, () => assert.ok(isOpenForm(question)));
}
for (const question of CLOSED) {
  Deno.test(`[QF5] closed: ${question}`, () => assert.ok(!isOpenForm(question)));
}

Deno.test("[QF5] every opening of the rules' complaints is open, and none of their other questions", () => {
  for (const { opening } of COMPLAINTS) assert.ok(isOpenForm(opening), opening);
});

Deno.test("[QF5] any text gives an answer, and a closed question behind an open one closes it", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
    assert.equal(typeof isOpenForm(text), "boolean");
    assert.ok(!isOpenForm(`${text}? Is it sharp?`));
  }));
});

Deno.test("[QF5, QF3] an open question that is no template leaves OPEN open; the first closed one ends it", () => {
  const lay = "Could you tell me more about how it began?";
  const talk = AutoTalk.open({
    questions: questions(
      "Can you tell me about the cough?",
      "Was the onset sudden?",
      "Do you smoke?",
    ),
  });
  const issued = (worded?: { lay: string }) => {
    const what = toIssue(talk, worded);
    talk.hear();
    const { phase } = talk.state;
    takeTurn(talk);
    return [what, phase];
  };
  assert.deepEqual(issued(), ["question", "OPEN"]);
  assert.deepEqual(issued({ lay }), ["question", "OPEN"]);
  assert.deepEqual(issued(), ["question", "CLOSED"]);
});

import assert from "node:assert/strict";
import { HeardQuestions } from "@/lib/rehearsal/round/heard_questions.ts";

const BOOK = [{
  fact: "smoking",
  wordings: ["Do you smoke?", "Do you smoke, today?"],
  lay: "Would you say you smoke?",
  rationale: "",
  topic: "the smoking",
}];

interface Hearing {
  readonly text: string;
  readonly isTap?: boolean;
  /** The patient's words ended so long before the end of this one, ms. */
  readonly spokeMs?: number;
}

/** The rules that a list of hearings breaks, ten seconds between one and the next. */
function rules(...hearings: readonly Hearing[]): string[] {
  const questions = new HeardQuestions(BOOK);
  return hearings.flatMap(({ isTap, spokeMs, text }, at) =>
    questions.heard({
      text,
      isAuto: isTap !== true,
      nowMs: at * 10_000,
      lastSpeechEndMs: spokeMs === undefined ? null : at * 10_000 - spokeMs,
    }).map(({ rule }) => rule)
  );
}

const SMOKE = { text: "Do you smoke?" };
const FEVER = { text: "Have you had a fever?" };
const FEVER_AGAIN = { text: "have you had a fever" };

Deno.test("[MP6, TT7] once more for want of an answer is no second ask; a third time is", () => {
  assert.deepEqual(rules(FEVER, FEVER_AGAIN), []);
  assert.deepEqual(rules(FEVER, FEVER_AGAIN, FEVER), ["asked_again_once"]);
  assert.deepEqual(rules(FEVER, { ...FEVER, spokeMs: 15_000 }), [], "spoken before the first");
});

Deno.test("[MP6, QF4] the same question after an answer, or after another one, is named", () => {
  assert.deepEqual(rules(FEVER, { ...FEVER, spokeMs: 5_000 }), ["never_heard_twice"]);
  assert.deepEqual(rules(FEVER, SMOKE, FEVER), ["never_heard_twice"]);
});

Deno.test("[MP6, QF4, SP6] in other words that are known to ask the same it is the same question", () => {
  assert.deepEqual(rules(SMOKE, FEVER, { text: "Do you smoke, today?" }), ["never_heard_twice"]);
  assert.deepEqual(rules(SMOKE, FEVER, { text: "Would you say you smoke?" }), [
    "never_heard_twice",
  ]);
  const opening = { text: "Can you tell me more about the smoking?" };
  assert.deepEqual(rules(opening, FEVER, SMOKE), [], "an opening is another question (QF3)");
});

Deno.test("[MP6, GO7] a doctor may ask again what Alba has asked, and not Alba what a doctor has", () => {
  assert.deepEqual(rules(FEVER, SMOKE, { ...FEVER, isTap: true }), []);
  assert.deepEqual(rules({ ...FEVER, isTap: true }, FEVER), ["never_heard_twice"]);
  assert.deepEqual(rules({ ...FEVER, isTap: true }, SMOKE, FEVER), ["never_heard_twice"]);
});

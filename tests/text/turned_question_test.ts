import assert from "node:assert/strict";
import { turnedIn } from "@/lib/text/turned_question.ts";

/** What is turned, by the name under which the record has it. */
const TURNED: readonly (readonly [turn: string, original: string, lay: string])[] = [
  ["negation", "Do you have chest pain?", "Do you have no chest pain?"],
  ["negation", "Are you pregnant?", "Are you not pregnant?"],
  ["negation", "Have you not slept?", "Have you slept?"],
  ["negation", "Do you sleep well?", "Don't you sleep well?"],
  ["left", "Is the pain in your left arm?", "Is the pain in your right arm?"],
  ["left", "Is the pain in your left arm?", "Is the pain in your arm?"],
  ["stop", "Are you taking warfarin?", "Have you stopped taking warfarin?"],
  ["stop", "Did you stop taking warfarin?", "Did you keep taking warfarin?"],
  ["start", "Are you taking warfarin?", "Are you starting to take warfarin?"],
  ["skip", "Do you take insulin?", "Do you skip taking insulin?"],
  ["take", "Do you have chest pain?", "Can you take something for your chest pain?"],
  ["increase", "Are you taking tablets?", "Are you taking double your tablets?"],
  ["emergency", "Do you have chest pain?", "Did you call 999 about your chest pain?"],
  ["emergency", "Do you have chest pain?", "Is an ambulance there for your chest pain?"],
  ["home", "Do you have chest pain?", "Can you go home until your chest pain goes?"],
  ["self-harm", "Any thoughts of harming yourself?", "Have you had any thoughts?"],
  ["harmless", "Is the pain bad?", "Is the pain safe?"],
  ["spouse", "Are you pregnant?", "Is your husband why you are pregnant?"],
  ["ignore", "What did your doctor say?", "Did you ignore what your doctor did say?"],
  ["sudden", "Did the pain come suddenly?", "Did the pain come slowly?"],
  ["sudden", "Did the pain come slowly?", "Did the pain come suddenly?"],
  ["better", "Is it better lying down?", "Is it worse lying down?"],
  ["before", "Is it worse after meals?", "Is it worse before meals?"],
  ["20", "When was your last dose?", "When was your last dose of 20?"],
  ["20", "Did it last 20 minutes?", "Did it last minutes?"],
  ["5", "Did it last ten minutes?", "Did it last five minutes?"],
  ["warfarin", "Are you taking blood thinners?", "Are you taking warfarin?"],
  ["could", "Do you have a cough?", "Could you live with a cough?"],
  ["would", "Do you have thoughts of harm?", "Would harm to you do good?"],
  ["should", "Do you walk?", "Should you walk?"],
  ["a second question", "Any weight loss?", "Is your card here and have you any weight loss?"],
];

Deno.test("[SP6] what decides the sense of a question stands in both texts or in neither", () => {
  for (const [turn, original, lay] of TURNED) {
    assert.equal(turnedIn(original, lay), turn, `${original} -> ${lay}`);
  }
});

Deno.test("[SP6] a number in words is the number, and a text turns nothing in itself", () => {
  assert.equal(turnedIn("Did it last 10 minutes?", "Did it go on for ten minutes?"), null);
  assert.equal(turnedIn("Is one leg swollen?", "Is your leg swollen?"), null);
  for (const [, original, lay] of TURNED) {
    assert.equal(turnedIn(original, original), null, original);
    assert.equal(turnedIn(lay, lay), null, lay);
  }
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { newPatient, patientStep } from "@/lib/rehearsal/patients/patient.ts";
import type {
  PatientInput,
  PatientState,
  PatientStep,
  Segment,
} from "@/lib/rehearsal/patients/patient_state.ts";
import {
  attentive,
  ENCOURAGERS,
  factsOf,
  hears,
  interview,
  INVITATION,
  questionsFor,
  SOMETHING_ELSE,
  textOf,
} from "./interview.ts";

const DISCLOSURE = "Hello. I am Alba, a computer assistant working with Doctor Grey.";

function cardOf(id: string): CaseCard {
  const card = CASE_CARDS.find((one) => one.id === id);
  assert.ok(card !== undefined, id);
  return card;
}

/** The facts that one question brings, of a patient who has been invited. */
function asks(id: string, question: string, rapport = 0): string[] {
  const card = attentive(cardOf(id));
  return factsOf(hears(card, { ...newPatient(card, 2), invited: true, rapport }, question).says);
}

Deno.test("[MP2] the same card and seed give the same patient byte for byte, another seed another", () => {
  const lines = [DISCLOSURE, INVITATION, ...ENCOURAGERS];
  for (const card of CASE_CARDS) {
    const sentences = [...lines, ...questionsFor(card), SOMETHING_ELSE];
    const [first, again, other] = [7, 7, 8].map((seed) => interview(card, seed, sentences));
    assert.equal(JSON.stringify(first), JSON.stringify(again));
    assert.notEqual(JSON.stringify(first), JSON.stringify(other));
  }
});

Deno.test("[MP2] a patient goes on from its JSON, and a silence that brings nothing changes nothing", () => {
  const card = cardOf("headache_tension");
  const { state } = interview(card, 4, [INVITATION]);
  const revived: PatientState = JSON.parse(JSON.stringify(state));
  const input: PatientInput = { type: "heard", text: "When did it start?", unsaid: [] };
  assert.deepEqual(patientStep(card, revived, input), patientStep(card, state, input));
  const shortMs = (state.nextAloneMs ?? 1_000) - 1;
  assert.deepEqual(patientStep(card, state, { type: "silence", ms: shortMs }), { state, says: [] });
});

Deno.test("[MP1] a patient is invited once, and says nothing to a remark but at most a backchannel", () => {
  for (let seed = 0; seed < 40; seed++) {
    const card = cardOf("fever_flu");
    const { state, says: [remark = [], opening = []] } = interview(card, seed, [
      DISCLOSURE,
      INVITATION,
    ]);
    assert.ok(remark.every(({ kind }) => kind === "backchannel"));
    assert.equal(state.openingSaid, card.opening.length);
    assert.ok(textOf(opening).startsWith("I just feel"), textOf(opening));
  }
});

Deno.test("[MP1] a question brings what it touches, in everyday and in doctors' words", () => {
  assert.deepEqual(asks("chest_pain_heart", "Does the pain spread to your arm, neck or jaw?"), [
    "radiation",
  ]);
  assert.deepEqual(asks("chest_pain_heart", "Does it radiate anywhere?"), ["radiation"]);
  assert.deepEqual(asks("chest_pain_heart", "Has your father had heart problems?"), [
    "family",
  ]);
  assert.deepEqual(asks("cough_cold", "Are you a smoker?"), ["smoking"]);
  assert.deepEqual(asks("cough_cold", "Do your toes tingle?"), []);
  const numb = "Is there any numbness around your back passage?";
  assert.deepEqual(asks("back_pain_cauda_equina", numb), []);
  assert.ok(asks("back_pain_cauda_equina", numb, 2).includes("numbness"));
});

Deno.test("[MP1] a question already answered is not answered anew; an unknown one is declined", () => {
  const card = attentive(cardOf("cough_cold"));
  const { says: [, first = [], again = [], unknown = []] } = interview(card, 3, [
    INVITATION,
    "Do you smoke?",
    "Do you smoke?",
    "Do your toes tingle?",
  ]);
  assert.deepEqual(factsOf(first), ["smoking"]);
  assert.match(textOf(again), /answered that|as I said|told you/);
  assert.match(textOf(unknown), /^(No|Nope|Not really)/);
});

Deno.test("[MP1] a patient can leave a question unanswered; asked again in the same words most answer", () => {
  const card = { ...cardOf("cough_cold"), timing: { saysNothingChance: 1 } };
  let answered = 0;
  for (let seed = 0; seed < 1_000; seed++) {
    const { says: [, silent = [], answer = []] } = interview(card, seed, [
      INVITATION,
      "Do you smoke?",
      "Do you smoke?",
    ]);
    assert.deepEqual(silent, []);
    if (factsOf(answer).includes("smoking")) answered += 1;
  }
  assert.ok(answered > 540 && answered < 660, `${answered} of 1000 against 60 %`);
});

Deno.test("[MP1] with the dials of the manners, some questions in a hundred get no answer", () => {
  let silent = 0;
  for (let seed = 0; seed < 2_000; seed++) {
    const { says } = interview(cardOf("fever_flu"), seed, [INVITATION, "Have you a headache?"]);
    if ((says[1] ?? []).every(({ kind }) => kind !== "speech")) silent += 1;
  }
  assert.ok(silent > 60 && silent < 180, `${silent} of 2000 against 6 %`);
});

Deno.test("[MP1] what was not said before Alba spoke was not told, and comes later", () => {
  const card = attentive(cardOf("chest_pain_heart"));
  const { state, says: [opening = []] } = interview(card, 4, [INVITATION]);
  assert.ok(state.told.length > 0);
  const segments = opening.flatMap((utterance) => utterance.segments);
  const unsaid = segments.slice(2);
  const step = patientStep(card, state, { type: "heard", text: "Do you smoke?", unsaid });
  assert.equal(step.state.openingSaid, 2);
  assert.deepEqual(step.state.told.filter((id) => id !== "smoking"), []);
  const { says } = hears(card, step.state, "Go on.");
  assert.ok(textOf(says).startsWith(card.opening[2] ?? ""), textOf(says));
});

Deno.test("[MP1] an encourager brings more from whoever has more, and at most a word from the others", () => {
  const card = attentive(cardOf("joint_pain_gout"));
  const started = { ...newPatient(card, 1), invited: true };
  assert.ok(factsOf(hears(card, { ...started, openingSaid: 5 }, "Go on.").says).length > 0);
  const told = card.facts.map(({ id }) => id);
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((chance) => {
    const state = { ...started, openingSaid: 5, told, chance };
    return textOf(hears(card, state, "Please, tell me more.").says);
  });
  assert.ok(all.includes(""), "some wait");
  assert.ok(all.some((text) => /about it|everything/.test(text)), "some say that it is all");
});

Deno.test("[MP1] a late concern comes at the question for something else, once, or the patient says no", () => {
  const card = attentive(cardOf("headache_tension"));
  let came = 0;
  for (let seed = 0; seed < 300; seed++) {
    const lines = [INVITATION, ...Array(8).fill("Go on."), SOMETHING_ELSE, SOMETHING_ELSE];
    const { says } = interview(card, seed, lines);
    const [first = [], second = []] = says.slice(-2);
    if (factsOf(first).includes("worry")) came += 1;
    else assert.equal(textOf(first), "No, that's all.");
    assert.deepEqual(factsOf(second), []);
  }
  assert.ok(came > 0.7 * 300 && came < 0.86 * 300, `${came} of 300 against 78 %`);
  const [nothing = []] = interview(attentive(cardOf("cough_cold")), 1, [
    INVITATION,
    ...Array(8).fill("Go on."),
    SOMETHING_ELSE,
  ]).says.slice(-1);
  assert.equal(textOf(nothing), "No.");
});

Deno.test("[MP1] a patient with more to tell goes on alone in a silence of at most 20 s", () => {
  const card = { ...attentive(cardOf("headache_tension")), timing: { goesOnAloneChance: 1 } };
  let after = 0;
  for (let seed = 0; seed < 50; seed++) {
    const { state } = interview(card, seed, [INVITATION, "Do you smoke?"]);
    const open = { ...state, told: [] };
    if (open.nextAloneMs === null || open.nextAloneMs > 20_000) continue;
    after += 1;
    const step = patientStep(card, open, { type: "silence", ms: open.nextAloneMs });
    assert.ok(factsOf(step.says).length > 0);
  }
  assert.ok(after > 0);
  const finished = { ...newPatient(card, 1), nextAloneMs: 50_000, openingSaid: 5 };
  const told = card.facts.map(({ id }) => id);
  const callsOut = patientStep(card, { ...finished, told }, { type: "silence", ms: 50_000 });
  assert.match(textOf(callsOut.says), /listening|supposed/);
  assert.equal(callsOut.state.nextAloneMs, null);
});

Deno.test("[MP1] coughs have no words, side talk is to somebody else, a companion speaks, some hand back", () => {
  const seen = new Set<string>();
  let handBacks = 0;
  for (const card of CASE_CARDS) {
    for (let seed = 0; seed < 20; seed++) {
      const { says } = interview(card, seed, [DISCLOSURE, INVITATION, ...questionsFor(card)]);
      for (const { kind, by, segments } of says.flat()) {
        seen.add(`${kind} by ${by}`);
        if (kind === "noise") assert.ok(segments.every(({ text }) => text === ""));
        else assert.ok(segments.every(({ text }) => text !== ""));
        if (by === "companion") assert.equal(card.manner, "with_companion");
      }
      if (textOf(says[1] ?? []).includes(card.handBack)) handBacks += 1;
    }
  }
  assert.deepEqual([...seen].sort(), [
    "backchannel by patient",
    "noise by patient",
    "side_talk by companion",
    "side_talk by patient",
    "speech by patient",
  ]);
  const share = handBacks / (CASE_CARDS.length * 20);
  assert.ok(share > 0.1 && share < 0.5, `${share} hand back at the first statement's end`);
});

const SENTENCES = fc.constantFrom(
  DISCLOSURE,
  INVITATION,
  ...ENCOURAGERS,
  SOMETHING_ELSE,
  "When did it start?",
  "Can you tell me more about the pain?",
  "What worries you most?",
  "How has it been affecting you?",
  "Let me think for a moment.",
  "",
);
const INPUTS = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("heard" as const), text: SENTENCES, brokenOff: fc.boolean() }),
    fc.record({ type: fc.constant("silence" as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
  ),
  { maxLength: 30 },
);

Deno.test("[MP1] whatever is asked, nothing is told twice, no time is negative, no pause over 20 s", () => {
  fc.assert(
    fc.property(fc.constantFrom(...CASE_CARDS), fc.integer(), INPUTS, (card, seed, inputs) => {
      let state = newPatient(card, seed);
      let unsaid: readonly Segment[] = [];
      for (const input of inputs) {
        const step: PatientStep = input.type === "silence"
          ? patientStep(card, state, input)
          : patientStep(card, state, { type: "heard", text: input.text, unsaid });
        state = step.state;
        const segments = step.says.flatMap((utterance) => utterance.segments);
        const brokenOff = input.type === "heard" && input.brokenOff;
        unsaid = brokenOff ? segments.slice(1) : [];
        assert.equal(new Set(state.told).size, state.told.length);
        assert.ok(state.told.every((id) => card.facts.some((fact) => fact.id === id)));
        assert.ok(state.openingSaid >= 0 && state.openingSaid <= card.opening.length);
        for (const { speechMs, pauseAfterMs } of segments) {
          assert.ok(Number.isInteger(speechMs) && speechMs > 0);
          assert.ok(Number.isInteger(pauseAfterMs) && pauseAfterMs >= 0 && pauseAfterMs <= 20_000);
        }
      }
    }),
    { numRuns: 200 },
  );
});

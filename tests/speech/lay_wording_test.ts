import assert from "node:assert/strict";
import fc from "fast-check";
import { cleanLayWording, guardLay } from "@/lib/speech/lay_wording.ts";

const USABLE = {
  "Does it hurt when you breathe in?": "Does it hurt when you breathe in?",
  ' "have you had high  blood pressure?" ': "Have you had high blood pressure?",
  "When did it start?": "When did it start?",
  "When exactly did it begin?": "When exactly did it begin?",
  "when you cough, does it hurt?": "When you cough, does it hurt?",
  "If you lie down, does it get better?": "If you lie down, does it get better?",
  "And is it worse at night?": "And is it worse at night?",
  "Do you have a fever, chills, or a cough?": "Do you have a fever, chills, or a cough?",
  "How bad is it, on a scale of one to ten?": "How bad is it, on a scale of one to ten?",
  "What, if anything, makes it better?": "What, if anything, makes it better?",
  "Have you had a temperature of 38.5?": "Have you had a temperature of 38.5?",
  "Any pain at night?": "Any pain at night?",
  "Don’t you sleep well?": "Don't you sleep well?",
  "Has anyone in your family had heart trouble?": "Has anyone in your family had heart trouble?",
};

Deno.test("[SP6] one plain question in one sentence is usable", () => {
  for (const [raw, text] of Object.entries(USABLE)) assert.equal(cleanLayWording(raw), text, raw);
});

const UNUSABLE: Readonly<Record<string, readonly string[]>> = {
  "nothing": ["", " ", "?", "...", "Pain?", "12?"],
  "a statement": [
    "You have high blood pressure.",
    "You have cancer?",
    "It is nothing to worry about?",
    "It's your heart, isn't it?",
    "Your blood pressure is high?",
    "I think you are well, do you smoke?",
    "Take two tablets a day?",
    "Do stop smoking?",
    "Have a rest?",
    "When you have pain you are ill?",
    "If you cough, you have a cold?",
    "Don't worry?",
    "There is nothing wrong, is there?",
    "Please relax, does it hurt?",
  ],
  "a question with a statement behind it": [
    "Does it hurt, it is probably nothing?",
    "Is it sore, you have cancer?",
    "Do you smoke and you should stop?",
    "Does it hurt, take two tablets?",
    "Is it worse at night, don't worry?",
  ],
  "a second sentence": [
    "Does it hurt? You will be fine.",
    "Does it hurt? Is it sore?",
    "I see. Does it hurt?",
    "Does it hurt.Is it sore?",
    "Does it hurt??",
    "Does it hurt!?",
    "Does it hurt; is it sore?",
    "Does it hurt: yes or no?",
    "Does it hurt — you are fine?",
    "Does it hurt - you are fine?",
    "Does it hurt\u2026 is it sore?",
  ],
  "a bracket or another mark": [
    "Does it hurt (left or right)?",
    "Do you have risk factors [hypertension]?",
    "Does {topic} hurt?",
    "Is it on the left/right?",
    "Do you take drugs, e.g. aspirin?",
    'Do you feel "down"?',
    "Does it <b>hurt</b>?",
    "Does it hurt*?",
    "Does it hurt $5?",
    "Does it hu\u202ert?",
    "Does it hurt\u0000?",
    "Больно ли вам?",
  ],
  "no question mark": ["Does it hurt", "Does it hurt."],
  "over-long": [
    `Does it hurt ${"very ".repeat(30)}much?`,
    `Is ${"x".repeat(200)}?`,
  ],
};

for (const [why, raws] of Object.entries(UNUSABLE)) {
  Deno.test(`[SP6] ${why} is unusable`, () => {
    for (const raw of raws) {
      assert.equal(cleanLayWording(raw), null, JSON.stringify(raw));
      assert.deepEqual(guardLay(raw, raw, 0), { ok: false, why: "unusable", similarity: null });
    }
  });
}

Deno.test("[SP6] the same question in other words passes with its score; another question does not", () => {
  const original = "Do you have chest pain radiating to the left arm?";
  const same = guardLay(original, "Does the chest pain go into your left arm?", 0.3);
  assert.ok(same.ok && same.similarity > 0.5);
  assert.equal(same.text, "Does the chest pain go into your left arm?");
  const other = guardLay(original, "Is football good fun?", 0.3);
  assert.deepEqual(other, {
    ok: false,
    why: "subject",
    text: "Is football good fun?",
    similarity: 0,
  });
});

Deno.test("[SP6] the floor itself is similar enough, and a jot above it is not", () => {
  const [original, lay] = ["Any history of hypertension?", "Have you any history of fits?"];
  const { similarity } = guardLay(original, lay, 0);
  assert.ok(similarity !== null && similarity > 0 && similarity < 1);
  assert.equal(guardLay(original, lay, similarity).ok, true);
  const above = guardLay(original, lay, similarity + 1e-9);
  assert.ok(!above.ok && above.why === "subject");
  assert.equal(above.similarity, similarity);
});

const NEW_CONDITIONS = [
  ["Any weight loss?", "Have you lost weight because of cancer?", "cancer"],
  [
    "Does the chest pain spread?",
    "Does the chest pain of your heart attack spread?",
    "heart attack",
  ],
  ["Is the headache sudden?", "Is the headache sudden, like a stroke?", "stroke"],
  [
    "Any weakness in your arms?",
    "Any weakness in your arms from multiple sclerosis?",
    "multiple sclerosis",
  ],
  [
    "Any thoughts of harming yourself?",
    "Any suicidal thoughts of harming yourself?",
    "suicide risk",
  ],
] as const;

Deno.test("[SP6] however similar: a wording that brings in a condition is not said", () => {
  for (const [original, lay, condition] of NEW_CONDITIONS) {
    const verdict = guardLay(original, lay, 0.1);
    assert.ok(!verdict.ok && verdict.why === "condition", lay);
    assert.deepEqual([verdict.condition, verdict.text], [condition, lay]);
    assert.ok(verdict.similarity >= 0.1);
  }
});

Deno.test("[SP6, SP1] however similar: a wording that orders, advises or tells is not said", () => {
  const disguised: [string, string][] = [
    ["Can you carry shopping?", "Can you leave shopping?"],
    ["How heavy are you?", "Are you fat?"],
    ["Do you lie flat?", "Can you lie down flat?"],
    ["Do you have pain?", "Do you admit you have pain?"],
  ];
  for (const [original, lay] of disguised) {
    assert.equal(guardLay(original, lay, 0).ok, false, lay);
  }
});

Deno.test("[SP6] a condition that the question asks about may be asked about in plain words", () => {
  const pairs = [
    ["Any history of stroke?", "Have you any history of strokes?"],
    ["Any history of malignancy?", "Have you any history of cancer?"],
    ["Any family history of MI?", "Any family history of a heart attack?"],
    ["Any haematuria, or pain on passing urine?", "Any blood in the urine, or pain?"],
    ["Any suicidal thoughts?", "Have you had any suicidal thoughts?"],
  ] as const;
  for (const [original, lay] of pairs) assert.equal(guardLay(original, lay, 0.3).ok, true, lay);
});

Deno.test("[SP6] the resolver may guard again: the result of a result is itself", () => {
  for (const raw of Object.keys(USABLE)) {
    const text = cleanLayWording(raw);
    assert.ok(text !== null);
    assert.equal(cleanLayWording(text), text);
  }
});

Deno.test("[SP6] whatever a model writes: one sentence, one mark at its end, no bracket", () => {
  const piece = fc.constantFrom(
    ..."does is have you it the your pain hurt when take rest and fine (left) [x] {y} . ? ! , ; - 5"
      .split(" "),
    ", ",
    ". ",
    "? ",
    " ",
  );
  const raws = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.array(piece, { maxLength: 12 }).map((parts) => `${parts.join(" ")}?`),
    fc.array(piece, { maxLength: 12 }).map((parts) => `Does it ${parts.join("")}?`),
  );
  let passed = 0;
  fc.assert(
    fc.property(raws, (raw) => {
      const text = cleanLayWording(raw);
      if (text === null) return;
      passed += 1;
      assert.match(text, /^[\p{L}\p{N}][^?]*\?$/u);
      assert.doesNotMatch(text, /[()[\]{}<>;:!"/\\\n]|[.](?!\d)/);
      assert.ok(text.length <= 200);
      assert.equal(cleanLayWording(text), text);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(passed > 50, `only ${passed} wordings passed: the property looked at nothing`);
});

Deno.test("[SP6] no statement passes, however it is joined to a question", () => {
  const statement = fc.constantFrom(
    "you have cancer",
    "it is nothing serious",
    "you should stop smoking",
    "take two tablets a day",
    "there is no need to worry",
    "that is your heart",
    "I think you are fine",
    "don't worry about it",
  );
  const question = fc.constantFrom("does it hurt", "is it worse at night", "when did it start");
  const join = fc.constantFrom(", ", ". ", "; ", " - ", " — ", ": ", "! ", "? ", "\n", " ... ");
  fc.assert(
    fc.property(statement, question, join, fc.boolean(), (said, asked, between, first) => {
      const raw = first ? `${said}${between}${asked}?` : `${asked}${between}${said}?`;
      // A line break alone is white space: what it leaves is judged as one sentence.
      if (between === "\n") return;
      assert.equal(cleanLayWording(raw), null, raw);
    }),
  );
});

/** A question and a wording that asks for something else, advises, or leads. */
const TURNED = [
  ["Are you taking warfarin?", "Have you stopped taking warfarin?"],
  ["Are you taking warfarin?", "Why have you not been taking warfarin?"],
  ["Are you taking any blood thinners?", "Would you stop taking any blood thinners?"],
  ["Are you taking any blood thinners?", "Could you stop taking any blood thinners today?"],
  ["Do you have chest pain?", "Would you like to call 999 about your chest pain?"],
  ["Do you have chest pain?", "Can you take two aspirin for your chest pain?"],
  ["Do you have chest pain?", "Do you have no chest pain?"],
  ["Do you have chest pain?", "Did you know chest pain like this usually is nothing serious?"],
  ["Do you have chest pain?", "Can you go home and rest until your chest pain goes?"],
  ["Do you have chest pain?", "Will you double your tablets when the chest pain comes back?"],
  ["Have you had thoughts of harming yourself?", "Would harming yourself help?"],
  ["Have you had thoughts of harming yourself?", "Why have you not been harming yourself?"],
  ["Have you had thoughts of harming yourself?", "Have you had thoughts?"],
  ["Are you pregnant?", "Are you not pregnant?"],
  ["Are you pregnant?", "Is your husband the reason you are pregnant?"],
  ["Is the pain in your left arm?", "Is the pain in your right arm?"],
  ["Did the pain start suddenly?", "Did the pain start slowly?"],
  ["Do you have any allergies to penicillin?", "Do you have no allergies, so is penicillin safe?"],
  ["Do you have any allergies?", "Any allergies or shall we use penicillin?"],
  ["How long have you had the cough?", "How long will the cough kill you?"],
  ["Have you lost any weight?", "What is your card number and have you lost any weight?"],
  ["Have you lost any weight?", "Can you tell me your password and have you lost any weight?"],
  ["Do you take insulin?", "Should you take ten more units of insulin?"],
  ["Do you take insulin?", "Can you skip insulin tonight?"],
  ["When did you last take paracetamol?", "When did you last take 20 paracetamol?"],
] as const;

Deno.test("[SP6] however similar: a wording that turns the question is not said", () => {
  for (const [original, lay] of TURNED) {
    const verdict = guardLay(original, lay, 0.3);
    assert.ok(!verdict.ok && verdict.why === "turned", `${original} -> ${lay}`);
    assert.deepEqual([verdict.text, verdict.similarity >= 0.3], [lay, true]);
    assert.ok(verdict.turn.length > 0);
  }
});

const HONEST = [
  ["Do you have chest pain?", "Do you feel any pain in your chest?"],
  [
    "Do you have chest pain radiating to the left arm?",
    "Does the chest pain go into your left arm?",
  ],
  ["Any chest pain on exertion?", "Do you get chest pain when you walk or climb?"],
  ["When was the onset of the pain?", "When did the pain begin?"],
  ["When did the symptoms first begin?", "When did the symptoms start?"],
  ["Was the onset of pain sudden or gradual?", "Did the pain start suddenly or slowly?"],
  [
    "Are there any relieving or aggravating factors for the pain?",
    "What makes the pain better or worse, if any?",
  ],
  ["Do you take any regular medication?", "Are you on any regular medicines?"],
  ["Are you taking anticoagulants?", "Are you taking any blood thinners?"],
  ["Have you stopped any medication recently?", "Have you stopped taking any medicines recently?"],
  ["Have you missed any doses of your medication?", "Did you miss any doses of your tablets?"],
  ["Have you used paracetamol for the pain?", "Have you taken paracetamol for the pain?"],
  ["Any history of hypertension?", "Have you any history of high blood pressure?"],
  ["Any family history of heart disease?", "Has anyone in the family had heart disease?"],
  ["Have you been admitted to hospital before?", "Have you been in hospital before?"],
  ["Do you have dyspnoea at rest?", "Do you feel short of breath at rest?"],
  ["Do you have orthopnoea when you lie flat?", "Are you short of breath when you lie flat?"],
  ["Are you able to weight-bear on the leg?", "Can you walk and put weight on the leg?"],
  ["Could you be pregnant?", "Could you be pregnant now?"],
  ["Is there any chance of pregnancy?", "Is there any chance you could have a pregnancy?"],
  ["Have you noticed haematuria or dysuria?", "Have you noticed blood or burning in your urine?"],
  ["Any nocturia?", "Any nocturia, such as getting up at night to pass urine?"],
  ["Have you had any pyrexia or rigors?", "Have you had any fever or shivering?"],
  ["Any nausea or emesis?", "Any nausea, or being sick?"],
  ["Is the cough productive of sputum?", "Does the cough bring up any sputum?"],
  ["What colour is the sputum?", "What colour is the sputum that you cough up?"],
  ["Have you had unintentional weight loss?", "Have you lost weight?"],
  ["Any numbness or paraesthesia in the legs?", "Any numbness or tingling in the legs?"],
  ["Any bilateral leg swelling?", "Are both of your legs swelling?"],
  ["Is the left calf tender?", "Is your left calf sore?"],
  ["Is the pain in the right iliac fossa?", "Is the pain low down on the right side?"],
  ["Did the headache peak within 5 minutes?", "Was the headache at its worst within five minutes?"],
  ["How severe is the pain from 0 to 10?", "How bad is the pain, from zero to ten?"],
  ["Any visual disturbance with the headache?", "Is your sight different with the headache?"],
  ["Any suicidal thoughts?", "Have you had any suicidal thoughts?"],
  ["Have you had thoughts of harming yourself?", "Have you thought of hurting yourself?"],
  ["Is your mood low?", "Do you feel low in your mood?"],
  ["Do you have difficulty swallowing?", "Is swallowing food hard for you?"],
  ["Have you not slept well?", "Haven't you slept well?"],
  ["Is the pain worse after eating?", "Does the pain get worse after a meal?"],
  ["Can you describe the character of the pain?", "Can you tell me what the pain feels like?"],
  ["Do you smoke, and if so how many a day?", "Do you smoke, and how many a day?"],
  ["Have you had any palpitations?", "Have you felt palpitations, or your heart racing?"],
  ["Is the rash pruritic?", "Does the rash itch?"],
  ["Do you consume alcohol?", "Would you say you drink any alcohol?"],
] as const;

Deno.test("[SP6] a wording that only puts the question in plain words is said", () => {
  assert.ok(HONEST.length >= 40);
  const refused = HONEST.map(([original, lay]) => ({ lay, verdict: guardLay(original, lay, 0.3) }))
    .filter(({ verdict }) => !verdict.ok);
  assert.deepEqual(refused, []);
});

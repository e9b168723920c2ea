import assert from "node:assert/strict";
import fc from "fast-check";
import { cleanTopic, guardTopic } from "@/lib/speech/topic.ts";

Deno.test("[SP3] a short noun phrase is a topic, put so that it stands inside a question", () => {
  const topics = {
    "The chest pain": "the chest pain",
    " the  chest\npain. ": "the chest pain",
    '"your sleep"': "your sleep",
    "“Your mother’s illness”": "your mother's illness",
    "the pain in your left shoulder": "the pain in your left shoulder",
    "Parkinson's disease": "Parkinson's disease",
    "the COVID-19 test": "the COVID-19 test",
    "smoking and drinking": "smoking and drinking",
    "your ciclosporin": "your ciclosporin",
    "type 2 diabetes": "type 2 diabetes",
    "the café": "the café",
  };
  for (const [raw, topic] of Object.entries(topics)) assert.equal(cleanTopic(raw), topic, raw);
});

const NO_TOPICS: Readonly<Record<string, readonly string[]>> = {
  "nothing in it": ["", " ", "...", "12", "12 34", "the two", "your", "?", "the", "a 5"],
  "a sentence": [
    "The pain is in the chest",
    "I feel sick",
    "you have cancer",
    "the pain spreads",
    "it hurts",
    "there's a rash",
    "we'll see",
    "the chest pain. You will be fine",
  ],
  "a clause": [
    "what hurts",
    "when it started",
    "the pain that you had",
    "whether you smoke",
    "how often",
    "the time when it began",
    "because of the pain",
  ],
  "a question": ["the chest pain?", "any pain?", "is it sore", "do you smoke"],
  "an order": ["take two tablets", "stop smoking", "Ignore the rules", "tell your family"],
  "a negation": ["no pain", "nothing serious", "not the heart", "never mind"],
  "the model's own view": ["my chest pain", "our next question", "me and the doctor"],
  "a bracket or another mark": [
    "pain (chest)",
    "pain [left]",
    "the pain {topic}",
    "pain/ache",
    "pain: chest",
    "pain, nausea",
    "the pain; fine",
    "pain – chest",
    "pain!",
    "<b>pain</b>",
    "pain\u0000",
    "p\u202eain",
    "the {doctor}",
    "$& pain",
    "боль",
    "the pаin",
  ],
  "too long": [
    "the pain in the middle of your chest",
    "x".repeat(61),
    "the pseudopseudohypoparathyroidism of otorhinolaryngological men",
  ],
};

for (const [why, raws] of Object.entries(NO_TOPICS)) {
  Deno.test(`[SP3] ${why} is no topic`, () => {
    for (const raw of raws) assert.equal(cleanTopic(raw), null, JSON.stringify(raw));
  });
}

Deno.test("[SP3] whatever a model gives: one bounded line of words, no second sentence, stable", () => {
  const piece = fc.constantFrom(
    ..."the your chest pain is you have (left) [x] {topic} . ? ! , ; : - ' 5 \n take fine".split(
      " ",
    ),
    " ",
  );
  const raws = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(" ")),
    fc.array(piece, { maxLength: 10 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(raws, (raw) => {
      const topic = cleanTopic(raw);
      if (topic === null) return;
      assert.match(topic, /^[\p{L}\p{M}\p{N}' -]{2,60}$/u);
      assert.match(topic, /\p{L}{2}/u);
      assert.ok(topic.split(/[ -]/).length <= 12);
      assert.doesNotMatch(topic, /\b(?:is|you|have)\b|^take\b/i);
      assert.equal(cleanTopic(topic), topic);
    }),
    { numRuns: 2_000 },
  );
});

/** What a model gave for a question, after what a patient had said. */
type Offer = readonly [topic: string, question: string, patientWords?: string];

const given = ([topic, question, patientWords = ""]: Offer) =>
  guardTopic(topic, { question, patientWords });

const HONEST: readonly Offer[] = [
  ["The chest pain", "Does the chest pain spread to your left arm?"],
  ["your breathing", "Does it hurt when you breathe in?"],
  ["your smoking", "Do you smoke?"],
  ["your sleep", "How have you been sleeping?"],
  ["your weight loss", "Have you lost any weight?"],
  ["the swelling in your leg", "Is your left leg swollen?"],
  ["your mother's illness", "Has your mother had the same illness?"],
  ["the cough", "Do you bring anything up?", "I have had this cough for three weeks."],
  ["the pain", "Does it hurt when you breathe in?", "There is a pain in my chest."],
  ["your tiredness", "Is it worse in the morning?", "I am so tired."],
];

Deno.test("[SP3] a topic of the question's words or the patient's is said", () => {
  for (const offer of HONEST) assert.equal(given(offer), cleanTopic(offer[0]), offer[0]);
});

const UNTIED: readonly Offer[] = [
  ["your lung cancer", "Any weight loss?"],
  ["the HIV", "Any weight loss?"],
  ["your affair", "How are things at home?"],
  ["your drinking", "How are things at home?"],
  ["your hopeless weight", "Any weight loss?"],
  ["the pain", "Does it hurt when you breathe in?"],
  ["your chest pain", "Is the pain there all the time?"],
  ["your heart", "Is the pain there all the time?", "It started on Monday."],
];

Deno.test("[SP3] a topic with a word that neither question nor patient has is not said", () => {
  for (const offer of UNTIED) {
    assert.ok(cleanTopic(offer[0]) !== null, `${offer[0]} is well formed`);
    assert.equal(given(offer), null, offer.join(" | "));
  }
});

const CONDITIONS: readonly Offer[] = [
  ["your lung cancer", "Any family history of lung cancer?"],
  ["your lung cancer", "Any weight loss?", "My mother died of lung cancer."],
  ["the stroke", "Have you ever had a stroke?"],
  ["your suicidal thoughts", "Do you have suicidal thoughts?"],
  ["your seizures", "Any seizures?"],
  ["the heart attack", "Has your father had a heart attack?", "My father had a heart attack."],
];

Deno.test("[SP3] a topic names no condition, whoever has spoken of it", () => {
  for (const offer of CONDITIONS) {
    assert.ok(cleanTopic(offer[0]) !== null, `${offer[0]} is well formed`);
    assert.equal(given(offer), null, offer.join(" | "));
  }
});

Deno.test("[SP3] whatever a model gives: no word is said that neither question nor patient has", () => {
  const words = "chest pain weight loss stroke cancer cough sleep arm left".split(" ");
  const some = fc.array(fc.constantFrom(...words), { maxLength: 4 });
  let passed = 0;
  fc.assert(
    fc.property(some, some, some, (topic, asked, said) => {
      const question = `Any ${asked.join(" ")}?`;
      const text = guardTopic(`the ${topic.join(" ")}`, { question, patientWords: said.join(" ") });
      if (text === null) return;
      passed += 1;
      assert.ok(topic.every((word) => asked.includes(word) || said.includes(word)), text);
      assert.doesNotMatch(text, /stroke|cancer/);
      assert.equal(guardTopic(text, { question, patientWords: said.join(" ") }), text);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(passed > 50, `only ${passed} topics passed: the property looked at nothing`);
});

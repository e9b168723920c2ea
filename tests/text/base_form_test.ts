import assert from "node:assert/strict";
import fc from "fast-check";
import { baseForm } from "@/lib/text/base_form.ts";
import { contentWords } from "@/lib/text/content_words.ts";

const SAME = [
  "breathe breathing breathed breath",
  "cough coughs coughing coughed",
  "allergy allergies",
  "tired tiredness",
  "dizzy dizziness",
  "breathless breathlessness",
  "stop stopped stopping stops",
  "swell swelling swollen",
  "loss lost lose losing",
  "headache headaches",
  "bleed bleeding bled",
  "eye eyes",
];

Deno.test("[SP3] the inflections of one word have one base form", () => {
  for (const line of SAME) {
    const forms = new Set(line.split(" ").map(baseForm));
    assert.equal(forms.size, 1, `${line}: ${[...forms].join(" ")}`);
  }
});

const OTHER = [
  ["weight", "wait"],
  ["loss", "list"],
  ["pain", "paint"],
  ["organ", "organic"],
  ["cancer", "canter"],
  ["sting", "stop"],
  ["arm", "army"],
  ["lung", "lunch"],
  ["rest", "restless"],
] as const;

Deno.test("[SP3] words that are not one another's inflections keep apart", () => {
  for (const [one, other] of OTHER) assert.notEqual(baseForm(one), baseForm(other), one);
});

Deno.test("[SP3] what only joins or points has no content", () => {
  assert.deepEqual([...contentWords("The loss of your vision")], ["los", "vision"]);
  assert.deepEqual(contentWords("vision loss"), new Set(["vision", "los"]));
  assert.equal(contentWords("your the of it").size, 1);
});

Deno.test("[SP3] whatever the word, something of it is left", () => {
  const word = fc.string({ unit: fc.constantFrom(..."aeisndgy".split("")), minLength: 1 });
  fc.assert(fc.property(word, (text) => assert.ok(baseForm(text).length > 0)));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { totalWordError, wordError } from "@/lib/text/word_error.ts";
import { scoredWords } from "@/lib/text/word_error_normaliser.ts";

const SAME: readonly (readonly [string, string])[] = [
  ["Two point five milligrams, in the morning.", "2.5mg in the morning"],
  ["one hundred and twenty four over seventy", "124/70"],
  ["two hundred and fifty milligrams, three times", "250 mg 3 times"],
  ["It was thirty nine point five.", "it was 39.5"],
  ["on the twelfth", "on the 12th"],
  ["two thousand five hundred", "2,500"],
  ["I can't, and I won't.", "I cannot and I will not"],
  ["You don't; they're here; I've; we'll", "you do not they are here I have we will"],
  ["diarrhoea, not any more", "Diarrhea not anymore"],
  ["Doctor, all right, okay", "Dr alright OK"],
  ["a chest X ray", "a chest X-ray"],
];

Deno.test("[TR3] the scorer's normaliser takes two spellings of the same words as one", () => {
  for (const [one, other] of SAME) assert.deepEqual(scoredWords(one), scoredWords(other));
});

Deno.test("[TR3] the scorer's normaliser keeps apart what is not the same", () => {
  const pairs = [["fifteen", "fifty"], ["I do", "I do not"], ["2.5", "25"], [
    "ramipril",
    "rampril",
  ]];
  for (const [one = "", other = ""] of pairs) {
    assert.notDeepEqual(scoredWords(one), scoredWords(other));
  }
});

Deno.test("[TR3] word error counts each kind of difference, and facts apart", () => {
  const error = wordError(
    "I do not take ramipril ten milligrams",
    "I do take remit reel 10 mg",
  );
  assert.deepEqual(
    [error.substitutions, error.deletions, error.insertions, error.referenceWords],
    [1, 1, 1, 7],
  );
  assert.deepEqual(error.medicines, { said: 1, heard: 0 });
  assert.deepEqual(error.numbers, { said: 1, heard: 1 });
  assert.deepEqual(error.negations, { said: 1, heard: 0 });
});

Deno.test("[TR3] word error is 0 for the same text, and never below the difference in length", () => {
  const text = fc.array(fc.constantFrom("no", "five", "pain", "ramipril", "the"), {
    maxLength: 30,
  });
  fc.assert(fc.property(text, text, (one, other) => {
    assert.equal(wordError(one.join(" "), one.join(" ")).rate, 0);
    const { substitutions, deletions, insertions, referenceWords } = wordError(
      one.join(" x "),
      other.join(" x "),
    );
    const heard = scoredWords(other.join(" x ")).length;
    assert.equal(referenceWords - deletions + insertions, heard);
    assert.ok(substitutions + deletions + insertions >= Math.abs(referenceWords - heard));
  }));
});

Deno.test("[TR3] errors of several texts add up by words, not by texts", () => {
  const total = totalWordError([wordError("a b c d", "a b c d"), wordError("e", "f")]);
  assert.equal(total.rate, 1 / 5);
});

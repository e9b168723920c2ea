import fc from "fast-check";

/** One seed for the committed fixture; the live cross-check draws from another. */
export const FIXTURE_SEED = 20261130;
export const FIXTURE_PAIRS = 520;

const clinicalWord = fc.constantFrom(
  ..."urgent chest pain hospital admission referral specialist ecg sepsis blood arm tablets sleep"
    .split(
      " ",
    ),
);
const phrase = fc.array(clinicalWord, { maxLength: 6 }).map((list) => list.join(" "));
/** Few letters make many ties, which is where an implementation of the ratio goes wrong. */
const ties = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 24 });
const anything = fc.string({ unit: "binary", maxLength: 20 }).filter((text) =>
  // A lone surrogate cannot travel through JSON into Python and back.
  text.isWellFormed()
);
const text = fc.oneof(phrase, ties, anything);

export function ratioPairs(seed: number, count: number): [string, string][] {
  return fc.sample(fc.tuple(text, text), { seed, numRuns: count });
}

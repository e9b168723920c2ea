import assert from "node:assert/strict";
import fc from "fast-check";
import { matchRatio, sameTokens, similarity, tokenSet } from "@/lib/text/similarity.ts";
import fixture from "./difflib_fixture.json" with { type: "json" };
import { FIXTURE_PAIRS, FIXTURE_SEED, ratioPairs } from "./ratio_pairs.ts";

/** Both sides compute 2·M/T in doubles, so nothing but equality is accepted. */
function assertRatios(pairs: readonly (readonly string[])[], expected: readonly number[]) {
  assert.equal(pairs.length, expected.length);
  for (const [index, [a = "", b = ""]] of pairs.entries()) {
    assert.equal(matchRatio(a, b), expected[index], JSON.stringify([a, b]));
  }
}

function difflib(pairs: readonly (readonly string[])[]): Promise<number[]> {
  const script = new URL("./difflib_reference.py", import.meta.url).pathname;
  const child = new Deno.Command("python3", {
    args: [script],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  writer.write(new TextEncoder().encode(JSON.stringify(pairs))).then(() => writer.close());
  return output.then(({ stdout }) => JSON.parse(new TextDecoder().decode(stdout)));
}

function pythonIsPresent(): boolean {
  try {
    return new Deno.Command("python3", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
}

Deno.test(`[QU7] the ratio equals difflib's on ${FIXTURE_PAIRS} kept pairs`, () => {
  assert.ok(fixture.length >= 500);
  assertRatios(fixture.map((row) => [row.a, row.b]), fixture.map((row) => row.ratio));
});

Deno.test({
  name: "[QU7] the ratio equals python3's own difflib on 600 fresh pairs (skipped without python3)",
  ignore: !pythonIsPresent(),
  async fn() {
    const pairs = ratioPairs(FIXTURE_SEED + 1, 600);
    assertRatios(pairs, await difflib(pairs));
  },
});

Deno.test("[QU7] pinned: possessives made two topics one, and no longer do", () => {
  assert.equal(matchRatio("your tablets", "your sleep").toFixed(3), "0.636");
  assert.equal(similarity("your tablets", "your sleep"), 0);
});

Deno.test("[QU7] pinned: this chest pain is the pain; bedside ECG is an urgent ECG arranged", () => {
  assert.ok(similarity("this chest pain", "the pain") >= 0.6);
  assert.ok(sameTokens(tokenSet("Bedside ECG"), tokenSet("Arrange an urgent ECG")));
});

Deno.test("[QU7] a subset scores 1, nothing shared scores 0, an empty set equals nothing", () => {
  assert.equal(similarity("chest pain", "sudden chest pain at rest"), 1);
  assert.equal(similarity("chest pain", "sore throat"), 0);
  assert.equal(similarity("the", "the"), 0);
  assert.equal(sameTokens(tokenSet("your"), tokenSet("your")), false);
});

Deno.test("[QU7] likeness is a number from 0 to 1 and a text is like itself", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (a, b) => {
    const score = similarity(a, b);
    assert.ok(score >= 0 && score <= 1);
    assert.equal(similarity(a, a), tokenSet(a).tokens.length === 0 ? 0 : 1);
  }));
});

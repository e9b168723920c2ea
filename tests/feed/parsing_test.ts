import assert from "node:assert/strict";
import { parseTaps } from "@/lib/feed/taps.ts";
import { parseTypedLines } from "@/lib/feed/typed_lines.ts";

Deno.test("[SK1] taps are read in the order of their time", () => {
  const outcome = parseTaps("t=40:stop_speaking, t=12.5:invitation,t=0:disclosure", 60_000);
  assert.ok(outcome.ok);
  assert.deepEqual(outcome.taps, [
    { atMs: 0, action: { kind: "speak", phrase: "disclosure" } },
    { atMs: 12_500, action: { kind: "speak", phrase: "invitation" } },
    { atMs: 40_000, action: { kind: "stop_speaking" } },
  ]);
  assert.deepEqual(parseTaps("", 1_000), { ok: true, taps: [] });
});

for (
  const [text, words] of [
    ["12:invitation", /written t=SECONDS:PHRASE/],
    ["t=-1:invitation", /written t=SECONDS:PHRASE/],
    ["t=1:Take two of these", /written t=SECONDS:PHRASE/],
    ["t=1:prescribe", /takes stop_speaking or one of disclosure, invitation/],
    ["t=60:invitation", /sound ends after 60 s/],
  ] as const
) {
  Deno.test(`[SP1, SK1] the tap "${text}" is refused with its own text and what is wrong`, () => {
    const outcome = parseTaps(text, 60_000);
    assert.ok(!outcome.ok);
    assert.equal(outcome.code, "bad_taps");
    assert.match(outcome.words, words);
    assert.ok(outcome.words.includes(text));
  });
}

Deno.test("[TR3] typed lines name who speaks, and leave comments out", () => {
  const outcome = parseTypedLines(
    "# a visit\nD: What brings you?\r\n\nP:  My knee.\nO: Hm.\nA note.\nP:",
  );
  assert.ok(outcome.ok);
  assert.deepEqual(outcome.lines, [
    { text: "What brings you?", role: "doctor" },
    { text: "My knee.", role: "patient" },
    { text: "Hm.", role: "other" },
    { text: "A note." },
  ]);
});

Deno.test("[SE4] a file without lines, or with one that is too long, is refused in words", () => {
  const nothing = parseTypedLines("# nothing\n\n");
  assert.ok(!nothing.ok);
  assert.match(nothing.words, /no line/);
  const long = parseTypedLines(`Short.\n${"x".repeat(4_001)}`);
  assert.ok(!long.ok);
  assert.match(long.words, /line 2: it has 4001 characters, and 4000 are the most/);
});

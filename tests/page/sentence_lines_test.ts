import assert from "node:assert/strict";
import fc from "fast-check";
import type { LiveLine } from "@/lib/page/live_line.ts";
import { sentenceLines } from "@/lib/page/sentence_lines.ts";
import { joinPhrases } from "@/lib/text/join_phrases.ts";
import { segmentForTest } from "./live_snapshot.ts";

const said = (id: string, startMs: number, text: string): LiveLine => ({
  kind: "said",
  segment: segmentForTest(id, startMs, text),
});
const texts = (lines: readonly LiveLine[]) =>
  sentenceLines(lines).map((line) =>
    line.kind === "alba" ? line.text : line.pieces.map(({ text }) => text).join(" ")
  );

Deno.test("[TR3] pieces of one sentence are read as one line", () => {
  assert.deepEqual(
    texts([
      said("a", 0, "it does not"),
      said("b", 500, "go to my jaw."),
      said("c", 1000, "And what"),
      said("d", 1500, "brings it on?"),
    ]),
    ["it does not go to my jaw.", "And what brings it on?"],
  );
});

Deno.test("[TR3] a pause, and what Alba says, start a new line", () => {
  assert.deepEqual(
    texts([
      said("a", 0, "well"),
      said("b", 2_000, "my arm"),
      { kind: "alba", id: "u", startMs: 2_400, text: "Go on." },
      said("c", 2_600, "hurts."),
    ]),
    ["well", "my arm", "Go on.", "hurts."],
  );
});

Deno.test("[TR3] however text is cut, every piece is shown once and in order", () => {
  const pieces = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom("no", "pain.", "arm", "why?")),
    { maxLength: 40 },
  );
  fc.assert(fc.property(pieces, (given) => {
    let atMs = 0;
    const lines = given.map(([laterMs, text], index) => said(`s${index}`, atMs += laterMs, text));
    const shown = sentenceLines(lines).flatMap((line) => line.kind === "said" ? line.pieces : []);
    assert.deepEqual(shown.map(({ id }) => id), lines.map((_, index) => `s${index}`));
    const joined = joinPhrases(shown).map(({ text }) => text);
    assert.deepEqual(joined, texts(lines));
  }));
});

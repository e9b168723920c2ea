import assert from "node:assert/strict";
import fc from "fast-check";
import { finishingState } from "@/lib/page/finishing_state.ts";
import { lineAt } from "@/lib/page/line_at.ts";
import { answerWords, guessWords, speakerNames, waitWords } from "@/lib/page/speaker_words.ts";
import {
  barsPath,
  energyPath,
  LANE_HEIGHT,
  marksPath,
  PICTURE_WIDTH,
} from "@/lib/page/timeline_paths.ts";

Deno.test("[FI1] a guessed role has a question mark, a given one has none", () => {
  const guessed = { speaker: 0, role: "doctor", guessed: true } as const;
  assert.equal(speakerNames([guessed]).get(0), "Doctor?");
  assert.equal(speakerNames([{ ...guessed, guessed: false }]).get(0), "Doctor");
  assert.equal(speakerNames([{ ...guessed, role: null }]).get(0), "Speaker 1");
});

Deno.test("[FI1] two speakers of one role are told apart by number", () => {
  const other = (speaker: number) => ({ speaker, role: "other", guessed: true } as const);
  const names = speakerNames([other(1), other(2)]);
  assert.deepEqual([...names.values()], ["Someone else 2?", "Someone else 3?"]);
});

Deno.test("[FI1] the words of a guess say how far ahead of the next one it is", () => {
  assert.match(guessWords(0.82), /fairly sure: 82 %/);
  assert.match(guessWords(0.5), /unsure: 50 %/);
  assert.match(guessWords(0.05), /toss: 5 %/);
  assert.equal(guessWords(null), "Alba's guess");
});

Deno.test("[FI1] every answer to “Who spoke?” has its words, Skip among them", () => {
  const words = [1, 2, 3, 8, null].map(answerWords);
  assert.deepEqual(words, [
    "Only the doctor",
    "Doctor and patient",
    "3 people",
    "8 people",
    "Skipped",
  ]);
});

Deno.test("[VI5, FI4] the page says that it waits, how long, and what an answer is needed for", () => {
  assert.match(waitWords(25), /waits 25 s more.*cannot be approved without/);
  assert.doesNotMatch(waitWords(null), /waits/);
  assert.match(waitWords(null), /cannot be approved without/);
});

Deno.test("[FI1] what the box answers about an open question is what the page understands", () => {
  const open = { state: "open", leftS: 24 };
  const answer = { state: "finalising", progress: null, declaration: open };
  assert.equal(finishingState.safeParse(answer).success, true);
  const without = { state: "finalising", progress: null };
  assert.equal(finishingState.safeParse(without).success, false);
});

Deno.test("[FI2] the line that is heard is the last one that has begun", () => {
  fc.assert(fc.property(
    fc.array(fc.nat(60), { maxLength: 50 }),
    fc.nat(60),
    (starts, now) => {
      const sorted = starts.toSorted((one, other) => one - other);
      assert.equal(lineAt(sorted, now), sorted.findLastIndex((start) => start <= now));
    },
  ));
});

Deno.test("[FI2] bars stay inside the picture and in their lane, and none is too thin to see", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 20_000_000 }),
    fc.array(fc.tuple(fc.nat(30_000_000), fc.nat(100_000)), { maxLength: 20 }),
    (durationMs, raw) => {
      const spans = raw.map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }));
      const path = barsPath(spans, durationMs, LANE_HEIGHT);
      const bars = [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z/g)];
      assert.equal(bars.length, spans.length);
      for (const [, x, y, width, height] of bars) {
        assert.ok(Number(x) >= 0 && Number(x) <= PICTURE_WIDTH);
        assert.ok(Number(width) >= 5);
        assert.ok(Number(y) >= LANE_HEIGHT && Number(y) + Number(height) <= 2 * LANE_HEIGHT);
      }
    },
  ));
});

Deno.test("[FI2] loudness of hours is drawn in at most five hundred steps, each its loudest", () => {
  const levels = Array.from({ length: 2000 }, (_, at) => at === 1001 ? 255 : 0);
  const path = energyPath({ levels, stepMs: 1800 }, 3_600_000, 0);
  assert.ok(path.split("L").length <= 502);
  assert.match(path, /L500 2L/, "the one loud step is not lost between quiet ones");
  assert.equal(energyPath({ levels: [], stepMs: 0 }, 1000, 0), "");
  assert.equal(marksPath([], 1000, 0), "");
});

import assert from "node:assert/strict";
import type { Span } from "@/lib/audio/spans.ts";
import { msToSamples } from "@/lib/audio/units.ts";
import { type QualityFacts, qualityWords, transcriptQuality } from "@/lib/consultation/quality.ts";

const LIMITS = { minCoverage: 0.8, maxLowConfidence: 0.2, maxGapS: 10 };

const span = (startMs: number, endMs: number): Span => ({
  start: msToSamples(startMs),
  end: msToSamples(endMs),
});

/** A minute in which somebody speaks for 20 s, and a word each second of it. */
function facts(change: Partial<QualityFacts> = {}): QualityFacts {
  return {
    speech: [span(10_000, 30_000)],
    excluded: [],
    words: Array.from({ length: 20 }, (_, second) => ({
      ...span(10_000 + second * 1_000, 11_000 + second * 1_000),
      probability: 0.9,
    })),
    gaps: [],
    lagsMs: [],
    length: msToSamples(60_000),
    ...change,
  };
}

const gap = (startMs: number, endMs: number, reason: "network" | "paused") => ({
  startSample: msToSamples(startMs),
  samples: msToSamples(endMs - startMs),
  reason,
});

Deno.test("[FI7] a transcript within its bounds has no finding", () => {
  const quality = transcriptQuality(facts({ lagsMs: [900, 1_500, 1_200, 4_000] }), LIMITS);
  assert.deepEqual(quality, {
    coverage: 1,
    lowConfidenceShare: 0,
    words: 20,
    speechMs: 20_000,
    excludedMs: 0,
    gapMs: 0,
    longestGapMs: 0,
    lagP50Ms: 1_200,
    lagP95Ms: 4_000,
    findings: [],
  });
  assert.deepEqual(qualityWords(quality), []);
});

Deno.test("[FI7] below its bounds the review is told which, in words", () => {
  const { words } = facts();
  const cases: [Partial<QualityFacts>, string, RegExp][] = [
    [{ words: words.slice(0, 10) }, "low_coverage", /Only 51 % of what was said/],
    [{ words: [] }, "nothing_heard", /No words were heard/],
    [
      { words: words.map((word, index) => ({ ...word, probability: index < 5 ? 0.2 : 0.9 })) },
      "low_confidence",
      /25 % of the words .* medicines, numbers and negations/,
    ],
    [{ gaps: [gap(40_000, 51_000, "network")] }, "long_gap", /11 s in one piece/],
  ];
  for (const [change, finding, said] of cases) {
    const quality = transcriptQuality(facts(change), LIMITS);
    assert.ok(quality.findings.some((found) => found === finding), finding);
    assert.match(qualityWords(quality).join("\n"), said);
  }
});

Deno.test("[FI7] at a bound itself there is no finding; a little beyond there is", () => {
  const at = transcriptQuality(facts({ gaps: [gap(40_000, 50_000, "network")] }), LIMITS);
  assert.deepEqual(at.findings, []);
  const beyond = transcriptQuality(facts({ gaps: [gap(40_000, 50_001, "network")] }), LIMITS);
  assert.deepEqual(beyond.findings, ["long_gap"]);
});

Deno.test("[FI7, SP8] Alba's own speech counts neither as speech nor as a gap", () => {
  const excluded = [span(20_000, 30_000)];
  const { words } = facts();
  const quality = transcriptQuality(
    facts({ excluded, words: words.slice(0, 10), gaps: [gap(18_000, 31_000, "network")] }),
    LIMITS,
  );
  assert.equal(quality.coverage, 1);
  assert.equal(quality.speechMs, 10_000);
  assert.equal(quality.excludedMs, 10_000);
  assert.equal(quality.longestGapMs, 2_000, "the pieces on either side");
  assert.deepEqual(quality.findings, []);
});

Deno.test("[FI7, CO6] a pause was wanted and is no gap", () => {
  const quality = transcriptQuality(facts({ gaps: [gap(40_000, 59_000, "paused")] }), LIMITS);
  assert.deepEqual([quality.gapMs, quality.findings.length], [0, 0]);
});

Deno.test("[FI7] a second of speech is too little to be judged by", () => {
  const quality = transcriptQuality(
    facts({ speech: [span(0, 1_000)], words: facts().words.slice(0, 1) }),
    LIMITS,
  );
  assert.deepEqual(quality.findings, []);
});

import { type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import { exclusionSpans, overlapping, type Span } from "@/lib/audio/spans.ts";
import type { GapReason } from "@/lib/record/capture_store.ts";
import { unheardSpeech } from "@/lib/consultation/unheard_speech.ts";

/** What the transcript is judged by (FI7); the bounds are settings. */
export interface QualityLimits {
  readonly minCoverage: number;
  readonly maxLowConfidence: number;
  readonly maxGapS: number;
}

export interface QualityFacts {
  /** Where somebody spoke; exclusion spans are taken out here. */
  readonly speech: readonly Span[];
  /** Alba's own speech with its margins, sorted and merged. */
  readonly excluded: readonly Span[];
  /** Heard words of the version that the review shows, in order. */
  readonly words: readonly (Span & { readonly probability: number })[];
  readonly gaps: readonly {
    readonly startSample: Samples;
    readonly samples: Samples;
    readonly reason: GapReason;
  }[];
  /** Last word spoken → line committed, of each live line. */
  readonly lagsMs: readonly number[];
  readonly length: Samples;
}

export type QualityFinding =
  | "nothing_heard"
  | "low_coverage"
  | "low_confidence"
  | "long_gap";

export interface Quality {
  /** Share of the speech that some word covers; null when nobody spoke. */
  readonly coverage: number | null;
  /** Share of the words that were heard with little confidence; null without words. */
  readonly lowConfidenceShare: number | null;
  readonly words: number;
  readonly speechMs: number;
  readonly excludedMs: number;
  readonly gapMs: number;
  readonly longestGapMs: number;
  readonly lagP50Ms: number | null;
  readonly lagP95Ms: number | null;
  readonly findings: readonly QualityFinding[];
}

/** A word below this is as likely wrong as right (docs/decisions/speakers.md). */
const LOW_PROBABILITY = 0.5;

/** Under this much speech a consultation says nothing about how well it was heard. */
const SHORTEST_JUDGED_MS = 3_000;

/** Pure: the figures of one transcript and which bounds it breaks. */
export function transcriptQuality(facts: QualityFacts, limits: QualityLimits): Quality {
  const { words, gaps, excluded, length } = facts;
  const speech = outside(facts.speech, excluded);
  const speechMs = totalMs(speech);
  const unheardMs = totalMs(unheardSpeech(speech, words));
  const coverage = speechMs === 0 ? null : 1 - unheardMs / speechMs;
  const low = words.filter(({ probability }) => probability < LOW_PROBABILITY).length;
  const lowConfidenceShare = words.length === 0 ? null : low / words.length;
  // What a person paused was not lost; what fell into Alba's own speech was not a word to hear.
  const lost = gaps.filter(({ reason }) => reason !== "paused").map((
    { startSample, samples: n },
  ) => ({
    start: startSample,
    end: samples(startSample + n),
  }));
  const lostMs = outside(lost, excluded).map((piece) => totalMs([piece]));
  const lags = [...facts.lagsMs].sort((one, other) => one - other);
  const longestGapMs = Math.max(0, ...lostMs);
  return {
    coverage,
    lowConfidenceShare,
    words: words.length,
    speechMs: Math.round(speechMs),
    excludedMs: Math.round(totalMs(clipped(excluded, length))),
    gapMs: Math.round(lostMs.reduce((sum, ms) => sum + ms, 0)),
    longestGapMs: Math.round(longestGapMs),
    lagP50Ms: percentile(lags, 0.5),
    lagP95Ms: percentile(lags, 0.95),
    findings: findingsOf({ coverage, lowConfidenceShare, speechMs, longestGapMs, limits }),
  };
}

function findingsOf({ coverage, lowConfidenceShare, speechMs, longestGapMs, limits }: {
  coverage: number | null;
  lowConfidenceShare: number | null;
  speechMs: number;
  longestGapMs: number;
  limits: QualityLimits;
}): QualityFinding[] {
  const findings: QualityFinding[] = [];
  if (lowConfidenceShare === null) findings.push("nothing_heard");
  const judged = speechMs >= SHORTEST_JUDGED_MS;
  if (judged && coverage !== null && coverage < limits.minCoverage) findings.push("low_coverage");
  if (lowConfidenceShare !== null && lowConfidenceShare > limits.maxLowConfidence) {
    findings.push("low_confidence");
  }
  if (longestGapMs > limits.maxGapS * 1000) findings.push("long_gap");
  return findings;
}

/** What the review says before approval, one sentence for each finding. */
export function qualityWords(quality: Quality): string[] {
  const percent = (share: number | null) => `${Math.round((share ?? 0) * 100)} %`;
  return quality.findings.map((finding) => {
    switch (finding) {
      case "nothing_heard":
        return "No words were heard in this recording.";
      case "low_coverage":
        return `Only ${percent(quality.coverage)} of what was said is in the transcript. ` +
          "Listen to the parts without text before you approve.";
      case "low_confidence":
        return `${percent(quality.lowConfidenceShare)} of the words were heard with little ` +
          "confidence. Check medicines, numbers and negations.";
      case "long_gap":
        return `${Math.round(quality.longestGapMs / 1000)} s in one piece were not recorded.`;
    }
  });
}

/** The pieces of each span outside the exclusion spans. */
function outside(spans: readonly Span[], excluded: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const pieces: Span[] = [];
    let from: number = span.start;
    for (const hole of overlapping(excluded, span)) {
      if (hole.start > from) pieces.push({ start: samples(from), end: hole.start });
      from = Math.max(from, hole.end);
    }
    if (from < span.end) pieces.push({ start: samples(from), end: span.end });
    return pieces;
  });
}

function clipped(spans: readonly Span[], length: Samples): Span[] {
  const noMargin = { lead: samples(0), tail: samples(0) };
  return exclusionSpans(
    spans.map(({ start, end }) => ({ start, end: samples(Math.min(end, length)) })),
    noMargin,
  );
}

function totalMs(spans: readonly Span[]): number {
  return samplesToMs(spans.reduce((sum, { start, end }) => sum + end - start, 0));
}

/** Nearest rank; null for an empty list. `sorted` is in rising order. */
function percentile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return value === undefined ? null : Math.round(value);
}

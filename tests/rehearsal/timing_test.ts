import assert from "node:assert/strict";
import { CASE_CARDS } from "@/lib/rehearsal/patients/cards.ts";
import type { Utterance } from "@/lib/rehearsal/patients/patient_state.ts";
import { wordCount } from "@/lib/rehearsal/patients/speak.ts";
import {
  ANSWER_DELAY_S,
  drawFrom,
  PAUSE_S,
  quantile,
  type Quantiles,
  TURN_LENGTH_S,
  TURN_WORDS,
} from "@/lib/rehearsal/patients/timing_figures.ts";
import { drawLogNormal, forkSeed, seeded } from "@/lib/rehearsal/seeded.ts";
import { ENCOURAGERS, interview, INVITATION, questionsFor } from "./interview.ts";

const DRAWS = 20_000;

function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** Within a share of the figure, and never closer than `least`. */
function isNear(measured: number, figure: number, tolerance: number, words: string, least = 0.02) {
  const allowed = Math.max(least, Math.abs(figure) * tolerance);
  assert.ok(
    Math.abs(measured - figure) <= allowed,
    `${words}: ${measured.toFixed(2)} against ${figure} ± ${allowed.toFixed(2)}`,
  );
}

/** The figures of MP7 as they are published, not as the tables hold them. */
const PUBLISHED: readonly (readonly [string, Quantiles, readonly (readonly [number, number])[]])[] =
  [
    ["turn length", TURN_LENGTH_S, [[0.5, 3.2], [0.75, 7.6], [0.9, 12.6], [0.95, 16.4], [
      0.99,
      25.1,
    ]]],
    ["words", TURN_WORDS, [[0.5, 7], [0.9, 33], [0.99, 72]]],
    ["answer delay", ANSWER_DELAY_S, [[0.25, 0], [0.5, 0.31], [0.75, 0.74], [0.9, 1.23], [
      0.95,
      1.6,
    ], [0.99, 3.1]]],
    ["pause", PAUSE_S, [[0.5, 2.1], [0.75, 4.6], [0.9, 7.1], [0.95, 9.5]]],
  ];

Deno.test("[MP7] 20,000 draws from each distribution come out at the published quantiles", () => {
  for (const [name, table, figures] of PUBLISHED) {
    const random = seeded(forkSeed(1, name));
    const draws = ascending(Array.from({ length: DRAWS }, () => drawFrom(random, table)));
    for (const [share, figure] of figures) {
      // Two hundred draws lie beyond p99: it wanders more.
      isNear(quantileOf(draws, share), figure, share < 0.99 ? 0.06 : 0.12, `${name} at ${share}`);
    }
  }
  assert.equal(quantile(PAUSE_S, 1), 20);
  // Half way between median and p90 lies their geometric mean: what is skewed stays skewed.
  isNear(quantile(TURN_WORDS, 0.7), Math.sqrt(7 * 33), 0.001, "words at 0.7");
  isNear(quantile(ANSWER_DELAY_S, 0.375), 0.155, 0.001, "delay at 0.375");
});

interface Turns {
  /** Turns that a question or an encourager brought, the first statement left out. */
  readonly turns: readonly Utterance[];
  readonly first: readonly Utterance[];
}

/** Every card with twenty seeds: the first statement, two encouragers, all its questions. */
function allTurns(): Turns {
  const turns: Utterance[] = [];
  const first: Utterance[] = [];
  for (const card of CASE_CARDS) {
    for (let seed = 0; seed < 20; seed++) {
      const { says } = interview(card, seed, [INVITATION, ...ENCOURAGERS, ...questionsFor(card)]);
      const spoken = says.map((step) => step.filter(({ kind }) => kind === "speech"));
      first.push(...spoken[0] ?? []);
      turns.push(...spoken.slice(1).flat());
    }
  }
  return { turns, first };
}

const { turns, first } = allTurns();
const wordsOf = ({ segments }: Utterance) =>
  segments.reduce((sum, { text }) => sum + wordCount(text), 0);
const secondsOf = ({ segments }: Utterance) =>
  segments.reduce((sum, { speechMs, pauseAfterMs }) => sum + speechMs + pauseAfterMs, 0) / 1_000;
const longestPauseS = ({ segments }: Utterance) =>
  Math.max(...segments.map(({ pauseAfterMs }) => pauseAfterMs)) / 1_000;

Deno.test("[MP7] the patients' turns are as long as recorded ones, in words and in seconds", () => {
  assert.ok(turns.length > 10_000, `${turns.length} turns`);
  const words = ascending(turns.map(wordsOf));
  isNear(quantileOf(words, 0.5), 7, 0.2, "words, median");
  isNear(quantileOf(words, 0.9), 33, 0.2, "words, p90");
  const seconds = ascending(turns.map(secondsOf));
  isNear(quantileOf(seconds, 0.5), 3.2, 0.2, "seconds, median");
  isNear(quantileOf(seconds, 0.9), 12.6, 0.2, "seconds, p90");
});

Deno.test("[MP7] the patients answer after the recorded delays, a quarter of them too early", () => {
  const delays = ascending(turns.map(({ startDelayMs }) => startDelayMs / 1_000));
  isNear(quantileOf(delays, 0.5), 0.31, 0.2, "delay, median");
  isNear(quantileOf(delays, 0.9), 1.23, 0.2, "delay, p90");
  const early = delays.filter((delay) => delay < 0).length / delays.length;
  isNear(early, 0.25, 0.12, "answers that overlap the question");
});

Deno.test("[MP7] the patients pause within turns as often and as long as recorded ones", () => {
  const share = (seconds: number) =>
    turns.filter((turn) => longestPauseS(turn) > seconds).length / turns.length;
  isNear(share(2), 0.098, 0.2, "turns with a pause over 2 s");
  isNear(share(3.5), 0.063, 0.2, "turns with a pause over 3.5 s");
  isNear(share(5), 0.042, 0.2, "turns with a pause over 5 s");
  assert.ok(turns.some((turn) => longestPauseS(turn) > 15), "some silences are long");
});

Deno.test("[MP7] a first statement that nobody interrupts takes a minute and a half on average", () => {
  const seconds = ascending(first.map(secondsOf));
  const mean = seconds.reduce((sum, length) => sum + length, 0) / seconds.length;
  isNear(mean, 92, 0.15, "first statement, mean");
  const share = (over: number) => seconds.filter((length) => length > over).length / seconds.length;
  isNear(1 - share(120), 0.78, 0.15, "first statements under two minutes");
  assert.ok(share(300) <= 0.02, `${share(300)} over five minutes`);
  assert.ok(share(90) > 0.25, "some outlast the golden minutes");
});

Deno.test("[MP7] speech runs at the manner's rate: about 2.5 to 3 words a second, 1.6 when slow", () => {
  for (const card of CASE_CARDS) {
    const { says } = interview(card, 3, [INVITATION, ...questionsFor(card)]);
    const spoken = says.flat().filter(({ kind }) => kind === "speech");
    const words = spoken.reduce((sum, turn) => sum + wordsOf(turn), 0);
    const ms = spoken.flatMap(({ segments }) => segments)
      .reduce((sum, { speechMs }) => sum + speechMs, 0);
    const rate = words * 1_000 / ms;
    if (card.manner === "slow") assert.ok(rate > 1.4 && rate < 1.8, `${card.id} ${rate}`);
    else assert.ok(rate > 2.1 && rate < 3.1, `${card.id} ${rate}`);
  }
});

Deno.test("[MP2] chance is repeatable, goes on from its state, is even, and forks apart", () => {
  const first = seeded(42);
  const draws = Array.from({ length: 5 }, () => first.next());
  const again = seeded(42);
  assert.deepEqual(draws.slice(0, 2), [again.next(), again.next()]);
  const resumed = seeded(again.state());
  assert.deepEqual(draws.slice(2), [resumed.next(), resumed.next(), resumed.next()]);
  const many = seeded(7);
  const sum = Array.from({ length: DRAWS }, () => many.next()).reduce((a, b) => a + b, 0);
  isNear(sum / DRAWS, 0.5, 0.01, "mean");
  const forks = new Set(Array.from({ length: 1_000 }, (_, n) => forkSeed(n, "a")));
  assert.equal(forks.size, 1_000);
  assert.notEqual(forkSeed(1, "a"), forkSeed(1, "b"));
  assert.throws(() => seeded(1).pick([]), RangeError);
  const logNormal = ascending(Array.from({ length: DRAWS }, () => drawLogNormal(many, 700, 0.25)));
  isNear(quantileOf(logNormal, 0.5), 700, 0.02, "log-normal median");
  isNear(quantileOf(logNormal, 0.9), 700 * Math.exp(1.2816 * 0.25), 0.03, "log-normal p90");
});

import type { Seeded } from "@/lib/rehearsal/seeded.ts";

/**
 * A distribution by its quantiles: pairs of share (0 to 1, rising) and value, from 0 to 1. Between
 * two pairs it is filled geometrically where values are positive by nature and skewed (words,
 * seconds of a pause), and evenly where they may be negative (a delay that overlaps).
 */
export interface Quantiles {
  readonly between: "geometric" | "even";
  readonly points: readonly (readonly [share: number, value: number])[];
}

/*
 * The figures are those of 57 recorded mock primary-care consultations, 2,741 patient turns, as
 * rule MP7 gives them. The two ends (share 0 and 1), where the figures say nothing, are ours.
 */

/** Words in one turn of the patient. */
export const TURN_WORDS: Quantiles = {
  between: "geometric",
  points: [[0, 1], [0.5, 7], [0.9, 33], [0.99, 72], [1, 140]],
};

/** Length of one turn, pauses included; what the assembled patients are held against. */
export const TURN_LENGTH_S: Quantiles = {
  between: "geometric",
  points: [[0, 0.3], [0.5, 3.2], [0.75, 7.6], [0.9, 12.6], [0.95, 16.4], [0.99, 25.1], [1, 60]],
};

/** From the question's end to the answer; a quarter of the answers overlap the question. */
export const ANSWER_DELAY_S: Quantiles = {
  between: "even",
  points: [[0, -0.9], [0.25, 0], [0.5, 0.31], [0.75, 0.74], [0.9, 1.23], [0.95, 1.6], [0.99, 3.1], [
    1,
    5,
  ]],
};

/** Length of a pause within a turn; 20 s is the longest silence of MP1. */
export const PAUSE_S: Quantiles = {
  between: "geometric",
  points: [[0, 0.6], [0.5, 2.1], [0.75, 4.6], [0.9, 7.1], [0.95, 9.5], [1, 20]],
};

/** 530 pauses in 2,741 turns: the chance that a turn holds one. */
export const PAUSES_PER_TURN = 530 / 2_741;

/**
 * The first statement where it is let finish: mean 92 s, 78 % under two minutes, 2 % over five.
 * It bounds how far a patient tells without being encouraged; cards may run out before.
 */
export const FIRST_STATEMENT_S: Quantiles = {
  between: "geometric",
  points: [[0, 15], [0.5, 72], [0.78, 120], [0.98, 300], [1, 420]],
};

/** The value at a share of the distribution, 0 ≤ share ≤ 1. */
export function quantile({ points, between }: Quantiles, share: number): number {
  let [lowShare, low] = points[0] ?? [0, 0];
  for (const [highShare, high] of points) {
    if (share <= highShare && highShare > lowShare) {
      const part = (share - lowShare) / (highShare - lowShare);
      return between === "even" ? low + (high - low) * part : low * (high / low) ** part;
    }
    [lowShare, low] = [highShare, high];
  }
  return low;
}

/** One draw from the distribution. */
export function drawFrom(random: Seeded, table: Quantiles): number {
  return quantile(table, random.next());
}

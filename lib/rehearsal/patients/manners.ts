/** How a patient talks. One per card; each sets all the dials below. */
export const MANNERS = [
  "talkative",
  "terse",
  "anxious",
  "vague",
  "wandering",
  "slow",
  "with_companion",
] as const;
export type Manner = typeof MANNERS[number];

/**
 * The dials of a patient's timing and habits. Scales multiply the figures of `timing_figures.ts`
 * (1 is the recorded average); chances are 0 to 1.
 */
export interface Timing {
  readonly wordsPerSecond: number;
  /** On the number of words in an answer. */
  readonly lengthScale: number;
  /** On the answer delay where it is positive; an overlap is not scaled. */
  readonly delayScale: number;
  /** The chance that a turn holds a pause. */
  readonly pauseChance: number;
  /** On the length of a pause. */
  readonly pauseScale: number;
  /** The chance that a turn's pause is one of the long silences, 8 to 20 s. */
  readonly longSilenceChance: number;
  /** The chance that a patient with more to tell goes on by himself in a silence. */
  readonly goesOnAloneChance: number;
  /** The chance that the first statement ends by handing back in words. */
  readonly handBackChance: number;
  /** The chance that a question gets no answer at all. */
  readonly saysNothingChance: number;
  /** The chance of "mm" or "okay" to a statement that asks nothing. */
  readonly backchannelChance: number;
  /** The chance of a cough or the like, per step. */
  readonly noiseChance: number;
  /** The chance of words to somebody else, per step. */
  readonly sideTalkChance: number;
  /** The chance that an answer drifts off to something else that was not asked. */
  readonly driftChance: number;
}

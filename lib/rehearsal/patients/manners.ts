import { PAUSES_PER_TURN } from "@/lib/rehearsal/patients/timing_figures.ts";

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

/** The average patient of the recordings; each manner says where it differs. */
const AVERAGE: Timing = {
  wordsPerSecond: 2.7,
  lengthScale: 1,
  delayScale: 1,
  pauseChance: PAUSES_PER_TURN,
  pauseScale: 1,
  longSilenceChance: 0.005,
  goesOnAloneChance: 0.5,
  handBackChance: 0.4,
  saysNothingChance: 0.03,
  backchannelChance: 0.3,
  noiseChance: 0.06,
  sideTalkChance: 0.01,
  driftChance: 0.1,
};

/** How the manners differ is our judgement; their mix is held to the figures by test. */
const DIFFERENCES: Readonly<Record<Manner, Partial<Timing>>> = {
  talkative: {
    wordsPerSecond: 3,
    lengthScale: 1.5,
    delayScale: 0.8,
    goesOnAloneChance: 0.9,
    handBackChance: 0.2,
    driftChance: 0.35,
  },
  terse: {
    lengthScale: 0.6,
    goesOnAloneChance: 0.15,
    handBackChance: 0.6,
    saysNothingChance: 0.06,
    backchannelChance: 0.15,
    driftChance: 0,
  },
  anxious: { wordsPerSecond: 2.9, delayScale: 0.8, goesOnAloneChance: 0.7, noiseChance: 0.1 },
  vague: { wordsPerSecond: 2.5, delayScale: 1.2, longSilenceChance: 0.03, saysNothingChance: 0.06 },
  wandering: { lengthScale: 1.4, goesOnAloneChance: 0.8, handBackChance: 0.15, driftChance: 0.5 },
  slow: {
    wordsPerSecond: 1.6,
    delayScale: 1.5,
    pauseChance: 0.3,
    longSilenceChance: 0.04,
    noiseChance: 0.12,
  },
  with_companion: { sideTalkChance: 0.12 },
};

export function timingOf(manner: Manner, ofCard: Partial<Timing> = {}): Timing {
  return { ...AVERAGE, ...DIFFERENCES[manner], ...ofCard };
}

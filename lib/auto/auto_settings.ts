/** The thresholds of one run (config.md), times in ms; all of them go on its `auto.enabled` row (EN4). */
export interface AutoSettings {
  /** AUTO_GOLDEN_MINUTES_S. */
  readonly goldenMs: number;
  readonly encouragerMinQuietMs: number;
  readonly encouragerMaxUnanswered: number;
  readonly eotQuietMs: number;
  readonly eotFallbackMs: number;
  readonly thinkThresholdMs: number;
  /** AUTO_OFFICER after `auto` has been decided by the layout of the servers (TT3). */
  readonly officer: "model" | "rule";
  readonly officerTimeoutMs: number;
  readonly officerMaxWaitMs: number;
  /** AUTO_PRESYNTH: order, words and sound of the next questions are made ahead (LA2, QF9). */
  readonly presynth: boolean;
  readonly presynthWaitMs: number;
  readonly strictRevise: boolean;
  readonly topicTimeoutMs: number;
  readonly topicMatchThreshold: number;
  readonly layMinSimilarity: number;
  readonly rerankTimeoutMs: number;
  /** AUTO_ACTION_MATCH_THRESHOLD, which goes on the rows of a comparison (UR5). */
  readonly actionMatchThreshold: number;
  readonly queueMax: number;
  readonly queueAbsentPasses: number;
  readonly noAnswerGraceMs: number;
  readonly shortCallsHoldMs: number;
  readonly emptyWaitMs: number;
  readonly enableRetries: number;
  readonly enableRetryWindowMs: number;
  readonly quietReportAuditMs: number;
  readonly ear: "off" | "shadow" | "on";
  readonly earHoldMs: number;
  /** The short calls have a server of their own, so that a pass does not stand before them (LA4). */
  readonly hasShortServer: boolean;
  /** Level of speech over Alba's voice at which the page silences her (DW4), RMS; null: none. */
  readonly bargeInRms: number | null;
}

/** From this score on the acoustic ear calls a span finished; the model itself was trained for it. */
export const EAR_FINISHED = 0.5;

/** The acoustic ear scores a span at this much quiet, and may bring the officer forward to it (TT14). */
export const EAR_QUIET_MS = 700;

/**
 * Deaf for this long, Alba waits. An engine that starts again is back sooner or much later, and what
 * a question that is under way by then brings is heard afterwards: the recording has it.
 */
export const LACK_AFTER_MS = 5_000;

/** A quiet report permits an utterance for this long (TT12). */
export const REPORT_FRESH_MS = 600;

/** How long the officer waits for the transcript to reach the span's start (TT3). */
export const OFFICER_COMMIT_WAIT_MS = 1_000;

/**
 * How long a turn's end waits for ears that are behind, before an answer without words is judged (TT7).
 * With the officer's own second it is the fallback's 3.5 s and a little: a patient does not notice it.
 */
export const WORDS_WAIT_MS = 1_500;

/** A question waits so long after the turn's end for the ears to have decided the turn (TT12). */
export const EARS_WAIT_MS = 3_000;

/** A playback's end is told so much later than the page begins to count its quiet, at most (GO2). */
export const PLAYBACK_END_WAY_MS = 1_000;

/** Thresholds are crossed between two readings of a loop that runs ten times a second. */
export const REPORT_ROUNDING_MS = 50;

/** Items whose wording and sound are prepared while the patient speaks (LA2). */
export const PREPARED_ITEMS = 3;

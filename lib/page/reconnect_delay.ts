/** First wait after a lost connection: a restarted router or service is often back this soon. */
const FIRST_MS = 500;

/** Longest wait: somebody who watches the page should not wait longer than a glance away. */
const LONGEST_MS = 10_000;

/**
 * Wait before reconnection number `attempt` (0 is the first), in milliseconds: doubling to a bound,
 * then spread over its upper half by `random` (0 ≤ random < 1), so that the pages of a restarted
 * box do not all come at once.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + random * full / 2;
}

import { FRAME_SAMPLES, msToSamples } from "@/lib/audio/units.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";

/** Last word sent → its text received; milliseconds, null where nothing was measured. */
export interface CommitLagSummary {
  readonly p50: number | null;
  readonly p95: number | null;
  /** Commits that were measured. */
  readonly n: number;
  /** Why nothing was. */
  readonly why?: string;
}

/**
 * Measures, on the feeder's own clock, how long after the last word of a commit was sent its text
 * came back. That is what the person at the page waits; the service's own figure lacks both ways.
 */
export class CommitLags {
  readonly #sentMs: number[] = [];
  readonly #lagsMs: number[] = [];

  /** Frame `number` has just been sent. */
  sent(number: number, nowMs: number): void {
    this.#sentMs[number] = nowMs;
  }

  /** A segment has just come back. */
  received(segment: Pick<TranscriptSegmentMessage, "end_ms" | "origin">, nowMs: number): void {
    if (segment.origin !== "heard") return;
    const frame = Math.max(0, Math.ceil(msToSamples(segment.end_ms) / FRAME_SAMPLES) - 1);
    const sentMs = this.#sentMs[frame];
    if (sentMs !== undefined) this.#lagsMs.push(nowMs - sentMs);
  }

  summary(): CommitLagSummary {
    const sorted = this.#lagsMs.toSorted((a, b) => a - b);
    return { p50: percentile(sorted, 50), p95: percentile(sorted, 95), n: sorted.length };
  }
}

/** Nearest rank of an ascending list, rounded to whole milliseconds; null for an empty one. */
function percentile(sorted: readonly number[], percent: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)];
  return value === undefined ? null : Math.round(value);
}

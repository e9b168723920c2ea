import { samplesToMs } from "@/lib/audio/units.ts";
import type { CaptureGap, GapReason } from "@/lib/record/capture_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";

/** What every transcript of the record shows beside what was said. Times are in milliseconds. */

/** Something that Alba said. */
export interface AlbaLine {
  readonly kind: "alba";
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** False when it was stopped or lost before its end. */
  readonly whole: boolean;
}

/** A hole in the recording. */
export interface GapLine {
  readonly kind: "gap";
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly reason: GapReason;
}

/** Shorter holes are a hiccup of the line that nobody needs to read about. */
const SHOWN_GAP_MS = 500;

/** Nothing for an utterance that nobody heard. */
export function albaLine(utterance: SystemUtterance): AlbaLine[] {
  if (utterance.startSample === null) return [];
  const startMs = samplesToMs(utterance.startSample);
  return [{
    kind: "alba",
    id: utterance.id,
    startMs,
    endMs: utterance.endSample === null ? startMs : samplesToMs(utterance.endSample),
    text: utterance.text,
    whole: utterance.endReason === "completed",
  }];
}

/** Nothing for a hole too short to be read about; `index` is its place among the gaps. */
export function gapLine({ startSample, samples, reason }: CaptureGap, index: number): GapLine[] {
  const startMs = samplesToMs(startSample);
  const lengthMs = samplesToMs(samples);
  if (lengthMs < SHOWN_GAP_MS) return [];
  return [{ kind: "gap", id: `gap-${index}`, startMs, endMs: startMs + lengthMs, reason }];
}

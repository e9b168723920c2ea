import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import type { CaptureStatus } from "@/lib/protocol/server_messages.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import { PAUSED, WAITING_FIRST, WAITING_PAGE } from "@/lib/consultation/slices/capture_words.ts";

type GapReason = "network" | "device" | "crash" | "disk_full" | "paused";
export type PauseReason = Extract<InnerEvent, { type: "pausing" }>["reason"];

/**
 * One unbroken numbering of frames. Frame n begins n × 20 ms after `startSample`, whatever became of
 * the frames before it, so a hole is measured against the recording itself and never shifts it.
 */
export interface CaptureEpoch {
  readonly id: string;
  readonly startSample: number;
}

export interface CaptureSlice {
  /** Samples in the original WAV, silence for gaps included. */
  readonly position: number;
  readonly status: CaptureStatus["state"];
  readonly words: string;
  readonly epoch: CaptureEpoch | null;
  /** Those of pages that were cut off while another took over, and may come back to them. */
  readonly earlier: readonly CaptureEpoch[];
  /** When the last frame came: monotonic in this process, wall time across a restart. */
  readonly lastFrame: { readonly nowMs: number } | { readonly wallMs: number } | null;
  readonly localVoice: boolean;
  /** Why samples will be missing if the next frame does not follow the last one. */
  readonly gapReason: GapReason;
  readonly frames: { readonly late: number; readonly tooEarly: number };
  readonly checkpointSecond: number;
}

export function initialCapture(
  restored: {
    position: number;
    lastFrameWallMs: number | null;
    epochs: readonly CaptureEpoch[];
    /** Why it is off the record; null while it is not. */
    paused: PauseReason | null;
    away: "crash" | "paused";
  },
): CaptureSlice {
  const { paused } = restored;
  const waiting = restored.position === 0 ? WAITING_FIRST : WAITING_PAGE;
  const away = paused === null ? restored.away : "paused";
  return {
    position: restored.position,
    status: paused === null ? "waiting" : "paused",
    words: paused === null ? waiting : PAUSED[paused],
    epoch: restored.epochs.at(-1) ?? null,
    earlier: restored.epochs.slice(0, -1),
    lastFrame: restored.lastFrameWallMs === null ? null : { wallMs: restored.lastFrameWallMs },
    localVoice: false,
    gapReason: restored.lastFrameWallMs === null ? "network" : away,
    frames: { late: 0, tooEarly: 0 },
    checkpointSecond: Math.floor(restored.position / SAMPLE_RATE_HZ),
  };
}

import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";

const FRAME_MS = FRAME_SAMPLES * 1000 / SAMPLE_RATE_HZ;

/** A hole this long between two frames cannot be a busy audio thread that catches up in a burst. */
const STALL_MS = 1000;

/** Sound that stays this late for a whole second has been lost in small pieces, not delayed. */
const LOST_MS = 400;

/** Frames in the second over which lateness has to persist before it counts as lost sound. */
const SETTLE_FRAMES = 50;

/** Sound cards differ from the wall clock by at most about this much; it is not lost sound. */
const DRIFT_MS_PER_FRAME = FRAME_MS * 0.0003;

/** Numbers for the capture frames of one epoch, so that frame n begins at n × 20 ms (CO5, TR1). */
export interface FrameNumbers {
  /**
   * The number of the frame that was complete at `stampMs` (wall clock, read beside the audio).
   * Rises by one while sound is whole and jumps by what was missed after any stop.
   */
  next(stampMs: number): number;
  /** The microphone was let go on purpose: the next frame counts the time since the last one. */
  interrupted(): void;
}

/**
 * The page owns capture time: after a stop of the microphone (unplugged, suspended, asleep) the
 * numbers jump by the time that went by, so the hole becomes silence and nothing shifts. A late
 * burst is not a hole, and a clock set back never takes numbers back.
 */
export function frameNumbers(): FrameNumbers {
  let next = 0;
  let anchorMs: number | null = null;
  let lastStampMs = 0;
  let lateness: number[] = [];
  let isInterrupted = false;

  const anchor = (stampMs: number) => {
    anchorMs = stampMs - next * FRAME_MS;
    lateness = [];
  };
  // The anchor stays, so that what rounding or a partial skip leaves is counted the next time.
  const skip = (missedMs: number) => {
    next += Math.round(missedMs / FRAME_MS);
    lateness = [];
  };

  return {
    next(stampMs) {
      if (anchorMs === null) {
        anchor(stampMs);
      } else if (stampMs < lastStampMs) {
        anchor(stampMs);
      } else if (isInterrupted || stampMs - lastStampMs >= STALL_MS) {
        skip(Math.max(0, stampMs - (anchorMs + next * FRAME_MS)));
      } else {
        anchorMs += DRIFT_MS_PER_FRAME;
        const late = stampMs - (anchorMs + next * FRAME_MS);
        if (late < 0) {
          anchor(stampMs);
        } else {
          lateness.push(late);
          if (lateness.length > SETTLE_FRAMES) lateness.shift();
          const leastLate = Math.min(...lateness);
          if (lateness.length === SETTLE_FRAMES && leastLate >= LOST_MS) skip(leastLate);
        }
      }
      isInterrupted = false;
      lastStampMs = stampMs;
      return next++;
    },
    interrupted() {
      isInterrupted = true;
    },
  };
}

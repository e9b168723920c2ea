import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";

const FRAME_MS = FRAME_SAMPLES * 1000 / SAMPLE_RATE_HZ;

/** Levels are judged over 100 ms, so that one click of a mouse does not count as speech. */
const WINDOW_FRAMES = 5;

/** How long the room has been quiet, counted in audio and not by a timer. */
export interface Quiet {
  readonly quietMs: number;
  /** Mean squares of the frames of the window that is being filled. */
  readonly window: readonly number[];
}

export const NO_QUIET: Quiet = { quietMs: 0, window: [] };

/**
 * One 20 ms frame of level `rms` (full scale 1). At or above `floor` the room is speaking and quiet
 * starts again; while Alba plays, the microphone hears Alba and the count stays at zero.
 */
export function quietStep(
  quiet: Quiet,
  rms: number,
  floor: number,
  albaSpeaking: boolean,
): Quiet {
  if (albaSpeaking) return NO_QUIET;
  const window = [...quiet.window, rms * rms];
  if (window.length < WINDOW_FRAMES) return { quietMs: quiet.quietMs, window };
  const mean = window.reduce((sum, square) => sum + square, 0) / WINDOW_FRAMES;
  if (Math.sqrt(mean) >= floor) return NO_QUIET;
  return { quietMs: quiet.quietMs + WINDOW_FRAMES * FRAME_MS, window: [] };
}

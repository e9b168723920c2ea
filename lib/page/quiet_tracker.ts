import { type LevelWindow, WINDOW_FRAMES, WINDOW_MS, windowRms } from "@/lib/page/level_window.ts";

/** How long the room has been quiet, counted in audio and not by a timer. */
export interface Quiet {
  readonly quietMs: number;
  readonly window: LevelWindow;
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
  if (windowRms(window) >= floor) return NO_QUIET;
  return { quietMs: quiet.quietMs + WINDOW_MS, window: [] };
}

import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";

const FRAME_MS = FRAME_SAMPLES * 1000 / SAMPLE_RATE_HZ;

/** Levels are judged over 100 ms, so that one click of a mouse does not count as speech. */
export const WINDOW_FRAMES = 5;
export const WINDOW_MS = WINDOW_FRAMES * FRAME_MS;

/** Mean squares of the frames of a window that is being filled, oldest first. */
export type LevelWindow = readonly number[];

/** RMS of the frames whose mean squares are given; full scale 1. */
export function windowRms(window: LevelWindow): number {
  return Math.sqrt(window.reduce((sum, square) => sum + square, 0) / WINDOW_FRAMES);
}

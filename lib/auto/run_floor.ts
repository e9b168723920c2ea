import type { RunFloor } from "@/lib/auto/auto_event.ts";

/** What a run needs to know of the room's newest sound check. */
export interface MeasuredRoom {
  /** RMS of full scale 1. */
  readonly noiseFloorRms: number;
  readonly checkedWallMs: number;
}

/** AUTO_FLOOR_MARGIN, and AUTO_FLOOR_MIN and AUTO_FLOOR_MAX as RMS of full scale 1. */
export interface FloorLimits {
  readonly margin: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The level at or above which the room counts as somebody speaking, for one whole run (TT10): the
 * newest sound check's noise times the margin, within the limits; without a sound check the least.
 * A sound check of any age serves, and the record says how old it was.
 */
export function runFloor(
  room: MeasuredRoom | null,
  nowWallMs: number,
  { margin, max, min }: FloorLimits,
): RunFloor {
  if (room === null) {
    const nothing = { noiseFloorRms: null, soundCheckAgeS: null };
    return { floor: min, margin, source: "no_sound_check", clamped: false, ...nothing };
  }
  const wanted = room.noiseFloorRms * margin;
  const floor = Math.min(max, Math.max(min, wanted));
  return {
    floor,
    noiseFloorRms: room.noiseFloorRms,
    margin,
    source: "sound_check",
    clamped: floor !== wanted,
    // A wall clock may have been set back since.
    soundCheckAgeS: Math.max(0, nowWallMs - room.checkedWallMs) / 1000,
  };
}

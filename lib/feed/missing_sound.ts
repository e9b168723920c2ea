import { FRAME_SAMPLES, samplesToMs } from "@/lib/audio/units.ts";

/** A stretch of the recording that is not what was sent, in audio time. */
export interface MissingSound {
  readonly start_ms: number;
  readonly end_ms: number;
}

/**
 * Compares the recording with what was sent, frame by frame, and answers with the stretches that
 * differ or are missing: none proves the recording bit-identical (TR2). A dropped frame whose sound
 * was silence anyway cannot be told from a recorded one, and changes nothing either.
 */
export function missingSound(sent: Int16Array, recorded: Int16Array): MissingSound[] {
  const missing: MissingSound[] = [];
  const length = Math.max(sent.length, recorded.length);
  let start: number | null = null;
  for (let at = 0; at < length; at += FRAME_SAMPLES) {
    const same = sameFrame(sent, recorded, at);
    if (!same && start === null) start = at;
    if (same && start !== null) {
      missing.push({ start_ms: samplesToMs(start), end_ms: samplesToMs(at) });
      start = null;
    }
  }
  if (start !== null) missing.push({ start_ms: samplesToMs(start), end_ms: samplesToMs(length) });
  return missing;
}

function sameFrame(sent: Int16Array, recorded: Int16Array, from: number): boolean {
  const end = Math.min(from + FRAME_SAMPLES, Math.max(sent.length, recorded.length));
  for (let at = from; at < end; at++) {
    if (sent[at] !== recorded[at]) return false;
  }
  return true;
}

import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { readRecording } from "@/lib/audio/read_recording.ts";
import { silenced, type Span } from "@/lib/audio/spans.ts";
import { type Samples, samples } from "@/lib/audio/units.ts";

/** A recording that is over, as the people in the room made it: Alba's own voice is left out. */
export interface RecordingSource {
  readonly length: Samples;
  /** Samples `start` to `end` with zeros inside the exclusion spans (SP8). Throws as the disk does. */
  read(start: Samples, end: Samples): Int16Array;
}

/** `spans` are sorted and merged. A file that is shorter than `length` reads as silence there. */
export function recordingSource(
  path: string,
  length: Samples,
  spans: readonly Span[],
): RecordingSource {
  return {
    length,
    read(start, end) {
      const found = pcmFromBytes(readRecording(path, start, end));
      if (found.length === end - start) return silenced(found, start, spans);
      const whole = new Int16Array(samples(end - start));
      whole.set(found);
      return silenced(whole, start, spans);
    },
  };
}

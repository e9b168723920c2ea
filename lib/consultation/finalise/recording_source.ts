import { open } from "node:fs/promises";
import { BYTES_PER_SAMPLE, pcmFromBytes } from "@/lib/audio/pcm.ts";
import { silenced, type Span } from "@/lib/audio/spans.ts";
import type { Samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";

/** A recording that is over, as the people in the room made it: Alba's own voice is left out. */
export interface RecordingSource {
  readonly length: Samples;
  /**
   * Samples `start` to `end` with zeros inside the exclusion spans (SP8). Asynchronous, so that an
   * hour is read between the frames of the next consultation. Rejects with what the disk says.
   */
  read(start: Samples, end: Samples): Promise<Int16Array>;
}

/** `excluded` is sorted and merged. A file that is shorter than `length` reads as silence there. */
export function recordingSource(
  path: string,
  length: Samples,
  excluded: readonly Span[],
): RecordingSource {
  return {
    length,
    async read(start, end) {
      const bytes = new Uint8Array((end - start) * BYTES_PER_SAMPLE);
      const file = await open(path);
      try {
        for (let done = 0; done < bytes.byteLength;) {
          const at = WAV_HEADER_BYTES + start * BYTES_PER_SAMPLE + done;
          const { bytesRead } = await file.read(bytes, done, bytes.byteLength - done, at);
          if (bytesRead === 0) break;
          done += bytesRead;
        }
      } finally {
        await file.close();
      }
      return silenced(pcmFromBytes(bytes), start, excluded);
    },
  };
}

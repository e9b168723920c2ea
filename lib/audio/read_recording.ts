import { closeSync, openSync, readSync } from "node:fs";
import { BYTES_PER_SAMPLE } from "@/lib/audio/pcm.ts";
import type { Samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";

/**
 * Bytes of samples `start` (included) to `end` (not) of a recording that may still grow. Shorter
 * than asked where the file ends. Throws what the file system throws.
 */
export function readRecording(path: string, start: Samples, end: Samples): Uint8Array {
  const bytes = new Uint8Array((end - start) * BYTES_PER_SAMPLE);
  const file = openSync(path, "r");
  try {
    let done = 0;
    while (done < bytes.byteLength) {
      const at = WAV_HEADER_BYTES + start * BYTES_PER_SAMPLE + done;
      const read = readSync(file, bytes, done, bytes.byteLength - done, at);
      if (read === 0) break;
      done += read;
    }
    return bytes.subarray(0, done - done % BYTES_PER_SAMPLE);
  } finally {
    closeSync(file);
  }
}

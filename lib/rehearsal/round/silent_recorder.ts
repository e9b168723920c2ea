import { createHash } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { BYTES_PER_SAMPLE } from "@/lib/audio/pcm.ts";
import type { Span } from "@/lib/audio/spans.ts";
import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";
import type { AppendOutcome, OpenRecorderOutcome } from "@/lib/audio/wav_recorder.ts";

const SILENCE = new Uint8Array(1 << 20);

const FULL = {
  ok: false,
  code: "disk_full",
  words: "Cannot write the recording: the disk is full",
  cause: null,
} as const;

export interface SilentRecorderOptions {
  /** Whether the disk takes nothing now; asked for each write. */
  readonly isFull: () => boolean;
  /** Takes up the stretches in which the recording has a gap's silence, and no room. */
  readonly silences: Span[];
}

/**
 * Recorders of a room without sound: they count, and keep nothing but the length, which outlives them.
 * Where a recording may be read back (by a service that starts again, by ears that listen again) a file
 * of that length stands, in which there is nothing.
 */
export function silentRecorder(
  { isFull, silences }: SilentRecorderOptions,
): (path: string) => OpenRecorderOutcome {
  const lengths = new Map<string, Samples>();
  return (path) => {
    let position = lengths.get(path) ?? samples(0);
    showLength(path, position);
    const advance = (length: number): AppendOutcome => {
      if (isFull()) {
        showLength(path, position);
        return FULL;
      }
      position = samples(position + length);
      lengths.set(path, position);
      return { ok: true, position, synced: false };
    };
    return {
      ok: true,
      recorder: {
        get position() {
          return position;
        },
        append: (pcm) => advance(pcm.length),
        appendSilence(length) {
          const start = position;
          const outcome = advance(length);
          if (outcome.ok) silences.push({ start, end: position });
          return outcome;
        },
        finish() {
          showLength(path, position);
          return { ok: true, length: position, pcmSha256: silenceSha256(position) };
        },
      },
    };
  };
}

function silenceSha256(length: Samples): string {
  const digest = createHash("sha256");
  for (let left = length * BYTES_PER_SAMPLE; left > 0; left -= SILENCE.length) {
    digest.update(SILENCE.subarray(0, Math.min(left, SILENCE.length)));
  }
  return digest.digest("hex");
}

/** A file of that many samples, and no bytes on the disk. */
function showLength(path: string, length: Samples): void {
  writeFileSync(path, wavHeader(length, SAMPLE_RATE_HZ));
  truncateSync(path, WAV_HEADER_BYTES + length * BYTES_PER_SAMPLE);
}

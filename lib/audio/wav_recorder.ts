import { createHash } from "node:crypto";
import { type DiskFault, diskFault } from "@/lib/audio/disk_fault.ts";
import { BYTES_PER_SAMPLE, pcmToBytes } from "@/lib/audio/pcm.ts";
import { openRecordingFile, type RecordingFile } from "@/lib/audio/recording_file.ts";
import { SAMPLE_RATE_HZ, type Samples, samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";

/** A disk that fails ends a recording in words, never a consultation in an exception. */
export type RecordingFailure = {
  readonly ok: false;
  readonly code: DiskFault;
  readonly words: string;
  readonly cause: unknown;
};

export type AppendOutcome =
  /** `synced` is true when this call brought a whole second safely to the disk. */
  | { readonly ok: true; readonly position: Samples; readonly synced: boolean }
  | RecordingFailure;

export type FinishOutcome =
  /** `pcmSha256` covers every sample; with the length it determines the whole file. */
  | { readonly ok: true; readonly length: Samples; readonly pcmSha256: string }
  | RecordingFailure;

/** TR2: the untouched original, written as it is heard. */
export interface WavRecorder {
  /** Samples in the recording; the next one appended gets this number. */
  readonly position: Samples;
  /** After a failure the position stands where it stood, and the same frame may be given again. */
  append(pcm: Int16Array): AppendOutcome;
  /** What was not heard is silence of its own length, so that later words keep their time (CO5). */
  appendSilence(length: Samples): AppendOutcome;
  /** Brings everything to the disk, hashes and closes; the recorder is of no use afterwards. */
  finish(): FinishOutcome;
}

export type OpenRecorderOutcome =
  | { readonly ok: true; readonly recorder: WavRecorder }
  | RecordingFailure;

/** A `kill -9` or a power cut may cost this much audio (TR2), and not more. */
const SYNC_EVERY_SAMPLES = SAMPLE_RATE_HZ;
/** Reading back and writing silence go in pieces of this size, to bound memory. */
const BLOCK_BYTES = 1 << 20;

/**
 * Opens a recording, or goes on with one that a crash left: half a sample at the tail is dropped,
 * the header is set to what the file holds, and the next sample follows the last one exactly.
 */
export function openWavRecorder(
  path: string,
  open: (path: string) => RecordingFile = openRecordingFile,
): OpenRecorderOutcome {
  let file: RecordingFile | undefined;
  try {
    file = open(path);
    const dataBytes = Math.max(0, file.size() - WAV_HEADER_BYTES);
    const length = samples(Math.floor(dataBytes / BYTES_PER_SAMPLE));
    file.truncate(WAV_HEADER_BYTES + length * BYTES_PER_SAMPLE);
    const digest = createHash("sha256");
    hashFile(file, length, (block) => digest.update(block));
    writeAll(file, wavHeader(length, SAMPLE_RATE_HZ), 0);
    file.sync();
    return { ok: true, recorder: recorderOn(file, length, digest) };
  } catch (error) {
    file?.close();
    return failure(error);
  }
}

function recorderOn(
  file: RecordingFile,
  length: Samples,
  digest: ReturnType<typeof createHash>,
): WavRecorder {
  let position = length;
  let synced = length;

  function sync(length: Samples): void {
    // The header first, so that the file can be played at any moment and after any crash.
    writeAll(file, wavHeader(length, SAMPLE_RATE_HZ), 0);
    file.sync();
    synced = length;
  }

  function append(pcm: Int16Array): AppendOutcome {
    try {
      const bytes = pcmToBytes(pcm);
      writeAll(file, bytes, WAV_HEADER_BYTES + position * BYTES_PER_SAMPLE);
      const next = samples(position + pcm.length);
      const due = next - synced >= SYNC_EVERY_SAMPLES;
      if (due) sync(next);
      if (due && !file.isKept()) throw new FileTakenAway();
      // Only now, so that a frame whose second could not be synced may be given again.
      digest.update(bytes);
      position = next;
      return { ok: true, position, synced: due };
    } catch (error) {
      return failure(error);
    }
  }

  return {
    get position() {
      return position;
    },
    append,
    appendSilence(length) {
      const block = new Int16Array(Math.min(length, BLOCK_BYTES / BYTES_PER_SAMPLE));
      let outcome: AppendOutcome = { ok: true, position, synced: false };
      for (let left = length as number; left > 0 && outcome.ok; left -= block.length) {
        outcome = append(block.subarray(0, Math.min(left, block.length)));
      }
      return outcome;
    },
    finish() {
      try {
        // A frame that met a full disk may have left a part of itself behind the last whole one.
        file.truncate(WAV_HEADER_BYTES + position * BYTES_PER_SAMPLE);
        sync(position);
        return { ok: true, length: position, pcmSha256: digest.copy().digest("hex") };
      } catch (error) {
        return failure(error);
      } finally {
        file.close();
      }
    },
  };
}

/** Somebody deleted the file of a recording that goes on. */
class FileTakenAway extends Error {
  readonly code = "ENOENT";
}

function hashFile(file: RecordingFile, length: Samples, update: (block: Uint8Array) => void): void {
  const block = new Uint8Array(BLOCK_BYTES);
  const end = WAV_HEADER_BYTES + length * BYTES_PER_SAMPLE;
  for (let at = WAV_HEADER_BYTES; at < end;) {
    const read = file.read(block.subarray(0, Math.min(BLOCK_BYTES, end - at)), at);
    if (read === 0) throw new RangeError(`Cannot hash the recording: it ends at byte ${at}`);
    update(block.subarray(0, read));
    at += read;
  }
}

function writeAll(file: RecordingFile, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.byteLength;) {
    done += file.write(bytes.subarray(done), at + done);
  }
}

function failure(error: unknown): RecordingFailure {
  const code = diskFault(error);
  if (code === undefined) throw error;
  const words = code === "disk_full"
    ? "Cannot write the recording: the disk is full"
    : "Cannot write the recording: the disk reports an error";
  return { ok: false, code, words, cause: error };
}

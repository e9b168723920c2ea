import { openRecordingFile, type RecordingFile } from "@/lib/audio/recording_file.ts";
import { type OpenRecorderOutcome, openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";

/** A disk that takes no more while it is full; one for a recording's file, one for the record. */
export interface FailingDisk {
  full: boolean;
  /** Bytes of a write that a disk takes before it is full. */
  takes: number;
  readonly openRecorder: (path: string) => OpenRecorderOutcome;
  readonly record: (record: ClinicRecord) => ClinicRecord;
}

const WORDS = "Cannot write to the record: the disk is full";

export function failingDisk(): FailingDisk {
  const disk: FailingDisk = {
    full: false,
    takes: 0,
    openRecorder: (path) => openWavRecorder(path, (at) => onDisk(disk, openRecordingFile(at))),
    record: (record) => ({
      ...record,
      transaction: (work) =>
        disk.full
          ? { ok: false, code: "disk_full", words: WORDS, cause: full() }
          : record.transaction(work),
    }),
  };
  return disk;
}

function onDisk(disk: FailingDisk, file: RecordingFile): RecordingFile {
  let left = 0;
  return {
    ...file,
    write(bytes, at) {
      if (!disk.full) {
        left = disk.takes;
        return file.write(bytes, at);
      }
      const taken = Math.min(left, bytes.byteLength);
      if (taken === 0) throw full();
      left -= taken;
      return file.write(bytes.subarray(0, taken), at);
    },
  };
}

function full(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
}

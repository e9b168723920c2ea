import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "@/lib/audio/sync_folder.ts";

/** What the recorder needs of a file; tests bring one that fails. Each call may throw. */
export interface RecordingFile {
  size(): number;
  /** Bytes read into `into` from byte `at`; fewer at the end of the file. */
  read(into: Uint8Array, at: number): number;
  /** Bytes written, which may be fewer than given. */
  write(bytes: Uint8Array, at: number): number;
  truncate(size: number): void;
  /** Returns when the disk has it. */
  sync(): void;
  /** False once no folder names the file any more: what is written to it is gone with the process. */
  isKept(): boolean;
  close(): void;
}

/** Readable by the service's own user alone (SE5). */
const PRIVATE_MODE = 0o600;

/** Opens `path` for reading and writing, making it when it is missing. */
export function openRecordingFile(path: string): RecordingFile {
  closeSync(openSync(path, "a", PRIVATE_MODE));
  syncFolder(dirname(path));
  const file = openSync(path, "r+");
  return {
    size: () => fstatSync(file).size,
    read: (into, at) => readSync(file, into, 0, into.byteLength, at),
    write: (bytes, at) => writeSync(file, bytes, 0, bytes.byteLength, at),
    truncate: (size) => ftruncateSync(file, size),
    sync: () => fsyncSync(file),
    isKept: () => fstatSync(file).nlink > 0,
    close: () => closeSync(file),
  };
}

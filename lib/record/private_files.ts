import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "@/lib/audio/sync_folder.ts";

/** Only the service's own user may read what patients said (SE5). */
export const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** Makes the folder, or narrows the one that is there. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  chmodSync(path, PRIVATE_FOLDER_MODE);
}

/** Makes the file empty when it is missing, and narrows it when it is there. */
export function privateFile(path: string): void {
  closeSync(openSync(path, "a", PRIVATE_FILE_MODE));
  chmodSync(path, PRIVATE_FILE_MODE);
}

/**
 * Replaces the file as a whole: a reader, or a power cut, sees the old content or the new, never a
 * part. Throws what the file system throws.
 */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, "w", PRIVATE_FILE_MODE);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

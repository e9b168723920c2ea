import { PRIVATE_FILE_MODE } from "@/lib/record/private_files.ts";

export interface RecordLock {
  release(): void;
}

/**
 * Takes the data folder for this process. The kernel drops the lock with the process, so a
 * `kill -9` leaves nothing to clean up. Undefined when another process holds it.
 */
export function takeRecordLock(path: string): RecordLock | undefined {
  const file = Deno.openSync(path, { create: true, write: true, mode: PRIVATE_FILE_MODE });
  if (!file.tryLockSync(true)) {
    file.close();
    return undefined;
  }
  return { release: () => file.close() };
}

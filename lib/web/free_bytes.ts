import { statfsSync } from "node:fs";

/** Bytes that this user may still write where `path` lies; null when the system will not say. */
export function freeBytes(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

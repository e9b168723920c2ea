import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes a new or renamed file's name as safe as its content: names live in the folder. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

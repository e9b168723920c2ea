import { createHash } from "node:crypto";

/** SHA-256 of a prompt file in hexadecimal: which words a call was asked with (CD8). */
export function promptHash(promptFile: string): string {
  return createHash("sha256").update(promptFile).digest("hex");
}

import { createHash } from "node:crypto";

/** The SHA-256 of a file, in hex. */
export async function contentHash(path: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(path)).digest("hex");
}

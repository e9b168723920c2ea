import { createHash } from "node:crypto";

/** SHA-256 of a file in hex, read in pieces: weights are larger than what should sit in memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await Deno.open(path, { read: true });
  for await (const chunk of file.readable) hash.update(chunk);
  return hash.digest("hex");
}

/** SHA-256 of text in hex. */
export function sha256OfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

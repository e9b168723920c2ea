import { join } from "node:path";
import { replaceFile } from "@/lib/record/private_files.ts";
import { parsePhrases, phrasesFileText, type PhrasesOutcome } from "@/lib/speech/phrases.ts";

/**
 * Reads `phrases.json` of the data folder, which the owner edits with any text editor; a new box
 * gets one with the default wording. A file that cannot be used is a sentence that says why. Without
 * `doctorName` the place for it stays open.
 */
export function readPhrases(dataDir: string, doctorName?: string): PhrasesOutcome {
  const path = join(dataDir, "phrases.json");
  let json: string;
  try {
    json = Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      return { ok: false, words: `Cannot read "${path}": the file system refuses.` };
    }
    json = phrasesFileText();
    replaceFile(path, json);
  }
  return parsePhrases(json, doctorName);
}

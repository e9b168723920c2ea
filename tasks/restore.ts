import { resolve } from "node:path";
import { configProblemWords } from "@/lib/config.ts";
import { restoreRecord } from "@/lib/record/restore_record.ts";
import { verificationWords } from "@/lib/record/verification_words.ts";
import { readConfig } from "./environment.ts";

/**
 * `deno task restore FOLDER` copies a backup into DATA_DIR, which must hold no record yet, and
 * verifies it. Exit code 1 when it was refused, or when the restored record is not untampered.
 */
const outcome = readConfig(resolve(import.meta.dirname ?? ".", ".."));
if (!outcome.ok) {
  console.error(outcome.problems.map(configProblemWords).join("\n"));
  Deno.exit(2);
}
const backup = Deno.args[0];
if (backup === undefined) {
  console.error("Cannot restore: name the backup's folder, as in deno task restore FOLDER");
  Deno.exit(2);
}
const restored = restoreRecord(backup, outcome.config.DATA_DIR);
if (!restored.ok) {
  console.error(restored.words);
  Deno.exit(1);
}
console.log(`Restored into ${outcome.config.DATA_DIR}.`);
console.log(verificationWords(restored.verification));
Deno.exit(restored.verification.verdict === "untampered" ? 0 : 1);

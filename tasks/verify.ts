import { resolve } from "node:path";
import { configProblemWords } from "@/lib/config.ts";
import { verificationWords } from "@/lib/record/verification_words.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { readConfig } from "./environment.ts";

/**
 * `deno task verify [--json] [FOLDER]` proves the record untampered or names the first bad row.
 * Exit code 0: untampered; 1: tampered; 2: there is nothing to verify, or it cannot be read.
 */
const EXIT_CODES = { untampered: 0, tampered: 1, unreadable: 2 } as const;

function dataFolder(given: string | undefined): string {
  if (given !== undefined) return given;
  const outcome = readConfig(resolve(import.meta.dirname ?? ".", ".."));
  if (outcome.ok) return outcome.config.DATA_DIR;
  console.error(outcome.problems.map(configProblemWords).join("\n"));
  Deno.exit(2);
}

const folder = dataFolder(Deno.args.find((argument) => !argument.startsWith("--")));
const verification = verifyRecord(folder);
console.log(
  Deno.args.includes("--json") ? JSON.stringify(verification) : verificationWords(verification),
);
Deno.exit(EXIT_CODES[verification.verdict]);

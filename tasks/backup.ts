import { resolve } from "node:path";
import { systemClock } from "@/lib/clock.ts";
import { configProblemWords } from "@/lib/config.ts";
import { backupRecord } from "@/lib/record/backup_record.ts";
import { readConfig } from "./environment.ts";

/**
 * `deno task backup [FOLDER]` copies the record, the recordings and the signing key into FOLDER, also
 * while the service runs. Without FOLDER: a dated one beside DATA_DIR. The copy is as private as the
 * original: keep it encrypted.
 */
const outcome = readConfig(resolve(import.meta.dirname ?? ".", ".."));
if (!outcome.ok) {
  console.error(outcome.problems.map(configProblemWords).join("\n"));
  Deno.exit(2);
}
const { DATA_DIR } = outcome.config;
const clock = systemClock();
const stamp = new Date(clock.wallMs()).toISOString().slice(0, 19).replaceAll(":", "");
const target = Deno.args[0] ?? `${DATA_DIR.replace(/\/+$/, "")}-backup-${stamp}`;
const backup = backupRecord(DATA_DIR, target, clock);
if (!backup.ok) {
  console.error(backup.words);
  Deno.exit(1);
}
console.log(`Backed up the record and ${backup.recordings} recordings to ${target}.`);

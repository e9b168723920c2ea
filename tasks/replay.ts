import { resolve } from "node:path";
import { configProblemWords } from "@/lib/config.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { codeVersion } from "@/lib/consultation/code_version.ts";
import { replayAuto, replayWords } from "@/lib/consultation/replay_auto.ts";
import { readAutoLog } from "@/lib/record/read_auto_log.ts";
import { readConfig } from "./environment.ts";

/**
 * `deno task replay [--force] [--json] ID` runs what auto mode was told in a consultation through the
 * controller again. Exit code 0: the same to the byte; 1: it differs, and from which event on; 2: it
 * cannot be compared. The record is only read, so it may run beside the service.
 */
const EXIT_CODES = { same: 0, differs: 1, refused: 2 } as const;

function fail(words: string): never {
  console.error(words);
  Deno.exit(EXIT_CODES.refused);
}

const [consultation] = Deno.args.filter((argument) => !argument.startsWith("--"));
if (consultation === undefined) fail("Usage: deno task replay [--force] [--json] ID");
const outcome = readConfig(resolve(import.meta.dirname ?? ".", ".."));
if (!outcome.ok) fail(outcome.problems.map(configProblemWords).join("\n"));
const { config } = outcome;
const log = readAutoLog(config.DATA_DIR, consultation);
if (!log.ok) fail(`${log.words}.`);
const replay = replayAuto(log.events, {
  codeVersion: codeVersion(),
  thresholds: [
    autoSettingsOf(config),
    autoSettingsOf(config, "telephone"),
    autoSettingsOf(config, "interpreter"),
  ],
  runs: log.runs,
  force: Deno.args.includes("--force"),
});
console.log(Deno.args.includes("--json") ? JSON.stringify(replay) : replayWords(replay));
Deno.exit(EXIT_CODES[replay.verdict]);

import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type ConfigOutcome, parseConfig, SETTING_NAMES } from "@/lib/config.ts";

export interface Environment {
  /** Variables of the process over those of `.env`: who types a setting means it. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Names in `.env` that no setting has, which are most likely misspelt. */
  readonly unknownNames: readonly string[];
}

/** Reads the project's `.env` (if there is one) below the process's own variables. */
export function readEnvironment(projectFolder: string): Environment {
  const file = parseEnv(readIfThere(join(projectFolder, ".env")));
  const known: ReadonlySet<string> = new Set(SETTING_NAMES);
  return {
    values: { ...file, ...Deno.env.toObject() },
    unknownNames: Object.keys(file).filter((name) => !known.has(name)),
  };
}

/** Settings that are paths; a relative one starts from the project, wherever a task was called. */
const PATHS = ["DATA_DIR", "TLS_CERT", "TLS_KEY"] as const;

/** The settings of this project's `.env` and of the process, with absolute paths. */
export function readConfig(
  projectFolder: string,
  { values }: Environment = readEnvironment(projectFolder),
): ConfigOutcome {
  const outcome = parseConfig(values);
  if (!outcome.ok) return outcome;
  const paths = PATHS.filter((name) => outcome.config[name] !== "")
    .map((name) => [name, resolve(projectFolder, outcome.config[name])]);
  return { ...outcome, config: { ...outcome.config, ...Object.fromEntries(paths) } };
}

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

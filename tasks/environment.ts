import { join } from "node:path";
import { parseEnv } from "node:util";
import { SETTING_NAMES } from "@/lib/config.ts";

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

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

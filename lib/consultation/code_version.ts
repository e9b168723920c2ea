import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { VERSION } from "@/lib/version.ts";

const PROJECT_FOLDER = resolve(import.meta.dirname ?? ".", "../..");

/** Files and folders that auto mode's step and its outcome are made of; a test follows the imports. */
export const STEP_SOURCES: readonly string[] = [
  "lib/audio/units.ts",
  "lib/auto",
  "lib/auto_phase.ts",
  "lib/consultation/auto_drive.ts",
  "lib/consultation/auto_mistake.ts",
  "lib/consultation/outcome_hash.ts",
  "lib/text",
];

/** So many digits of the hash tell builds apart and can be read out. */
const HASH_DIGITS = 12;

let known: string | null = null;

/**
 * The release and a hash of the very sources that make a step, such as `0.1.0+3f9c02b41d7e`: two
 * builds that could lead elsewhere have two names, and a replay refuses instead of differing (RE5).
 * They are read once. Throws where they cannot be read: a box runs from its sources.
 */
export function codeVersion(): string {
  known ??= versionOf(PROJECT_FOLDER);
  return known;
}

/** The same of the sources in another folder. */
export function versionOf(project: string): string {
  const hash = createHash("sha256");
  for (const path of STEP_SOURCES.flatMap((source) => filesOf(project, source))) {
    hash.update(path).update("\0").update(Deno.readFileSync(join(project, path))).update("\0");
  }
  return `${VERSION}+${hash.digest("hex").slice(0, HASH_DIGITS)}`;
}

/** A file, or those of a folder in the order of the alphabet. */
function filesOf(project: string, source: string): string[] {
  if (source.endsWith(".ts")) return [source];
  const names = [...Deno.readDirSync(join(project, source))].map(({ name }) => name).sort();
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${source}/${name}`);
}

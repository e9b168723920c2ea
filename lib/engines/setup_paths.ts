import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the engines live inside DATA_DIR. Absolute, because workers run in another folder. */
export interface EnginePaths {
  readonly folder: string;
  readonly environment: string;
  readonly python: string;
  readonly whisper: string;
  readonly speakers: string;
  readonly ear: string;
  readonly stamps: string;
  /** Present only while pip writes into the environment. */
  readonly packagesStarted: string;
  readonly downloads: string;
  readonly log: string;
  readonly lock: string;
}

/** `<DATA_DIR>/engines` as an absolute path. */
export function enginesFolder(dataDir: string): string {
  return resolve(dataDir, "engines");
}

export function enginePaths(folder: string): EnginePaths {
  const environment = join(folder, "venv");
  return {
    folder,
    environment,
    python: join(environment, "bin", "python"),
    whisper: join(folder, "whisper"),
    speakers: join(folder, "speakers"),
    ear: join(folder, "ear"),
    stamps: join(folder, "stamps"),
    packagesStarted: join(folder, "stamps", "packages.started"),
    downloads: join(folder, "downloads"),
    log: join(folder, "setup.log"),
    lock: join(folder, "setup.lock"),
  };
}

/** The committed lock file of one group of packages. */
export function requirementsPath(
  group:
    | "piper"
    | "whisper"
    | "whisper-base"
    | "speakers"
    | "speakers-model"
    | "ear"
    | "ear-model",
): string {
  return fileURLToPath(new URL(`./workers/requirements-${group}.txt`, import.meta.url));
}

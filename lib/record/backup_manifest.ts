import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/record/columns.ts";
import { replaceFile } from "@/lib/record/private_files.ts";

/** Names stay inside the folder they are relative to, whoever wrote the manifest. */
const FILE_NAME = /^(?:(?:keys|audio)\/)?[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** What a backup holds, written last: a folder without it is a backup that did not finish. */
const manifestFile = z.strictObject({
  alba_backup: z.literal(1),
  made_wall_ms: z.int(),
  files: z.record(z.string().regex(FILE_NAME), z.string().regex(/^[0-9a-f]{64}$/)),
});

export interface BackupManifest {
  readonly madeWallMs: number;
  /** sha256 by path, relative to the backup's folder, with `/` between parts. */
  readonly files: Readonly<Record<string, string>>;
}

const MANIFEST_NAME = "backup.json";
const BLOCK_BYTES = 1 << 20;

/** Hashes `files` as they stand in `folder` and writes the manifest. */
export function writeManifest(folder: string, files: readonly string[], madeWallMs: number): void {
  const hashes = Object.fromEntries(files.map((name) => [name, fileSha256(join(folder, name))]));
  const manifest = { alba_backup: 1, made_wall_ms: madeWallMs, files: hashes };
  replaceFile(join(folder, MANIFEST_NAME), JSON.stringify(manifest, null, 2) + "\n");
}

/** The manifest of `folder`, or undefined when the folder is no finished backup. */
export function readManifest(folder: string): BackupManifest | undefined {
  const path = join(folder, MANIFEST_NAME);
  if (!existsSync(path)) return undefined;
  const parsed = manifestFile.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!parsed.success) return undefined;
  return { madeWallMs: parsed.data.made_wall_ms, files: parsed.data.files };
}

/** The first file that is not as it was when the backup was made. */
export function damagedFile(folder: string, manifest: BackupManifest): string | undefined {
  return Object.entries(manifest.files).find(([name, sha256]) => {
    const path = join(folder, name);
    return !existsSync(path) || fileSha256(path) !== sha256;
  })?.[0];
}

/** Hex sha256 of a file, read in blocks. */
function fileSha256(path: string): string {
  const file = openSync(path, "r");
  try {
    const digest = createHash("sha256");
    const block = new Uint8Array(BLOCK_BYTES);
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      digest.update(block.subarray(0, read));
    }
    return digest.digest("hex");
  } finally {
    closeSync(file);
  }
}

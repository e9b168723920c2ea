import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { damagedFile, readManifest } from "@/lib/record/backup_manifest.ts";
import { type RecordPaths, recordPaths } from "@/lib/record/paths.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";
import { type Verification, verifyRecord } from "@/lib/record/verify_record.ts";

export type RestoreOutcome =
  | { readonly ok: true; readonly verification: Verification }
  | {
    readonly ok: false;
    readonly code: "no_backup" | "damaged" | "not_empty" | RecordError["code"];
    readonly words: string;
  };

/**
 * Copies a backup into a data folder that holds no record yet, and verifies what now stands there.
 * A folder with a record is refused, because there is no way back from overwriting one; engines
 * that setup installed beside it do not matter. A tampered record is restored all the same, and
 * the verification says so: evidence is not thrown away.
 */
export function restoreRecord(backup: string, dataDir: string): RestoreOutcome {
  try {
    const paths = recordPaths(dataDir);
    const manifest = readManifest(backup);
    if (manifest === undefined) {
      const words = `Cannot restore "${backup}": it is not a finished backup`;
      return { ok: false, code: "no_backup", words };
    }
    const damaged = damagedFile(backup, manifest);
    if (damaged !== undefined) {
      const words = `Cannot restore "${backup}": its file "${damaged}" is damaged or missing`;
      return { ok: false, code: "damaged", words };
    }
    if (holdsRecord(paths)) {
      const words = `Cannot restore into "${dataDir}": it already holds a record`;
      return { ok: false, code: "not_empty", words };
    }
    privateFolder(dataDir);
    for (const name of Object.keys(manifest.files)) {
      const target = join(dataDir, name);
      privateFolder(dirname(target));
      copyFileSync(join(backup, name), target);
      privateFile(target);
    }
    return { ok: true, verification: verifyRecord(dataDir) };
  } catch (caught) {
    const error = asRecordError(caught);
    if (!(error instanceof RecordError)) throw error;
    return { ok: false, code: error.code, words: error.message };
  }
}

function holdsRecord(paths: RecordPaths): boolean {
  const files = [paths.database, paths.auditHead, paths.auditKey];
  return files.some((path) => existsSync(path)) ||
    (existsSync(paths.audio) && readdirSync(paths.audio).length > 0);
}

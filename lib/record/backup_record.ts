import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Clock } from "@/lib/clock.ts";
import { writeManifest } from "@/lib/record/backup_manifest.ts";
import { wholeMs } from "@/lib/record/columns.ts";
import { openDatabase } from "@/lib/record/database.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { privateFile, privateFolder } from "@/lib/record/private_files.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";

export type BackupOutcome =
  | { readonly ok: true; readonly recordings: number }
  | {
    readonly ok: false;
    readonly code: "no_record" | "not_empty" | RecordError["code"];
    readonly words: string;
  };

/**
 * Copies the record of `dataDir` into `target`, which must be empty or missing; also while the
 * service runs. The order makes the copies fit together: the signed head first, then the database
 * as one snapshot, which can only hold more rows than that head, then the recordings, which can
 * only hold more audio than those rows.
 */
export function backupRecord(dataDir: string, target: string, clock: Clock): BackupOutcome {
  const from = recordPaths(dataDir);
  const to = recordPaths(target);
  if (!existsSync(from.database)) {
    const words = `Cannot back up "${dataDir}": there is no record in it`;
    return { ok: false, code: "no_record", words };
  }
  if (existsSync(target) && readdirSync(target).length > 0) {
    const words = `Cannot back up to "${target}": the folder is not empty`;
    return { ok: false, code: "not_empty", words };
  }
  try {
    for (const folder of [to.folder, to.keys, to.audio]) privateFolder(folder);
    copyPrivate(from.auditKey, to.auditKey);
    copyPrivate(from.auditHead, to.auditHead);
    privateFile(to.database);
    copyDatabase(from.database, to.database);
    const recordings = readdirSync(from.audio).filter((name) => name.endsWith(".wav"));
    for (const name of recordings) copyPrivate(join(from.audio, name), join(to.audio, name));
    const files = [
      `keys/${basename(to.auditKey)}`,
      basename(to.auditHead),
      basename(to.database),
      ...recordings.map((name) => `audio/${name}`),
    ];
    writeManifest(target, files, wholeMs(clock.wallMs()));
    return { ok: true, recordings: recordings.length };
  } catch (caught) {
    const error = asRecordError(caught);
    if (!(error instanceof RecordError)) throw error;
    return { ok: false, code: error.code, words: error.message };
  }
}

/** VACUUM INTO takes one snapshot without stopping the writer, and leaves deleted pages behind. */
function copyDatabase(from: string, to: string): void {
  const database = openDatabase(from, { readOnly: true });
  try {
    database.command("VACUUM INTO :target").run({ target: to });
  } finally {
    database.close();
  }
}

function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  privateFile(to);
}

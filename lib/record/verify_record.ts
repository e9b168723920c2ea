import { existsSync } from "node:fs";
import { readAuditKey } from "@/lib/record/audit_key.ts";
import { type Database, openDatabase } from "@/lib/record/database.ts";
import { headFit } from "@/lib/record/head_fit.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { asRecordError, RecordError } from "@/lib/record/record_error.ts";
import { bad, type BadRow, type ProvenRow, verifyChain } from "@/lib/record/verify_chain.ts";
import { audioClaims } from "@/lib/record/verify_recordings.ts";
import { rowClaims } from "@/lib/record/verify_rows.ts";

export type Verification =
  | {
    readonly verdict: "untampered";
    readonly rows: number;
    /** Rows newer than the signed head: at most a second's worth, unless the disk was full. */
    readonly unsealedRows: number;
    readonly recordings: number;
    readonly purgedConsultations: number;
    /** Words that are gone although no purge of their consultation is on the record. */
    readonly wordsGone: number;
  }
  | { readonly verdict: "tampered"; readonly bad: BadRow }
  | { readonly verdict: "unreadable"; readonly words: string };

/**
 * Proves the record of a data folder, or names the first row that is not what was written (FI6).
 * Only reads, so it may run beside the service. What it cannot find is said in
 * docs/decisions/audit.md.
 */
export function verifyRecord(dataDir: string): Verification {
  const paths = recordPaths(dataDir);
  if (!existsSync(paths.database)) {
    return { verdict: "unreadable", words: `Cannot verify "${dataDir}": there is no record in it` };
  }
  let database: Database | undefined;
  try {
    const key = readAuditKey(paths);
    database = openDatabase(paths.database, { readOnly: true });
    // One snapshot from the first read on; the head is read before it (see `headFit`).
    database.exec("BEGIN");
    const fit = headFit(database, paths.auditHead, key);
    const rows = rowClaims();
    const audio = audioClaims();
    let alteredAt: number | undefined;
    const gone: ProvenRow[] = [];
    const broken = verifyChain(database, (row) => {
      rows.note(row);
      audio.note(row);
      if (row.wordsGone) gone.push(row);
      if (row.kind === "record.tamper_found") alteredAt ??= row.seq;
    });
    const found = broken ?? headFinding(fit) ?? alteredFinding(alteredAt) ??
      rows.check(database) ?? audio.check(paths, rows.withoutAudio);
    if (found !== undefined) return { verdict: "tampered", bad: found };
    return {
      verdict: "untampered",
      rows: fit.rows,
      unsealedRows: fit.rows - (fit.sealedRows ?? 0),
      recordings: audio.count(),
      purgedConsultations: rows.purged.size,
      wordsGone: gone.filter(({ consultation }) =>
        consultation === null || !rows.purged.has(consultation)
      ).length,
    };
  } catch (caught) {
    const error = asRecordError(caught);
    if (!(error instanceof RecordError)) throw error;
    return { verdict: "unreadable", words: error.message };
  } finally {
    database?.close();
  }
}

function headFinding(fit: ReturnType<typeof headFit>): BadRow | undefined {
  if (fit.fits) return undefined;
  const signed = fit.sealedRows ?? 0;
  switch (fit.code) {
    case "tail_cut":
      return bad(
        fit.rows + 1,
        fit.code,
        `audit row ${fit.rows + 1} is missing: the signed head counts ${signed} rows`,
      );
    case "tail_recomputed":
      return bad(
        signed,
        fit.code,
        `audit row ${signed} is not the one that the head was signed for`,
      );
    case "head_missing":
      return bad(null, fit.code, "the signed head of the audit is missing");
    case "head_forged":
      return bad(null, fit.code, "the signed head of the audit does not bear this box's signature");
    case "key_missing":
      return bad(null, fit.code, "the key that signs the audit is missing or damaged");
  }
}

function alteredFinding(row: number | undefined): BadRow | undefined {
  if (row === undefined) return undefined;
  const words = `audit row ${row} notes that the record had been altered while Alba was stopped`;
  return bad(row, "altered_while_stopped", words);
}

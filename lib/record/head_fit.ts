import { z } from "zod";
import { GENESIS_HASH } from "@/lib/record/audit_chain.ts";
import { readAuditHead } from "@/lib/record/audit_head.ts";
import type { AuditKey } from "@/lib/record/audit_key.ts";
import type { Database } from "@/lib/record/database.ts";

/** How the rows fit the last signed head; rows after the head are the last second before a crash. */
export type HeadFit =
  | { readonly fits: true; readonly rows: number; readonly sealedRows: number }
  | {
    readonly fits: false;
    readonly code: "key_missing" | "head_missing" | "head_forged" | "tail_cut" | "tail_recomputed";
    readonly rows: number;
    readonly sealedRows: number | null;
  };

const countRow = z.object({ rows: z.int() });
const hashRow = z.object({ hash: z.string() });

/** Compares the database with the head file; reads two rows, so it is cheap enough for every start. */
export function headFit(
  database: Database,
  headPath: string,
  key: AuditKey | undefined,
): HeadFit {
  // The head first: beside a running service it is then older than the rows read after it, never
  // newer, and an honest record is not accused of a cut tail.
  const read = key === undefined ? undefined : readAuditHead(headPath, key);
  const rows = database.query("SELECT coalesce(max(seq), 0) AS rows FROM audit", countRow).get({})
    ?.rows ?? 0;
  const wrong = (
    code: Extract<HeadFit, { fits: false }>["code"],
    sealedRows: number | null = null,
  ): HeadFit => ({ fits: false, code, rows, sealedRows });
  if (read === undefined) {
    return rows === 0 ? { fits: true, rows, sealedRows: 0 } : wrong("key_missing");
  }
  if (read.state === "forged") return wrong("head_forged");
  if (read.state === "missing") {
    return rows === 0 ? { fits: true, rows, sealedRows: 0 } : wrong("head_missing");
  }
  const { head } = read;
  if (rows < head.rows) return wrong("tail_cut", head.rows);
  const sealed = database.query("SELECT hash FROM audit WHERE seq = :seq", hashRow)
    .get({ seq: head.rows });
  const sealedHash = head.rows === 0 ? GENESIS_HASH : sealed?.hash;
  if (sealedHash !== head.hash) return wrong("tail_recomputed", head.rows);
  return { fits: true, rows, sealedRows: head.rows };
}

import { z } from "zod";
import { canonicalJson, commitment, GENESIS_HASH, rowHash } from "@/lib/record/audit_chain.ts";
import { type JsonObject, jsonObject, parseJson } from "@/lib/record/columns.ts";
import type { Database } from "@/lib/record/database.ts";

/** Where and how the record is not what was written; `row` counts audit rows from 1. */
export interface BadRow {
  readonly row: number | null;
  readonly code:
    | "row_edited"
    | "row_missing"
    | "text_changed"
    | "altered_while_stopped"
    | "key_missing"
    | "head_missing"
    | "head_forged"
    | "tail_cut"
    | "tail_recomputed"
    | "row_disagrees"
    | "recording_missing"
    | "recording_altered";
  readonly words: string;
}

/** An audit row that has been found to stand in the chain. */
export interface ProvenRow {
  readonly seq: number;
  readonly consultation: string | null;
  readonly kind: string;
  readonly detail: JsonObject;
  /** Null when it never had words or they are gone. */
  readonly text: string | null;
  readonly wordsGone: boolean;
}

const storedRow = z.object({
  seq: z.int(),
  room: z.string(),
  consultation: z.string().nullable(),
  wall_ms: z.int(),
  kind: z.string(),
  detail: z.string(),
  commitment: z.string().nullable(),
  prev_hash: z.string(),
  hash: z.string(),
  text: z.string().nullable(),
  salt: z.instanceof(Uint8Array).nullable(),
  text_room: z.string().nullable(),
  text_consultation: z.string().nullable(),
});
type StoredRow = z.infer<typeof storedRow>;

/** Rows are read in pages, so that years of audit do not have to fit into memory. */
const PAGE_ROWS = 1000;

/** Walks the whole chain from the first row, handing each proven row on; stops at the first bad one. */
export function verifyChain(
  database: Database,
  onProven: (row: ProvenRow) => void,
): BadRow | undefined {
  const page = database.query(
    `SELECT audit.*, text, salt, audit_text.room AS text_room,
       audit_text.consultation AS text_consultation
     FROM audit LEFT JOIN audit_text ON audit_text.audit = audit.seq
     WHERE seq > :after ORDER BY seq LIMIT ${PAGE_ROWS}`,
    storedRow,
  );
  let previous = { seq: 0, hash: GENESIS_HASH };
  for (
    let rows = page.all({ after: 0 });
    rows.length > 0;
    rows = page.all({ after: previous.seq })
  ) {
    for (const row of rows) {
      const proven = proveRow(row, previous);
      if ("code" in proven) return proven;
      onProven(proven);
      previous = row;
    }
  }
  return strayText(database);
}

function proveRow(
  row: StoredRow,
  previous: { readonly seq: number; readonly hash: string },
): ProvenRow | BadRow {
  const { seq } = row;
  if (seq !== previous.seq + 1) {
    const missing = previous.seq + 1;
    return bad(missing, "row_missing", `audit row ${missing} is missing`);
  }
  const detail = parseDetail(row.detail);
  const sound = detail !== undefined && row.hash === rowHash(row.prev_hash, {
        seq,
        room: row.room,
        consultation: row.consultation,
        wallMs: row.wall_ms,
        kind: row.kind,
        detail,
        commitment: row.commitment,
      });
  if (!sound) return bad(seq, "row_edited", `audit row ${seq} does not match its own hash`);
  if (row.prev_hash !== previous.hash) {
    // This row still holds the hash that the one before it had when it was written.
    const edited = Math.max(1, previous.seq);
    return bad(edited, "row_edited", `audit row ${edited} is not the one that row ${seq} followed`);
  }
  if (!textFits(row)) {
    return bad(seq, "text_changed", `the words of audit row ${seq} are not those it commits to`);
  }
  const wordsGone = row.commitment !== null && row.text === null;
  return { seq, consultation: row.consultation, kind: row.kind, detail, text: row.text, wordsGone };
}

function textFits(row: StoredRow): boolean {
  if (row.text === null || row.salt === null) return true;
  return row.commitment === commitment(row.salt, row.text) && row.text_room === row.room &&
    row.text_consultation === row.consultation;
}

/** Only the exact bytes that were written count: other spacing is an edit too. */
function parseDetail(stored: string): JsonObject | undefined {
  const parsed = jsonObject.safeParse(parseJson(stored));
  return parsed.success && canonicalJson(parsed.data) === stored ? parsed.data : undefined;
}

function strayText(database: Database): BadRow | undefined {
  const stray = database.query(
    "SELECT audit FROM audit_text WHERE audit NOT IN (SELECT seq FROM audit) ORDER BY audit LIMIT 1",
    z.object({ audit: z.int() }),
  ).get({});
  if (stray === undefined) return undefined;
  return bad(
    stray.audit,
    "text_changed",
    `words stand for audit row ${stray.audit}, which is not there`,
  );
}

export function bad(row: number | null, code: BadRow["code"], words: string): BadRow {
  return { row, code, words };
}

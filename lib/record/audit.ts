import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import {
  canonicalJson,
  type ChainedRow,
  commitment,
  GENESIS_HASH,
  rowHash,
} from "@/lib/record/audit_chain.ts";
import { type AuditDetail, type AuditKind, parseAuditDetail } from "@/lib/record/audit_events.ts";
import type { AuditKey } from "@/lib/record/audit_key.ts";
import {
  jsonColumn,
  type JsonObject,
  jsonObject,
  storableText,
  wholeMs,
} from "@/lib/record/columns.ts";
import type { Database } from "@/lib/record/database.ts";
import { headSealer } from "@/lib/record/head_sealer.ts";
import type { ConsultationId, RoomId } from "@/lib/record/ids.ts";

/** The `room` of what concerns the whole box, such as a refused login. */
export const BOX = "box";

export interface AuditEntry<Kind extends AuditKind> {
  readonly room: RoomId | typeof BOX;
  readonly consultation?: ConsultationId;
  readonly kind: Kind;
  readonly detail: AuditDetail<Kind>;
  /** Words of a person; kept apart, purgeable, and committed to in the row by a salted hash. */
  readonly text?: string;
}

export interface AuditRow {
  readonly seq: number;
  readonly room: string;
  readonly consultation: string | null;
  readonly wallMs: number;
  readonly kind: string;
  readonly detail: JsonObject;
  /** Null when the row has no words, or when they have been purged. */
  readonly text: string | null;
}

export interface Audit {
  /**
   * Appends one row and returns its number, counted from 1. Throws `TypeError` on an unknown kind
   * or an ill-shaped detail, and `RecordError` when the disk fails.
   */
  append<Kind extends AuditKind>(entry: AuditEntry<Kind>): number;
  /** Rows of one consultation, oldest first. */
  list(consultation: ConsultationId): AuditRow[];
  /** Signs the present head now, if rows came since the last one; a disk error is retried later. */
  seal(): void;
  close(): void;
}

/** As long as the hash it protects. */
const SALT_BYTES = 32;

/** What the first row follows. */
const BEFORE_FIRST = { seq: 0, hash: GENESIS_HASH };

const tailRow = z.object({ seq: z.int(), hash: z.string() });
const listedRow = z.object({
  seq: z.int(),
  room: z.string(),
  consultation: z.string().nullable(),
  wall_ms: z.int(),
  kind: z.string(),
  detail: jsonColumn(jsonObject),
  text: z.string().nullable(),
}).transform(({ wall_ms, ...rest }): AuditRow => ({ ...rest, wallMs: wall_ms }));

export interface AuditOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly key: AuditKey;
  readonly headPath: string;
  /** Hears each time the signed head could not be written; it is tried again. */
  readonly onSealError: (error: unknown) => void;
}

/** Goes on with the chain as it stands in the database. */
export function openAudit(options: AuditOptions): Audit {
  const { database, clock } = options;
  const { tail, insert, insertText, listed } = auditStatements(database);
  const sealer = headSealer(options, () => tail.get({}) ?? BEFORE_FIRST);

  function write(row: ChainedRow, previousHash: string): void {
    insert.run({
      seq: row.seq,
      room: row.room,
      consultation: row.consultation,
      wall_ms: row.wallMs,
      kind: row.kind,
      detail: canonicalJson(row.detail),
      commitment: row.commitment,
      prev_hash: previousHash,
      hash: rowHash(previousHash, row),
    });
  }

  return {
    append(entry) {
      const detail = jsonObject.parse(parseAuditDetail(entry.kind, entry.detail));
      const text = entry.text === undefined ? undefined : storableText(entry.text);
      const { room, kind } = entry;
      const consultation = entry.consultation ?? null;
      return database.atomically(() => {
        const last = tail.get({}) ?? BEFORE_FIRST;
        const seq = last.seq + 1;
        const salt = randomBytes(SALT_BYTES);
        const committed = text === undefined ? null : commitment(salt, text);
        const wallMs = wholeMs(clock.wallMs());
        write({ seq, room, consultation, wallMs, kind, detail, commitment: committed }, last.hash);
        if (text !== undefined) insertText.run({ audit: seq, room, consultation, salt, text });
        database.afterCommit(() => {
          sealer.sealSoon();
          if (kind === "consultation.transition") sealer.seal();
        });
        return seq;
      });
    },
    list: (consultation) => listed.all({ consultation }),
    seal: () => sealer.seal(),
    close: () => sealer.close(),
  };
}

function auditStatements(database: Database) {
  return {
    tail: database.query("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1", tailRow),
    insert: database.command(
      `INSERT INTO audit VALUES
       (:seq, :room, :consultation, :wall_ms, :kind, :detail, :commitment, :prev_hash, :hash)`,
    ),
    insertText: database.command(
      "INSERT INTO audit_text VALUES (:audit, :room, :consultation, :salt, :text)",
    ),
    listed: database.query(
      `SELECT seq, audit.room, audit.consultation, wall_ms, kind, detail, text
       FROM audit LEFT JOIN audit_text ON audit_text.audit = audit.seq
       WHERE audit.consultation = :consultation ORDER BY seq`,
      listedRow,
    ),
  };
}

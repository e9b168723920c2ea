import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import { canonicalJson, commitment, GENESIS_HASH, rowHash } from "@/lib/record/audit_chain.ts";
import { type AuditDetail, type AuditKind, parseAuditDetail } from "@/lib/record/audit_events.ts";
import { writeAuditHead } from "@/lib/record/audit_head.ts";
import type { AuditKey } from "@/lib/record/audit_key.ts";
import {
  jsonColumn,
  type JsonObject,
  jsonObject,
  storableText,
  wholeMs,
} from "@/lib/record/columns.ts";
import type { Database } from "@/lib/record/database.ts";
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

/** A cut of the newest rows shows from one second on; sooner would cost an fsync per row. */
const SEAL_DELAY_MS = 1000;
const SALT_BYTES = 32;

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

/** `onSealError` hears each time the signed head could not be written. */
export function openAudit(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly key: AuditKey;
  readonly headPath: string;
  readonly onSealError: (error: unknown) => void;
}): Audit {
  const { database, clock } = options;
  const tail = database.query("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1", tailRow);
  const insert = database.command(
    `INSERT INTO audit VALUES
     (:seq, :room, :consultation, :wall_ms, :kind, :detail, :commitment, :prev_hash, :hash)`,
  );
  const insertText = database.command(
    "INSERT INTO audit_text VALUES (:audit, :room, :consultation, :salt, :text)",
  );
  const listed = database.query(
    `SELECT seq, audit.room, audit.consultation, wall_ms, kind, detail, text
     FROM audit LEFT JOIN audit_text ON audit_text.audit = audit.seq
     WHERE audit.consultation = :consultation ORDER BY seq`,
    listedRow,
  );
  let unsealed = false;
  let cancelTimer: (() => void) | undefined;

  function seal(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    if (!unsealed) return;
    const last = tail.get({});
    try {
      const head = {
        rows: last?.seq ?? 0,
        hash: last?.hash ?? GENESIS_HASH,
        sealedWallMs: wholeMs(clock.wallMs()),
      };
      writeAuditHead(options.headPath, head, options.key);
      unsealed = false;
    } catch (error) {
      // The rows are safe in the database; a full disk must not stop a consultation here.
      options.onSealError(error);
      sealSoon();
    }
  }

  function sealSoon(): void {
    unsealed = true;
    cancelTimer ??= clock.after(SEAL_DELAY_MS, seal);
  }

  return {
    append(entry) {
      const detail = jsonObject.parse(parseAuditDetail(entry.kind, entry.detail));
      const text = entry.text === undefined ? undefined : storableText(entry.text);
      return database.atomically(() => {
        const last = tail.get({});
        const seq = (last?.seq ?? 0) + 1;
        const previous = last?.hash ?? GENESIS_HASH;
        const salt = randomBytes(SALT_BYTES);
        const row = {
          seq,
          room: entry.room,
          consultation: entry.consultation ?? null,
          wallMs: wholeMs(clock.wallMs()),
          kind: entry.kind,
          detail,
          commitment: text === undefined ? null : commitment(salt, text),
        };
        const { room, consultation } = row;
        insert.run({
          seq,
          room,
          consultation,
          wall_ms: row.wallMs,
          kind: row.kind,
          detail: canonicalJson(detail),
          commitment: row.commitment,
          prev_hash: previous,
          hash: rowHash(previous, row),
        });
        if (text !== undefined) {
          insertText.run({ audit: seq, room, consultation, salt, text });
        }
        database.afterCommit(() => {
          sealSoon();
          if (entry.kind === "consultation.transition") seal();
        });
        return seq;
      });
    },
    list: (consultation) => listed.all({ consultation }),
    seal,
    close() {
      seal();
      cancelTimer?.();
    },
  };
}

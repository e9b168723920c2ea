import { z } from "zod";
import { jsonColumn, type JsonObject, jsonObject } from "@/lib/record/columns.ts";
import type { Database } from "@/lib/record/database.ts";
import type { ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** RE5: one input of auto mode's step, as it came. */
export interface StoredAutoEvent {
  /** Counted from 1 within its consultation. */
  readonly seq: number;
  /** Monotonic time of the process that took it in; it begins anew with a restart of the service. */
  readonly nowMs: number;
  readonly event: JsonObject;
  /** Which code and which thresholds made something of it: only the same make the same again. */
  readonly codeVersion: string;
  readonly settingsHash: string;
  /** SHA-256, hexadecimal, of what was made of it (MA7). */
  readonly outcomeSha256: string;
}

/** Kept apart from the audit and purged with the consultation: it holds what was said. */
export interface AutoEventStore {
  append(
    place: { readonly consultation: ConsultationId; readonly room: RoomId },
    /** `event` is plain data; it is written as it stands. */
    event: Omit<StoredAutoEvent, "event"> & { readonly event: object },
  ): void;
  /** In the order in which they came. */
  list(consultation: ConsultationId): StoredAutoEvent[];
}

const row = z.object({
  seq: z.int(),
  now_ms: z.number(),
  event: jsonColumn(jsonObject),
  code_version: z.string(),
  settings_hash: z.string(),
  outcome_sha256: z.string(),
}).transform((stored): StoredAutoEvent => ({
  seq: stored.seq,
  nowMs: stored.now_ms,
  event: stored.event,
  codeVersion: stored.code_version,
  settingsHash: stored.settings_hash,
  outcomeSha256: stored.outcome_sha256,
}));

/** For those that only read, such as a replay beside the service. */
export function listedEvents(database: Database) {
  return database.query(
    `SELECT seq, now_ms, event, code_version, settings_hash, outcome_sha256 FROM auto_event
     WHERE consultation = :consultation ORDER BY seq`,
    row,
  );
}

export function autoEventStore({ database }: StoreParts): AutoEventStore {
  const insert = database.command(
    `INSERT INTO auto_event
       (consultation, room, seq, now_ms, event, code_version, settings_hash, outcome_sha256)
     VALUES (:consultation, :room, :seq, :now_ms, :event, :code_version, :settings_hash,
       :outcome_sha256)`,
  );
  const all = listedEvents(database);
  return {
    append: ({ consultation, room }, { event, nowMs, seq, ...how }) =>
      void insert.run({
        consultation,
        room,
        seq,
        now_ms: nowMs,
        // As it came, key for key: the step may go by the order of a list, never of keys, but a
        // replay that is compared byte for byte should not have to rely on that.
        event: JSON.stringify(event),
        code_version: how.codeVersion,
        settings_hash: how.settingsHash,
        outcome_sha256: how.outcomeSha256,
      }),
    list: (consultation) => all.all({ consultation }),
  };
}

import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { type AuditDetail, utteranceEndReason } from "@/lib/record/audit_events.ts";
import {
  jsonColumn,
  type JsonObject,
  jsonObject,
  samplesColumn,
  wallMsColumn,
  wholeMs,
} from "@/lib/record/columns.ts";
import {
  type ConsultationId,
  consultationId,
  type RoomId,
  roomId,
  type UtteranceId,
  utteranceId,
} from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export type UtteranceEndReason = z.infer<typeof utteranceEndReason>;

/** RE1: one thing Alba was asked to say, and what became of it. */
export interface SystemUtterance {
  readonly id: UtteranceId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  /** The reference that was resolved (SP1), as it came. */
  readonly ref: JsonObject;
  readonly refDetail: JsonObject;
  readonly text: string;
  readonly cdsRationale: string | null;
  readonly requestedWallMs: number;
  readonly startedWallMs: number | null;
  readonly endedWallMs: number | null;
  /** The exclusion span by the server's own count (SP8), before any margin. */
  readonly startSample: Samples | null;
  readonly endSample: Samples | null;
  readonly durationMs: number | null;
  readonly endReason: UtteranceEndReason | null;
}

export interface NewUtterance {
  readonly id: UtteranceId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  readonly ref: JsonObject;
  readonly refDetail: JsonObject;
  readonly text: string;
  readonly cdsRationale?: string;
  readonly audit: Omit<AuditDetail<"speech.requested">, "utterance">;
}

/** Each change is audited as speech.requested, started or ended in the same transaction. */
export interface UtteranceStore {
  request(utterance: NewUtterance): void;
  /** False, and nothing written, when it has started or ended before. */
  start(id: UtteranceId, at: Samples): boolean;
  /** False, and nothing written, when it has ended before; `at` is null when it never started. */
  end(id: UtteranceId, end: {
    readonly at: Samples | null;
    readonly reason: UtteranceEndReason;
    readonly durationMs: number | null;
  }): boolean;
  get(id: UtteranceId): SystemUtterance | undefined;
  /** In the order of request. */
  list(consultation: ConsultationId): SystemUtterance[];
}

const row = z.object({
  id: utteranceId,
  consultation: consultationId,
  room: roomId,
  ref: jsonColumn(jsonObject),
  ref_detail: jsonColumn(jsonObject),
  text: z.string(),
  cds_rationale: z.string().nullable(),
  requested_wall_ms: wallMsColumn,
  started_wall_ms: wallMsColumn.nullable(),
  ended_wall_ms: wallMsColumn.nullable(),
  start_sample: samplesColumn.nullable(),
  end_sample: samplesColumn.nullable(),
  duration_ms: z.int().nullable(),
  end_reason: utteranceEndReason.nullable(),
}).transform((stored): SystemUtterance => ({
  id: stored.id,
  consultation: stored.consultation,
  room: stored.room,
  ref: stored.ref,
  refDetail: stored.ref_detail,
  text: stored.text,
  cdsRationale: stored.cds_rationale,
  requestedWallMs: stored.requested_wall_ms,
  startedWallMs: stored.started_wall_ms,
  endedWallMs: stored.ended_wall_ms,
  startSample: stored.start_sample,
  endSample: stored.end_sample,
  durationMs: stored.duration_ms,
  endReason: stored.end_reason,
}));

export function utteranceStore({ database, audit, clock }: StoreParts): UtteranceStore {
  const insert = database.command(
    `INSERT INTO system_utterance (id, consultation, room, ref, ref_detail, text, cds_rationale,
       requested_wall_ms)
     VALUES (:id, :consultation, :room, :ref, :ref_detail, :text, :cds_rationale, :now)`,
  );
  const begin = database.command(
    `UPDATE system_utterance SET started_wall_ms = :now, start_sample = :at
     WHERE id = :id AND started_wall_ms IS NULL AND ended_wall_ms IS NULL`,
  );
  const finish = database.command(
    `UPDATE system_utterance SET ended_wall_ms = :now, end_sample = :at, end_reason = :reason,
       duration_ms = :duration_ms
     WHERE id = :id AND ended_wall_ms IS NULL`,
  );
  const one = database.query("SELECT * FROM system_utterance WHERE id = :id", row);
  const all = database.query(
    `SELECT * FROM system_utterance WHERE consultation = :consultation
     ORDER BY requested_wall_ms, id`,
    row,
  );
  const now = () => wholeMs(clock.wallMs());
  const place = (id: UtteranceId) => {
    const found = one.get({ id });
    if (found === undefined) throw new Error(`Cannot change utterance "${id}": no such row`);
    return { room: found.room, consultation: found.consultation };
  };

  return {
    request(utterance) {
      const { id, consultation, room, text } = utterance;
      database.atomically(() => {
        insert.run({
          id,
          consultation,
          room,
          ref: canonicalJson(utterance.ref),
          ref_detail: canonicalJson(utterance.refDetail),
          text,
          cds_rationale: utterance.cdsRationale ?? null,
          now: now(),
        });
        const detail = { utterance: id, ...utterance.audit };
        audit.append({ room, consultation, kind: "speech.requested", detail, text });
      });
    },
    start: (id, at) =>
      database.atomically(() => {
        if (begin.run({ id, at, now: now() }) === 0) return false;
        audit.append({
          ...place(id),
          kind: "speech.started",
          detail: { utterance: id, sample: at },
        });
        return true;
      }),
    end: (id, { at, reason, durationMs }) =>
      database.atomically(() => {
        const duration_ms = durationMs === null ? null : wholeMs(durationMs);
        if (finish.run({ id, at, reason, duration_ms, now: now() }) === 0) return false;
        const detail = { utterance: id, sample: at, reason, duration_ms };
        audit.append({ ...place(id), kind: "speech.ended", detail });
        return true;
      }),
    get: (id) => one.get({ id }),
    list: (consultation) => all.all({ consultation }),
  };
}

import { z } from "zod";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { assessmentSource } from "@/lib/record/audit_events.ts";
import { flag, flagColumn, jsonColumn, wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import type { ClinicianId, ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** What the urgency assessment said, whether or not it was new (UR9). */
export interface NewAssessment {
  readonly snapshot: string;
  readonly version: number;
  readonly source: "model" | "rule";
  readonly startedWallMs: number;
  readonly actions: readonly {
    readonly action: string;
    readonly reason: string;
    readonly quote: string | null;
    readonly question: string | null;
    readonly arranged: boolean;
  }[];
}

export interface StoredAlarm {
  readonly id: string;
  readonly snapshot: string;
  readonly source: "model" | "rule";
  readonly action: string;
  readonly reason: string;
  readonly quote: string | null;
  /** The question that the quoted words answer; null where they stand for themselves. */
  readonly question: string | null;
  readonly quoteFound: boolean;
  readonly segment: string | null;
  readonly wordings: readonly string[];
  readonly raisedWallMs: number;
  readonly arrangedWallMs: number | null;
  readonly acknowledgedWallMs: number | null;
  /** Name of the person who acknowledged it. */
  readonly acknowledgedBy: string | null;
}

type Place = { readonly consultation: ConsultationId; readonly room: RoomId };

/** Raised, acknowledged and arranged are each audited in the same transaction. */
export interface AlarmStore {
  assessed(place: Place, assessment: NewAssessment): void;
  raise(
    place: Place,
    alarm:
      & Pick<
        StoredAlarm,
        | "id"
        | "snapshot"
        | "source"
        | "action"
        | "reason"
        | "quote"
        | "question"
        | "quoteFound"
        | "segment"
      >
      & { readonly version: number },
  ): void;
  /** Keeps the wordings that have joined an alarm, the newest being shown (UR5). */
  reword(id: string, action: string, wordings: readonly string[]): void;
  arrange(place: Place, id: string): void;
  /** In the words that the clinician saw, which may be older than the newest ones (UR14). */
  acknowledge(place: Place, id: string, clinician: ClinicianId, action: string): void;
  /** Oldest first. */
  list(consultation: ConsultationId): StoredAlarm[];
  /** The highest version of an agenda or assessment; 0 before the first. */
  newestVersion(consultation: ConsultationId): number;
  /** How many assessments named an action. */
  snapshotCount(consultation: ConsultationId): number;
}

const row = z.object({
  id: z.string(),
  snapshot: z.string(),
  source: assessmentSource,
  action: z.string(),
  reason: z.string(),
  quote: z.string().nullable(),
  question: z.string().nullable(),
  quote_found: flagColumn.nullable(),
  segment: z.string().nullable(),
  wordings: jsonColumn(z.array(z.string())),
  raised_wall_ms: wallMsColumn,
  arranged_wall_ms: wallMsColumn.nullable(),
  acknowledged_wall_ms: wallMsColumn.nullable(),
  acknowledged_name: z.string().nullable(),
}).transform((stored): StoredAlarm => ({
  id: stored.id,
  snapshot: stored.snapshot,
  source: stored.source,
  action: stored.action,
  reason: stored.reason,
  quote: stored.quote,
  question: stored.question,
  quoteFound: stored.quote_found ?? false,
  segment: stored.segment,
  wordings: stored.wordings,
  raisedWallMs: stored.raised_wall_ms,
  arrangedWallMs: stored.arranged_wall_ms,
  acknowledgedWallMs: stored.acknowledged_wall_ms,
  acknowledgedBy: stored.acknowledged_name,
}));

export function alarmStore(parts: StoreParts): AlarmStore {
  const { audit, clock, database } = parts;
  const now = () => wholeMs(clock.wallMs());
  const reword = database.command(
    "UPDATE alarm SET action = :action, wordings = :wordings WHERE id = :id",
  );
  const arrange = database.command(
    "UPDATE alarm SET arranged_wall_ms = :now WHERE id = :id AND arranged_wall_ms IS NULL",
  );
  const acknowledge = database.command(
    `UPDATE alarm SET acknowledged_wall_ms = :now, acknowledged_by = :clinician, action = :action
     WHERE id = :id AND acknowledged_wall_ms IS NULL`,
  );
  const all = database.query(
    `SELECT alarm.*, clinician.name AS acknowledged_name
     FROM alarm LEFT JOIN clinician ON clinician.id = alarm.acknowledged_by
     WHERE consultation = :consultation ORDER BY raised_wall_ms, alarm.id`,
    row,
  );
  const newest = database.query(
    `SELECT max(
       (SELECT coalesce(max(version), 0) FROM agenda_version WHERE consultation = :consultation),
       (SELECT coalesce(max(version), 0) FROM assessment_snapshot
         WHERE consultation = :consultation)
     ) AS version`,
    z.object({ version: z.int() }),
  );
  const snapshots = database.query(
    `SELECT count(*) AS snapshots FROM assessment_snapshot
     WHERE consultation = :consultation AND json_array_length(actions) > 0`,
    z.object({ snapshots: z.int() }),
  );
  return {
    ...alarmRaiser(parts),
    reword: (id, action, wordings) =>
      void reword.run({ id, action, wordings: canonicalJson([...wordings]) }),
    arrange: ({ consultation, room }, id) =>
      database.atomically(() => {
        if (arrange.run({ id, now: now() }) === 0) return;
        audit.append({ room, consultation, kind: "alarm.arranged", detail: { alarm: id } });
      }),
    acknowledge: ({ consultation, room }, id, clinician, action) =>
      database.atomically(() => {
        if (acknowledge.run({ id, clinician, action, now: now() }) === 0) return;
        const detail = { alarm: id, clinician };
        audit.append({ room, consultation, kind: "alarm.acknowledged", detail, text: action });
      }),
    list: (consultation) => all.all({ consultation }),
    newestVersion: (consultation) => newest.get({ consultation })?.version ?? 0,
    snapshotCount: (consultation) => snapshots.get({ consultation })?.snapshots ?? 0,
  };
}

function alarmRaiser(
  { audit, clock, database }: StoreParts,
): Pick<AlarmStore, "assessed" | "raise"> {
  const now = () => wholeMs(clock.wallMs());
  const insertAssessment = database.command(
    `INSERT INTO assessment_snapshot
       (id, consultation, room, version, source, urgent, actions, started_wall_ms, landed_wall_ms)
     VALUES (:id, :consultation, :room, :version, :source, :urgent, :actions, :started, :now)`,
  );
  const insertAlarm = database.command(
    `INSERT INTO alarm (id, consultation, room, snapshot, source, action, reason, quote,
       question, quote_found, segment, wordings, raised_wall_ms)
     VALUES (:id, :consultation, :room, :snapshot, :source, :action, :reason, :quote,
       :question, :quote_found, :segment, :wordings, :now)`,
  );
  return {
    assessed({ consultation, room }, { actions, snapshot, source, startedWallMs, version }) {
      insertAssessment.run({
        id: snapshot,
        consultation,
        room,
        version,
        source,
        urgent: flag(actions.some(({ arranged }) => !arranged)),
        actions: canonicalJson(actions.map(({ action, arranged, question, quote, reason }) => ({
          action,
          reason,
          quote,
          question,
          arranged,
        }))),
        started: wholeMs(startedWallMs),
        now: now(),
      });
    },
    raise({ consultation, room }, alarm) {
      database.atomically(() => {
        const { action, id, question, quote, reason, segment, snapshot, source, version } = alarm;
        insertAlarm.run({
          id,
          consultation,
          room,
          snapshot,
          source,
          action,
          reason,
          quote,
          question,
          quote_found: flag(alarm.quoteFound),
          segment,
          wordings: canonicalJson([action]),
          now: now(),
        });
        const detail = { alarm: id, snapshot, version, source };
        audit.append({ room, consultation, kind: "alarm.raised", detail, text: action });
      });
    },
  };
}

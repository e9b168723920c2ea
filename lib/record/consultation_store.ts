import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { wholeMs } from "@/lib/record/columns.ts";
import {
  type Consultation,
  type ConsultationMode,
  consultationRow,
  type ConsultationState,
  type EarsKind,
  SELECT_CONSULTATION,
  type VoiceKind,
} from "@/lib/record/consultation_row.ts";
import {
  type ClinicianId,
  type ConsultationId,
  consultationId,
  type RoomId,
} from "@/lib/record/ids.ts";
import { mayBecome } from "@/lib/record/lifecycle.ts";
import { searchPhrase } from "@/lib/record/search_phrase.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export interface NewConsultation {
  readonly room: RoomId;
  readonly clinician: ClinicianId;
  readonly ears: EarsKind;
  readonly voice: VoiceKind;
  /** In person unless said otherwise. */
  readonly mode?: ConsultationMode;
}

/** A refused change has left the row and the audit as they were. */
export type ConsultationOutcome =
  | { readonly ok: true; readonly consultation: Consultation }
  | {
    readonly ok: false;
    readonly code: "not_found" | "wrong_state" | "room_busy";
    readonly words: string;
  };

/** Each change of a row is audited in the same transaction, so the two cannot part. */
export interface ConsultationStore {
  /** Starts one, live; refused while the room has a live one (CO3). */
  create(consultation: NewConsultation): ConsultationOutcome;
  get(id: ConsultationId): Consultation | undefined;
  /** The room's live consultation. */
  live(room: RoomId): Consultation | undefined;
  /** Those a crash may have left behind: live, stopping or finalising, oldest first (CO1). */
  unfinished(): Consultation[];
  /**
   * Newest first, at most `limit`. `search` finds words, or beginnings of words, in the patient
   * reference and in the transcript; undefined or blank finds all.
   */
  list(options: { readonly search?: string; readonly limit: number }): Consultation[];
  /** Takes one of CO1's steps. `reason` is a fixed code, such as `stop_tapped` or `restart`. */
  transition(id: ConsultationId, step: {
    readonly to: ConsultationState;
    readonly reason: string;
    readonly clinician?: ClinicianId;
  }): ConsultationOutcome;
  /** Notes that work went on after a restart, `awayMs` after the last sign of life. */
  resumed(id: ConsultationId, awayMs: number): void;
  /** Sets or clears the reference; old and new stand in the audit's purgeable text (CO4). */
  setPatientReference(id: ConsultationId, change: {
    readonly reference: string | null;
    readonly clinician?: ClinicianId;
  }): ConsultationOutcome;
  /** Notes when the disclosure was first spoken to its end (SP4); later calls change nothing. */
  disclosureSpoken(id: ConsultationId, wallMs: number): void;
  /** The doctor's answer to "Who spoke?", audited; null for Skip. May be given again. */
  setSpeakers(id: ConsultationId, speakers: number | null): void;
}

export function consultationStore(parts: StoreParts): ConsultationStore {
  const { database, audit, clock, newId } = parts;
  const finder = consultationFinder(parts);
  const { insert, step, refer, disclose, declare } = consultationCommands(parts);
  const now = () => wholeMs(clock.wallMs());
  const mustGet = (id: ConsultationId): Consultation => {
    const found = finder.get(id);
    if (found === undefined) throw new Error(`Cannot read consultation "${id}": it is gone`);
    return found;
  };

  return {
    ...finder,
    create({ room, clinician, ears, voice, mode = "in_person" }) {
      if (finder.live(room) !== undefined) return roomBusy(room);
      const id = consultationId.parse(newId());
      return database.atomically(() => {
        insert.run({ id, room, clinician, ears, voice, mode, now: now() });
        const detail = { clinician, ears, voice, mode };
        audit.append({ room, consultation: id, kind: "consultation.created", detail });
        return { ok: true, consultation: mustGet(id) };
      });
    },
    transition(id, { to, reason, clinician }) {
      const before = finder.get(id);
      if (before === undefined) return notFound(id);
      if (!mayBecome(before.state, to)) return wrongState(before, to);
      if (to === "live" && finder.live(before.room) !== undefined) return roomBusy(before.room);
      return database.atomically(() => {
        step.run({ id, to, now: now(), clinician: clinician ?? null });
        audit.append({
          room: before.room,
          consultation: id,
          kind: "consultation.transition",
          detail: { from: before.state, to, reason, clinician: clinician ?? null },
        });
        return { ok: true, consultation: mustGet(id) };
      });
    },
    resumed(id, awayMs) {
      const { room, state } = mustGet(id);
      const detail = { state, away_ms: wholeMs(awayMs) };
      audit.append({ room, consultation: id, kind: "consultation.resumed", detail });
    },
    setPatientReference(id, { reference, clinician }) {
      const before = finder.get(id);
      if (before === undefined) return notFound(id);
      if (before.state === "approved") return wrongState(before, before.state);
      return database.atomically(() => {
        refer.run({ id, reference });
        audit.append({
          room: before.room,
          consultation: id,
          kind: "consultation.reference_changed",
          detail: { clinician: clinician ?? null },
          text: canonicalJson({ from: before.patientReference, to: reference }),
        });
        return { ok: true, consultation: mustGet(id) };
      });
    },
    disclosureSpoken: (id, wallMs) => void disclose.run({ id, now: wholeMs(wallMs) }),
    setSpeakers: (id, speakers) =>
      database.atomically(() => {
        declare.run({ id, speakers, now: now() });
        const { room } = mustGet(id);
        const kind = "consultation.speakers_answered";
        audit.append({ room, consultation: id, kind, detail: { speakers } });
      }),
  };
}

function consultationCommands({ database }: StoreParts) {
  return {
    insert: database.command(
      `INSERT INTO consultation (id, room, clinician, state, ears, voice, mode, started_wall_ms)
       VALUES (:id, :room, :clinician, 'live', :ears, :voice, :mode, :now)`,
    ),
    step: database.command(
      `UPDATE consultation SET
         state = :to,
         stopped_wall_ms = CASE :to WHEN 'stopping' THEN :now WHEN 'live' THEN NULL
           ELSE stopped_wall_ms END,
         reviewed_wall_ms = CASE :to WHEN 'review' THEN :now WHEN 'live' THEN NULL
           ELSE reviewed_wall_ms END,
         approved_wall_ms = iif(:to = 'approved', :now, approved_wall_ms),
         approved_by = iif(:to = 'approved', :clinician, approved_by)
       WHERE id = :id`,
    ),
    refer: database.command(
      "UPDATE consultation SET patient_reference = :reference WHERE id = :id",
    ),
    disclose: database.command(
      `UPDATE consultation SET disclosure_spoken_wall_ms = :now
       WHERE id = :id AND disclosure_spoken_wall_ms IS NULL`,
    ),
    declare: database.command(
      `UPDATE consultation SET speakers = :speakers, speakers_answered_wall_ms = :now
       WHERE id = :id`,
    ),
  };
}

function consultationFinder(
  { database }: StoreParts,
): Pick<ConsultationStore, "get" | "live" | "unfinished" | "list"> {
  const query = (rest: string) => database.query(`${SELECT_CONSULTATION} ${rest}`, consultationRow);
  const one = query("WHERE consultation.id = :id");
  const live = query("WHERE consultation.room = :room AND state = 'live'");
  const unfinished = query(
    "WHERE state IN ('live', 'stopping', 'finalising') ORDER BY consultation.seq",
  );
  const newest = query("ORDER BY started_wall_ms DESC, consultation.seq DESC LIMIT :limit");
  const found = query(
    `WHERE consultation.seq IN (
       SELECT rowid FROM consultation_search WHERE consultation_search MATCH :phrase
     ) OR consultation.id IN (
       SELECT transcript_segment.consultation
       FROM transcript_search JOIN transcript_segment
         ON transcript_segment.seq = transcript_search.rowid
       WHERE transcript_search MATCH :phrase
     ) ORDER BY started_wall_ms DESC, consultation.seq DESC LIMIT :limit`,
  );
  return {
    get: (id) => one.get({ id }),
    live: (room) => live.get({ room }),
    unfinished: () => unfinished.all({}),
    list({ search, limit }) {
      if (search === undefined || search.trim() === "") return newest.all({ limit });
      const phrase = searchPhrase(search);
      return phrase === undefined ? [] : found.all({ phrase, limit });
    },
  };
}

function notFound(id: ConsultationId): ConsultationOutcome {
  return { ok: false, code: "not_found", words: `Cannot find consultation "${id}": no such row` };
}

function wrongState(before: Consultation, to: ConsultationState): ConsultationOutcome {
  return {
    ok: false,
    code: "wrong_state",
    words: `Cannot change consultation "${before.id}" to ${to}: it is ${before.state}`,
  };
}

function roomBusy(room: RoomId): ConsultationOutcome {
  return {
    ok: false,
    code: "room_busy",
    words: `Cannot start a consultation in room "${room}": another one is live there`,
  };
}

import { getLogger } from "@logtape/logtape";
import type { DecisionsEvent } from "@/lib/models/decisions.ts";
import type { Consultation, ConsultationMode } from "@/lib/record/consultation_row.ts";
import {
  type ClinicianId,
  type ConsultationId,
  consultationId,
  type RoomId,
} from "@/lib/record/ids.ts";
import { RecordError } from "@/lib/record/record_error.ts";
import { finishUnopened, stopUnopened } from "@/lib/consultation/finish_unopened.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import { Session } from "@/lib/consultation/session.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";
import { undoStop, type UndoStopOutcome } from "@/lib/consultation/undo_stop.ts";

export type StartOutcome =
  | { readonly ok: true; readonly consultation: ConsultationId }
  | {
    readonly ok: false;
    readonly code: "room_busy" | "storage";
    readonly words: string;
    /** The consultation that is live in the room, when that is why. */
    readonly live: ConsultationId | null;
  };

export interface StartRequest {
  readonly room: RoomId;
  readonly clinician: ClinicianId;
  readonly patientReference: string | null;
  /** In person unless said otherwise (SK5). */
  readonly mode?: ConsultationMode;
}

/** All rooms of the box and the sessions of their unfinished consultations. */
export interface Rooms {
  /** Starts a consultation in `room`, or says which one is live there (CO3). */
  start(request: StartRequest): StartOutcome;
  /** Stops a live consultation, also one that cannot be opened; false when the disk refuses. */
  stop(consultation: string, by: Person): boolean;
  /** Makes a consultation live again that was stopped a moment ago (CO6). */
  undoStop(consultation: ConsultationId, clinician: ClinicianId): UndoStopOutcome;
  /** The session of a consultation that is not finished; undefined once it is. */
  session(consultation: string): Session | undefined;
  /** Hands an event of the model's side to the consultation it concerns, or to all of them. */
  decided(event: DecisionsEvent): void;
  /** Rooms with a live consultation. */
  readonly live: number;
  /** Rows of a consultation wait in memory, because the record has refused them. */
  readonly isRecordStuck: boolean;
  /** Goes on with what a crash or restart left behind (CO1). Returns how many there were. */
  resume(): number;
  shutdown(): void;
}

export function openRooms(parts: Omit<SessionParts, "onRetired">): Rooms {
  return new RoomsOfBox(parts);
}

type OpenTrouble = Extract<ReturnType<typeof Session.open>, { ok: false }>;

const CANNOT_REBUILD = "Cannot open the consultation: what the record has of it cannot be read";

class RoomsOfBox implements Rooms {
  readonly #log = getLogger(["alba", "consultation", "rooms"]);
  readonly #sessions = new Map<string, Session>();
  readonly #parts: SessionParts;

  constructor(parts: Omit<SessionParts, "onRetired">) {
    this.#parts = {
      ...parts,
      onRetired: (consultation) => void this.#sessions.delete(consultation),
    };
  }

  start({ clinician, mode, patientReference, room }: StartRequest): StartOutcome {
    const { ears, record } = this.#parts;
    const kinds = { ears: ears.kind, voice: voiceKind(this.#parts) };
    const written = record.transaction(() => {
      const created = record.consultations.create({ room, clinician, mode, ...kinds });
      if (created.ok && patientReference !== null) {
        const change = { reference: patientReference, clinician };
        record.consultations.setPatientReference(created.consultation.id, change);
      }
      return created;
    });
    if (!written.ok) return { ok: false, code: "storage", words: written.words, live: null };
    const created = written.value;
    if (!created.ok) {
      const live = record.consultations.live(room)?.id ?? null;
      return { ok: false, code: "room_busy", words: created.words, live };
    }
    const trouble = this.#open(created.consultation, false);
    return trouble === null
      ? { ok: true, consultation: created.consultation.id }
      : { ok: false, code: "storage", words: trouble.words, live: null };
  }

  undoStop(consultation: ConsultationId, clinician: ClinicianId): UndoStopOutcome {
    const { clock, finaliser, record } = this.#parts;
    return undoStop(consultation, clinician, {
      ...{ record, finaliser, clock },
      session: this.#sessions.get(consultation),
      reopen: (found) => {
        this.#sessions.delete(found.id);
        return this.#open(found, true)?.words ?? null;
      },
    });
  }

  stop(consultation: string, by: Person): boolean {
    const session = this.session(consultation);
    if (session !== undefined) {
      session.stop(by);
      return true;
    }
    const found = this.#found(consultation);
    return found?.state === "live" ? stopUnopened(found, by.id, this.#parts) : true;
  }

  session(consultation: string): Session | undefined {
    const known = this.#sessions.get(consultation);
    if (known !== undefined) return known;
    // One that is not over in the record and could not be opened before, as on a full disk.
    const found = this.#found(consultation);
    if (found?.state === "live" || found?.state === "stopping") this.#open(found, true);
    return this.#sessions.get(consultation);
  }

  #found(consultation: string): Consultation | undefined {
    const id = consultationId.safeParse(consultation);
    return id.success ? this.#parts.record.consultations.get(id.data) : undefined;
  }

  decided(event: DecisionsEvent): void {
    const consultation = concerned(event);
    const hearers = consultation === null
      ? [...this.#sessions.values()]
      : [this.#sessions.get(consultation) ?? []].flat();
    for (const session of hearers) session.post({ type: "decisions", event });
  }

  get live(): number {
    const phases = [...this.#sessions.values()].map(({ state }) => state.lifecycle.phase);
    return phases.filter((phase) => phase === "live").length;
  }

  get isRecordStuck(): boolean {
    return [...this.#sessions.values()].some(({ isRecordStuck }) => isRecordStuck);
  }

  resume(): number {
    const { clock, record } = this.#parts;
    const unfinished = record.consultations.unfinished();
    for (const consultation of unfinished) {
      // A record that takes no row at this moment must not end the start of the box.
      record.transaction(() => {
        const capture = record.captures.latest(consultation.id);
        const lastSeen = capture?.checkpointWallMs ?? consultation.startedWallMs;
        record.consultations.resumed(consultation.id, Math.max(0, clock.wallMs() - lastSeen));
      });
      // One whose rows we cannot read must not keep every room of the box from opening.
      const trouble = this.#open(consultation, true);
      if (trouble === null || trouble.code === "disk_full") continue;
      // Nobody could stop it any more: its page waits, and it could not be deleted either.
      if (consultation.state === "finalising") finishUnopened(consultation, this.#parts);
      if (consultation.state === "stopping") stopUnopened(consultation, null, this.#parts);
    }
    return unfinished.length;
  }

  shutdown(): void {
    void this.#parts.finaliser.close();
    for (const session of this.#sessions.values()) session.shutdown();
    this.#sessions.clear();
  }

  /** What is wrong when the recording cannot be opened, or what the record has of it makes no session. */
  #open(consultation: Consultation, resumed: boolean): OpenTrouble | null {
    const outcome = this.#opened(consultation, resumed);
    if (!outcome.ok) {
      this.#log.error("Cannot open the session", {
        consultation: consultation.id,
        code: "recording",
      });
      return outcome;
    }
    this.#sessions.set(consultation.id, outcome.session);
    return null;
  }

  #opened(consultation: Consultation, resumed: boolean): ReturnType<typeof Session.open> {
    try {
      return Session.open(consultation, this.#parts, resumed);
    } catch (error) {
      // A mistake of ours. Its message may hold a row, and a row the patient's words.
      const { name } = error instanceof Error ? error : { name: "unknown" };
      this.#log.error("Cannot rebuild the session", { consultation: consultation.id, error: name });
      const isFull = error instanceof RecordError && error.code === "disk_full";
      return { ok: false, code: isFull ? "disk_full" : "io", words: CANNOT_REBUILD };
    }
  }
}

function voiceKind(parts: Pick<SessionParts, "voice">): Consultation["voice"] {
  return parts.voice.kind === "piper" ? "piper" : "browser";
}

/** The consultation that an event is about; null when it is about the engine itself. */
function concerned(event: DecisionsEvent): string | null {
  switch (event.type) {
    case "engine":
    case "deferred":
      return null;
    case "call":
      return event.row.consultation;
    case "runaway":
      return event.runaway.consultation;
    case "pass_started":
    case "urgency_landed":
    case "pass_landed":
    case "pass_cancelled":
    case "pass_dropped":
      return event.pass.consultation;
  }
}

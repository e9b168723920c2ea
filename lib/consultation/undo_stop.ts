import { getLogger } from "@logtape/logtape";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ClinicianId, ConsultationId } from "@/lib/record/ids.ts";
import type { Session } from "@/lib/consultation/session.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";

/** CO6: long enough to notice a wrong tap, short enough that nobody has begun to work with the end. */
export const UNDO_STOP_MS = 30_000;

export type UndoStopOutcome =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly code: "not_found" | "wrong_state" | "too_late" | "room_busy" | "storage";
    readonly words: string;
  };

/** How long Stop may still be undone, ms; 0 when it may not. */
export function undoStopLeftMs(
  { state, stoppedWallMs }: Pick<Consultation, "state" | "stoppedWallMs">,
  wallMs: number,
): number {
  if (stoppedWallMs === null || !STOPPED.has(state)) return 0;
  // A clock that was set back must not give anybody longer than the rule says.
  return Math.min(UNDO_STOP_MS, Math.max(0, stoppedWallMs + UNDO_STOP_MS - wallMs));
}

const STOPPED: ReadonlySet<Consultation["state"]> = new Set(["stopping", "finalising", "review"]);

export interface UndoStopParts extends Pick<SessionParts, "record" | "finaliser" | "clock"> {
  /** The session that is finishing; undefined once it has finished. */
  readonly session: Session | undefined;
  /** Builds a session on what the record holds now; words when the disk refuses. */
  readonly reopen: (consultation: Consultation) => string | null;
}

/**
 * Makes a consultation that was stopped live again, as a restart of the service would find it: the
 * recording is sealed up to here and continued, what was committed stands, what the ears had not yet
 * decided they hear again, and what finalising has begun is discarded. All in one turn of the event
 * loop, so that nothing can come between.
 */
export function undoStop(
  id: ConsultationId,
  clinician: ClinicianId,
  parts: UndoStopParts,
): UndoStopOutcome {
  const { clock, finaliser, record, reopen, session } = parts;
  const found = record.consultations.get(id);
  const refusal = whyNot(id, found, parts);
  if (refusal !== null) return refusal;
  if (session !== undefined && !session.leave("Stop was undone.")) {
    return { ok: false, code: "storage", words: "Cannot undo Stop: the disk refuses to write." };
  }
  finaliser.cancel(id);
  const written = record.transaction(() => {
    const moved = record.consultations.transition(id, {
      to: "live",
      reason: "stop_undone",
      clinician,
    });
    if (!moved.ok) throw new Error(moved.words);
    record.finalising.discard(id);
    return moved.consultation;
  });
  const now = written.ok ? written.value : record.consultations.get(id);
  const trouble = now === undefined || now.state === "review" ? null : reopen(now);
  if (written.ok && trouble === null) return { ok: true };
  getLogger(["alba", "consultation", "undo"]).error("Cannot undo Stop", {
    consultation: id,
    code: written.ok ? "recording" : "record",
    atMs: clock.wallMs(),
  });
  return { ok: false, code: "storage", words: "Cannot undo Stop: the disk refuses to write." };
}

function whyNot(
  id: ConsultationId,
  found: Consultation | undefined,
  { clock, record }: UndoStopParts,
): Extract<UndoStopOutcome, { ok: false }> | null {
  if (found === undefined) {
    return {
      ok: false,
      code: "not_found",
      words: `Cannot find consultation "${id}": no such row`,
    };
  }
  if (!STOPPED.has(found.state) || found.audioPurgedWallMs !== null) {
    const words = found.state === "live"
      ? "This consultation is live already."
      : "This consultation is finished; Stop cannot be undone any more.";
    return { ok: false, code: "wrong_state", words };
  }
  if (undoStopLeftMs(found, clock.wallMs()) === 0) {
    const words = `Stop can be undone for ${UNDO_STOP_MS / 1000} seconds. That time is over.`;
    return { ok: false, code: "too_late", words };
  }
  if (record.consultations.live(found.room) !== undefined) {
    const words = "The next consultation has begun in this room, so this one stays stopped.";
    return { ok: false, code: "room_busy", words };
  }
  return null;
}

import { isOpen } from "@/lib/alarms/alarm.ts";
import { isUndeclared } from "@/lib/consultation/declaration_view.ts";
import { consultationId } from "@/lib/record/ids.ts";
import type { ClinicianId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { storedAlarms } from "@/lib/consultation/stored_alarm.ts";

export type ApproveOutcome =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly code: "not_found" | "not_in_review" | "open_alarms" | "undeclared" | "storage";
    readonly words: string;
  };

/** Alarms that wait for a doctor: neither acknowledged nor arranged (UR8). */
export function openAlarmIds(record: ClinicRecord, consultation: string): string[] {
  const parsed = consultationId.safeParse(consultation);
  if (!parsed.success) return [];
  return storedAlarms(record, parsed.data).alarms
    .filter(isOpen)
    .map(({ id }) => id);
}

/**
 * Locks the record of a reviewed consultation. Refused while an alarm is open: what was urgent must
 * have been seen by somebody with a name before the record is closed over it (FI3). Refused, too,
 * while nobody has said who spoke or skipped the question (FI4).
 */
export function approveConsultation(
  record: ClinicRecord,
  consultation: string,
  clinician: ClinicianId,
): ApproveOutcome {
  const id = consultationId.safeParse(consultation);
  const found = id.success ? record.consultations.get(id.data) : undefined;
  if (found === undefined) {
    return { ok: false, code: "not_found", words: "There is no such consultation." };
  }
  if (found.state !== "review") {
    const words = `Cannot approve this consultation: it is ${found.state}.`;
    return { ok: false, code: "not_in_review", words };
  }
  if (openAlarmIds(record, found.id).length > 0) {
    const words = "Cannot approve this consultation: an alarm has not been seen yet.";
    return { ok: false, code: "open_alarms", words };
  }
  if (isUndeclared(found)) {
    const words = "Cannot approve this consultation: nobody has said who spoke yet.";
    return { ok: false, code: "undeclared", words };
  }
  const written = record.transaction(() =>
    record.consultations.transition(found.id, { to: "approved", reason: "approved", clinician })
  );
  return written.ok ? { ok: true } : { ok: false, code: "storage", words: written.words };
}

/**
 * Acknowledges, after the consultation, exactly the alarms that the page displayed. Ids of other
 * consultations are not touched.
 */
export function acknowledgeInReview(
  record: ClinicRecord,
  consultation: string,
  displayed: readonly string[],
  clinician: ClinicianId,
): void {
  const id = consultationId.safeParse(consultation);
  const found = id.success ? record.consultations.get(id.data) : undefined;
  // While it is live, or being finished, its session knows and shows who has seen what.
  if (found?.state !== "review") return;
  const open = storedAlarms(record, found.id).alarms.filter(isOpen);
  const place = { consultation: found.id, room: found.room };
  record.transaction(() => {
    for (const { action, id } of open.filter((alarm) => displayed.includes(alarm.id))) {
      record.alarms.acknowledge(place, id, clinician, action);
    }
  });
}

import { type ClinicianId, consultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";

export type NoteConsentOutcome =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly code: "not_found" | "not_in_review" | "storage";
    readonly words: string;
  };

/**
 * Notes after the consultation what the patient answered to the disclosure (CO6), with who noted it.
 * While it is live its session notes it; once approved the record is locked.
 */
export function noteConsentInReview(
  record: ClinicRecord,
  consultation: string,
  answer: "given" | "refused",
  clinician: ClinicianId,
): NoteConsentOutcome {
  const id = consultationId.safeParse(consultation);
  const found = id.success ? record.consultations.get(id.data) : undefined;
  if (found === undefined) {
    return { ok: false, code: "not_found", words: "There is no such consultation." };
  }
  if (found.state !== "review") {
    const words = `Cannot note the patient's answer now: the consultation is ${found.state}.`;
    return { ok: false, code: "not_in_review", words };
  }
  const place = { consultation: found.id, room: found.room };
  const written = record.transaction(() => record.listening.consent(place, answer, clinician));
  return written.ok ? { ok: true } : { ok: false, code: "storage", words: written.words };
}

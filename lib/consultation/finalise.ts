import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { SessionAudio } from "@/lib/consultation/session_audio.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";

/**
 * Seals the recording: everything to the disk, the samples hashed, the hash committed in the audit
 * chain, so that `deno task verify` finds a changed WAV. A disk that refuses leaves the
 * consultation finalising; the next start of the service tries again.
 */
export function finalise(
  consultation: ConsultationId,
  audio: SessionAudio,
  record: ClinicRecord,
  session: { post(event: SessionEvent): void },
): void {
  const sealed = audio.finish();
  if (!sealed.ok) {
    session.post({ type: "storage_failed", words: sealed.words });
    return;
  }
  const capture = record.captures.latest(consultation);
  const written = record.transaction(() => {
    if (capture === undefined) return;
    record.captures.end(capture.id, {
      at: sealed.length,
      reason: "stopped",
      pcmSha256: sealed.pcmSha256,
    });
  });
  if (!written.ok) {
    session.post({ type: "storage_failed", words: written.words });
    return;
  }
  session.post({ type: "finalised" });
}

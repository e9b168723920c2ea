import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { SessionAudio } from "@/lib/consultation/session_audio.ts";

export type SealOutcome = { readonly ok: true } | { readonly ok: false; readonly words: string };

/**
 * Seals the recording: everything to the disk, the samples hashed, the hash committed in the audit
 * chain, so that `deno task verify` finds a changed WAV. A disk that refuses leaves the
 * consultation finalising; the next start of the service tries again. May be repeated.
 */
export function sealRecording(
  consultation: ConsultationId,
  audio: SessionAudio,
  record: ClinicRecord,
): SealOutcome {
  const sealed = audio.finish();
  if (!sealed.ok) return sealed;
  const capture = record.captures.latest(consultation);
  if (capture === undefined) return { ok: true };
  return record.transaction(() =>
    record.captures.end(capture.id, {
      at: sealed.length,
      reason: "stopped",
      pcmSha256: sealed.pcmSha256,
    })
  );
}

import { getLogger } from "@logtape/logtape";
import { samples } from "@/lib/audio/units.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ClinicianId } from "@/lib/record/ids.ts";
import { closeOpenUtterances } from "@/lib/consultation/open_session.ts";
import type { SessionParts } from "@/lib/consultation/session_parts.ts";

type Parts = Pick<SessionParts, "finaliser" | "record">;

/** Not the doctor's Stop alone: the record says that nobody could close the recording. */
const REASON = "recording_unopened";

/**
 * Stops a consultation, live or stopping, that has no session, because its recording cannot be opened or
 * its rows make none: else its room would be busy for ever (CO1, CO3). What the record has of it stands,
 * and the file stays as it is. False when the disk refuses; then nothing was written.
 */
export function stopUnopened(
  consultation: Consultation,
  clinician: ClinicianId | null,
  parts: Parts,
): boolean {
  const { record } = parts;
  const written = record.transaction(() => {
    if (consultation.state === "live") {
      const by = clinician ?? undefined;
      const stop = { to: "stopping", reason: "stop_tapped", clinician: by } as const;
      record.consultations.transition(consultation.id, stop);
    }
    record.consultations.transition(consultation.id, { to: "finalising", reason: REASON });
    const capture = record.captures.latest(consultation.id);
    const at = capture?.checkpointSample ?? samples(0);
    closeOpenUtterances(consultation, parts, at);
    if (capture === undefined) return;
    record.captures.end(capture.id, { at, reason: "io", pcmSha256: null });
  });
  if (written.ok) finishUnopened(consultation, parts);
  return written.ok;
}

/** The work after Stop for one that is finalising and has no session; also after a restart. */
export function finishUnopened({ id }: Consultation, { finaliser, record }: Parts): void {
  finaliser.start(id, {
    onProgress: () => {},
    onDone() {
      const written = record.transaction(() =>
        record.consultations.transition(id, { to: "review", reason: REASON })
      );
      if (written.ok) return;
      const log = getLogger(["alba", "consultation", "finish"]);
      log.error("The review waits for the next start", { consultation: id, code: written.code });
    },
  });
}

import type { z } from "zod";
import { type Samples, samples } from "@/lib/audio/units.ts";
import type { consentAnswer, pauseReason } from "@/lib/record/audit_events.ts";
import { wholeMs } from "@/lib/record/columns.ts";
import type { ClinicianId, ConsultationId, RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export type ConsentAnswer = z.infer<typeof consentAnswer>;
export type PauseReason = z.infer<typeof pauseReason>;

type Place = { readonly consultation: ConsultationId; readonly room: RoomId };

/** Whether Alba may listen, and whether it does (CO6). Each change is audited with its row. */
export interface ListeningStore {
  /** Notes the patient's answer; a later one takes its place, and the audit keeps both. */
  consent(place: Place, answer: ConsentAnswer, clinician: ClinicianId): void;
  /** Off the record from this place of the recording on; again with another reason keeps the time. */
  pause(place: Place, at: Samples, reason: PauseReason): void;
  resume(place: Place, at: Samples): void;
}

export function listeningStore({ database, audit, clock }: StoreParts): ListeningStore {
  const note = database.command("UPDATE consultation SET consent = :answer WHERE id = :id");
  const pause = database.command(
    "UPDATE consultation SET paused_wall_ms = coalesce(paused_wall_ms, :now) WHERE id = :id",
  );
  const resume = database.command("UPDATE consultation SET paused_wall_ms = NULL WHERE id = :id");
  return {
    consent: (place, answer, clinician) =>
      database.atomically(() => {
        note.run({ id: place.consultation, answer });
        const detail = { answer, clinician };
        audit.append({ ...place, kind: "consultation.consent_noted", detail });
      }),
    pause: (place, at, reason) =>
      database.atomically(() => {
        pause.run({ id: place.consultation, now: wholeMs(clock.wallMs()) });
        const detail = { sample: samples(at), reason };
        audit.append({ ...place, kind: "capture.paused", detail });
      }),
    resume: (place, at) =>
      database.atomically(() => {
        resume.run({ id: place.consultation });
        audit.append({ ...place, kind: "capture.resumed", detail: { sample: samples(at) } });
      }),
  };
}

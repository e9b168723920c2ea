import { z } from "zod";
import {
  consentAnswer,
  consultationMode,
  consultationState,
  earsKind,
  voiceKind,
} from "@/lib/record/audit_events.ts";
import type { Samples } from "@/lib/audio/units.ts";
import { samplesColumn, wallMsColumn } from "@/lib/record/columns.ts";
import { type ClinicianId, clinicianId, type ConsultationId } from "@/lib/record/ids.ts";
import { consultationId, type RoomId, roomId } from "@/lib/record/ids.ts";

export type ConsultationState = z.infer<typeof consultationState>;
export type EarsKind = z.infer<typeof earsKind>;
export type VoiceKind = z.infer<typeof voiceKind>;
export type ConsultationMode = z.infer<typeof consultationMode>;

export interface Consultation {
  readonly id: ConsultationId;
  readonly room: RoomId;
  readonly clinician: ClinicianId;
  readonly clinicianName: string;
  readonly state: ConsultationState;
  readonly ears: EarsKind;
  readonly voice: VoiceKind;
  /** How patient and doctor meet (SK5). */
  readonly mode: ConsultationMode;
  /** Free text by which the practice finds the patient; null when none was given or it was purged. */
  readonly patientReference: string | null;
  /** How many people the doctor said spoke (FI1); null when not declared. */
  readonly speakers: number | null;
  /** When that was answered or skipped; null while the question is ignored (FI4). */
  readonly speakersAnsweredWallMs: number | null;
  readonly disclosureSpokenWallMs: number | null;
  /** The patient's newest answer to the disclosure; null until one was noted (CO6). */
  readonly consent: z.infer<typeof consentAnswer> | null;
  /** Since when Alba is off the record; null while it is not (CO6). */
  readonly pausedWallMs: number | null;
  readonly startedWallMs: number;
  readonly stoppedWallMs: number | null;
  readonly reviewedWallMs: number | null;
  readonly approvedWallMs: number | null;
  /** When its words and sound were deleted; null while they are there (CO4). */
  readonly purgedWallMs: number | null;
  /** When its sound was deleted, with the words or before them. */
  readonly audioPurgedWallMs: number | null;
  /** Length of the recording; null when nothing was ever recorded. */
  readonly recordedSamples: Samples | null;
  /** Alarms that nobody has seen and that are not arranged. */
  readonly openAlarms: number;
}

/** Every query for a consultation starts so, because the row parser expects these columns. */
export const SELECT_CONSULTATION = `
  SELECT consultation.*, clinician.name AS clinician_name,
    (SELECT max(coalesce(end_sample, checkpoint_sample)) FROM capture
      WHERE capture.consultation = consultation.id) AS recorded_samples,
    (SELECT count(*) FROM alarm WHERE alarm.consultation = consultation.id
      AND acknowledged_wall_ms IS NULL AND arranged_wall_ms IS NULL) AS open_alarms
  FROM consultation JOIN clinician ON clinician.id = consultation.clinician`;

export const consultationRow = z.object({
  id: consultationId,
  room: roomId,
  clinician: clinicianId,
  clinician_name: z.string(),
  state: consultationState,
  ears: earsKind,
  voice: voiceKind,
  mode: consultationMode,
  consent: consentAnswer.nullable(),
  paused_wall_ms: wallMsColumn.nullable(),
  patient_reference: z.string().nullable(),
  speakers: z.int().nullable(),
  speakers_answered_wall_ms: wallMsColumn.nullable(),
  disclosure_spoken_wall_ms: wallMsColumn.nullable(),
  started_wall_ms: wallMsColumn,
  stopped_wall_ms: wallMsColumn.nullable(),
  reviewed_wall_ms: wallMsColumn.nullable(),
  approved_wall_ms: wallMsColumn.nullable(),
  purged_wall_ms: wallMsColumn.nullable(),
  audio_purged_wall_ms: wallMsColumn.nullable(),
  recorded_samples: samplesColumn.nullable(),
  open_alarms: z.int(),
}).transform((stored): Consultation => ({
  id: stored.id,
  room: stored.room,
  clinician: stored.clinician,
  clinicianName: stored.clinician_name,
  state: stored.state,
  ears: stored.ears,
  voice: stored.voice,
  mode: stored.mode,
  consent: stored.consent,
  pausedWallMs: stored.paused_wall_ms,
  patientReference: stored.patient_reference,
  speakers: stored.speakers,
  speakersAnsweredWallMs: stored.speakers_answered_wall_ms,
  disclosureSpokenWallMs: stored.disclosure_spoken_wall_ms,
  startedWallMs: stored.started_wall_ms,
  stoppedWallMs: stored.stopped_wall_ms,
  reviewedWallMs: stored.reviewed_wall_ms,
  approvedWallMs: stored.approved_wall_ms,
  purgedWallMs: stored.purged_wall_ms,
  audioPurgedWallMs: stored.audio_purged_wall_ms,
  recordedSamples: stored.recorded_samples,
  openAlarms: stored.open_alarms,
}));

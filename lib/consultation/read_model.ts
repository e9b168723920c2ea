import { samplesToMs } from "@/lib/audio/units.ts";
import {
  type AlbaLine,
  albaLine,
  type GapLine,
  gapLine,
} from "@/lib/consultation/recorded_lines.ts";
import type { Consultation, ConsultationState } from "@/lib/record/consultation_row.ts";
import { consultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { TranscriptSegment } from "@/lib/record/segment_store.ts";

/** What the pages show of a consultation, read from the record alone. Times are in milliseconds. */

export interface ConsultationSummary {
  readonly id: string;
  readonly reference: string | null;
  readonly state: ConsultationState;
  readonly startedWallMs: number;
  /** Length of the recording; null when nothing was ever recorded. */
  readonly recordedMs: number | null;
  /** Alarms that wait for somebody to see them. */
  readonly openAlarms: number;
}

/** One line of a transcript, in recording time. */
export type TranscriptLine =
  | {
    readonly kind: "said";
    readonly id: string;
    readonly startMs: number;
    readonly endMs: number;
    readonly text: string;
    readonly role: TranscriptSegment["role"];
    readonly typed: boolean;
    readonly lowConfidence: boolean;
  }
  | AlbaLine
  | GapLine;

export interface ConsultationDetail extends ConsultationSummary {
  readonly clinicianName: string;
  readonly stoppedWallMs: number | null;
  readonly lines: readonly TranscriptLine[];
}

/** A page of the list; older ones are found by searching. */
export const LIST_LIMIT = 200;

/** Newest first; `search` finds words of the patient reference and of the transcripts. */
export function listConsultations(
  record: ClinicRecord,
  search: string,
): readonly ConsultationSummary[] {
  return record.consultations.list({ search, limit: LIST_LIMIT })
    .map(consultationSummary);
}

/** Null when there is no such consultation, also for anything that is no id at all. */
export function findConsultation(record: ClinicRecord, id: string): Consultation | null {
  const parsed = consultationId.safeParse(id);
  return parsed.success ? record.consultations.get(parsed.data) ?? null : null;
}

/** A consultation with its whole transcript in recording order. */
export function consultationDetail(
  record: ClinicRecord,
  consultation: Consultation,
): ConsultationDetail {
  const { id, clinicianName, stoppedWallMs } = consultation;
  const lines = [
    ...record.segments.list(id).map(saidLine),
    ...record.utterances.list(id).flatMap(albaLine),
    ...record.captures.gaps(id).flatMap(gapLine),
  ].sort((a, b) => a.startMs - b.startMs);
  return { ...consultationSummary(consultation), clinicianName, stoppedWallMs, lines };
}

/** What lists and headings say of a consultation. */
export function consultationSummary(consultation: Consultation): ConsultationSummary {
  const { openAlarms, recordedSamples } = consultation;
  return {
    id: consultation.id,
    reference: consultation.patientReference,
    state: consultation.state,
    startedWallMs: consultation.startedWallMs,
    recordedMs: recordedSamples === null ? null : samplesToMs(recordedSamples),
    openAlarms,
  };
}

function saidLine(segment: TranscriptSegment): TranscriptLine {
  return {
    kind: "said",
    id: segment.id,
    startMs: samplesToMs(segment.start),
    endMs: samplesToMs(segment.end),
    text: segment.text,
    role: segment.role,
    typed: segment.origin === "typed",
    lowConfidence: segment.lowConfidence,
  };
}

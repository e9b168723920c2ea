import type { Span, SpanMargins } from "@/lib/audio/spans.ts";
import { type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import {
  type RecordingSource,
  recordingSource,
} from "@/lib/consultation/finalise/recording_source.ts";
import { spansOf } from "@/lib/consultation/session_audio.ts";

/** What the record knows of a recording that is over. */
export interface FinaliseFacts {
  readonly length: Samples;
  /** Alba's own speech, margins included (SP8). */
  readonly excluded: readonly Span[];
  readonly source: RecordingSource;
}

/** Reads them anew; nothing of it changes once the recording is sealed. */
export function finaliseFacts(
  record: ClinicRecord,
  { id }: Pick<Consultation, "id">,
  margins: SpanMargins,
): FinaliseFacts {
  const capture = record.captures.latest(id);
  const length = capture === undefined ? samples(0) : capture.endSample ?? capture.checkpointSample;
  const excluded = spansOf(record.utterances.list(id), margins);
  const source = recordingSource(recordingPath(record.paths, id), length, excluded);
  return { length, excluded, source };
}

/** Last word spoken → line committed, in milliseconds, of each line that was heard live. */
export function commitLagsMs(record: ClinicRecord, { id }: Pick<Consultation, "id">): number[] {
  const captures = record.captures.list(id);
  return record.segments.list(id).flatMap((segment) => {
    const capture = captures.findLast(({ startSample }) => startSample <= segment.end);
    if (segment.origin !== "heard" || capture === undefined) return [];
    const spokenWallMs = capture.startedWallMs + samplesToMs(segment.end - capture.startSample);
    return [Math.max(0, segment.committedWallMs - spokenWallMs)];
  });
}

import { msToSamples, samples } from "@/lib/audio/units.ts";
import type { MutedView } from "@/lib/audio/muted_view.ts";
import type { Config } from "@/lib/config.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { spansOf } from "@/lib/consultation/session_audio.ts";

/**
 * The recording as it may be played: the untouched original, or, with `margins`, the copy in which
 * Alba's own utterances are silent (SP8). The copy is a view over the original and the spans in the
 * record. Null while nothing has been recorded.
 */
export function recordingView(
  record: ClinicRecord,
  { id }: Pick<Consultation, "id">,
  margins: Pick<Config, "SPEECH_SPAN_LEAD_MS" | "SPEECH_SPAN_TAIL_MS"> | null,
): MutedView | null {
  const capture = record.captures.latest(id);
  if (capture === undefined) return null;
  const spans = margins === null ? [] : spansOf(record.utterances.list(id), {
    lead: msToSamples(margins.SPEECH_SPAN_LEAD_MS),
    tail: msToSamples(margins.SPEECH_SPAN_TAIL_MS),
  });
  const length = samples(capture.endSample ?? capture.checkpointSample);
  return { path: recordingPath(record.paths, id), length, spans };
}

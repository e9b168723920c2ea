import type { Span } from "@/lib/audio/spans.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { TranscriptVersion } from "@/lib/record/turn_store.ts";
import { heardWords, type LineSource } from "@/lib/consultation/finalise/review_lines.ts";
import { unheardSpeech } from "@/lib/consultation/unheard_speech.ts";

/** The version that the review shows, with what the doctor typed at its place in either. */
export interface ChosenTranscript {
  readonly version: TranscriptVersion;
  /** Share of the speech that its words cover; null where the speech is not known, or nobody spoke. */
  readonly coverage: number | null;
  /** In the order of the recording. */
  readonly segments: readonly LineSource[];
}

/** Two coverages this close differ by word times alone. */
const SAME_COVERAGE = 0.01;

/**
 * The whole-recording transcript when it was made to its end and covers at least as much of the
 * speech as the live one did; otherwise the live one. `speech` is null where it could not be found.
 */
export function chosenTranscript(
  record: ClinicRecord,
  consultation: ConsultationId,
  speech: readonly Span[] | null,
): ChosenTranscript {
  const live = record.segments.list(consultation);
  const typed = live.filter(({ origin }) => origin === "typed");
  const heard = live.filter(({ origin }) => origin === "heard");
  const whole = record.wholeSegments.list(consultation).map((segment): LineSource => ({
    ...segment,
    origin: "heard",
    role: null,
  }));
  const finished = record.finalising.get(consultation, "transcript")?.state === "done";
  const [ofLive, ofWhole] = [coverage(speech, heard), coverage(speech, whole)];
  const better = finished && whole.length > 0 &&
    (heard.length === 0 || (ofWhole ?? 0) >= (ofLive ?? 0) - SAME_COVERAGE);
  const segments = [...(better ? whole : heard), ...typed]
    .sort((one, other) => one.start - other.start || one.end - other.end);
  return better
    ? { version: "whole", coverage: ofWhole, segments }
    : { version: "live", coverage: ofLive, segments };
}

function coverage(speech: readonly Span[] | null, segments: readonly LineSource[]): number | null {
  const total = lengthOf(speech ?? []);
  if (speech === null || total === 0) return null;
  return 1 - lengthOf(unheardSpeech(speech, heardWords(segments))) / total;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

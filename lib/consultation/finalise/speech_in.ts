import { type Samples, samples } from "@/lib/audio/units.ts";
import type { SpeechDetector } from "@/lib/engines/transcriber/backend.ts";
import { DETECTION_MOST, SHORTEST_SPEECH } from "@/lib/engines/transcriber/policy.ts";
import {
  emptySpeechMap,
  type Span,
  withProbabilities,
} from "@/lib/engines/transcriber/speech_map.ts";
import type { RecordingSource } from "@/lib/consultation/finalise/recording_source.ts";

/** A detector that fails is asked again this often; then finalising goes on without this step. */
const MOST_TRIES = 5;

export type SpeechOutcome =
  | { readonly ok: true; readonly spans: readonly Span[] }
  | { readonly ok: false; readonly code: "detector_failed" | "cancelled" };

/** Where somebody speaks in the whole recording, in order and apart. */
export async function speechIn(
  source: RecordingSource,
  detector: SpeechDetector,
  signal: AbortSignal,
): Promise<SpeechOutcome> {
  let map = emptySpeechMap(samples(0));
  let carry = new Uint8Array();
  let failures = 0;
  while (map.through < source.length) {
    if (signal.aborted) return { ok: false, code: "cancelled" };
    const end: Samples = samples(Math.min(source.length, map.through + DETECTION_MOST));
    const outcome = await detector.detect(
      carry,
      await source.read(map.through, end),
      signal,
    );
    if (!outcome.ok) {
      if (++failures >= MOST_TRIES) return { ok: false, code: "detector_failed" };
      continue;
    }
    failures = 0;
    carry = new Uint8Array(outcome.carry);
    map = withProbabilities(map, outcome.probabilities, end);
  }
  return { ok: true, spans: map.spans.filter(({ start, end }) => end - start >= SHORTEST_SPEECH) };
}

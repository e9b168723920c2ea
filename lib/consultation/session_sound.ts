import { msToSamples, type Samples } from "@/lib/audio/units.ts";
import type { OutwardEffect } from "@/lib/consultation/session_effect.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";

/** What must not leave when the sound before it was not written. */
export function isSound({ type }: OutwardEffect): boolean {
  return type === "record_audio" || type === "feed_ears";
}

/** Where the ears go on: the end of the last words that they committed. */
export function committedThrough(committed: readonly TranscriptSegmentMessage[]): Samples {
  const ends = committed.filter(({ origin }) => origin === "heard").map(({ end_ms }) => end_ms);
  return msToSamples(Math.max(0, ...ends));
}

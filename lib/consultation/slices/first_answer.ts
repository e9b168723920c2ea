import { msToSamples } from "@/lib/audio/units.ts";
import { saysNo } from "@/lib/auto/says_no.ts";
import type { AutoSlice } from "@/lib/consultation/slices/auto_state.ts";
import { withAsk } from "@/lib/consultation/slices/said_turns.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import type { PhraseId } from "@/lib/speech/phrase_ids.ts";

/** A phrase was heard to its end: it is given, and an answer stands behind it. */
export function phraseSaid(
  state: AutoSlice,
  phrase: PhraseId,
): AutoSlice {
  switch (phrase) {
    case "disclosure":
      return {
        ...state,
        given: { ...state.given, disclosure: true },
        answer: { from: state.position, till: null },
      };
    case "invitation":
      return {
        ...state,
        given: { ...state.given, invitation: true },
        answer: { ...state.answer, till: state.position },
        said: withAsk(state.said),
      };
    case "anything_else":
      return { ...state, said: withAsk(state.said) };
    default:
      return state;
  }
}

/**
 * A no between the disclosure and the invitation's end, which may be written down after either (EN2).
 * Once the doctor has noted that the patient agrees, agreed it is (CO6).
 */
export function isRefusal(
  { answer: { from, till }, isAgreed }: AutoSlice,
  { end_ms: endMs, start_ms: startMs, text }: TranscriptSegmentMessage,
): boolean {
  if (isAgreed || from === null || msToSamples(endMs) <= from) return false;
  return (till === null || msToSamples(startMs) < till) && saysNo(text);
}

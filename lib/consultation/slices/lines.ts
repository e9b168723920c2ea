import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import { continuesPhrase, endsSentence, joined } from "@/lib/text/join_phrases.ts";
import type { Line } from "@/lib/consultation/agenda.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** Pieces of a sentence that is still being written down. */
export interface LinesSlice {
  readonly open: { readonly piece: TranscriptSegmentMessage; readonly sinceMs: number } | null;
}

export const NO_LINES: LinesSlice = { open: null };

/**
 * No more of the sentence for this long after its last piece and it is judged as it stands: an alarm
 * must be on the page within two seconds of the words.
 */
const SETTLED_AFTER_MS = 1_200;

/** Puts committed pieces together into the sentences that the rules judge. */
export function linesSlice(
  state: LinesSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<LinesSlice> {
  if (input.from === "outside") {
    const { type } = input.event;
    const isDue = type === "flushed" ||
      (type === "tick" && state.open !== null &&
        context.nowMs - state.open.sinceMs >= SETTLED_AFTER_MS);
    return isDue ? { state: NO_LINES, effects: [], inner: closed(state) } : nothing(state);
  }
  return input.event.type === "segment"
    ? segment(state, input.event.segment, context)
    : nothing(state);
}

function segment(
  state: LinesSlice,
  piece: TranscriptSegmentMessage,
  context: StepContext,
): SliceResult<LinesSlice> {
  const continues = state.open !== null && continuesPhrase(state.open.piece, piece);
  const line = state.open !== null && continues ? joined(state.open.piece, piece) : piece;
  const before = continues ? [] : closed(state);
  if (piece.origin === "typed" || endsSentence(line.text)) {
    return { state: NO_LINES, effects: [], inner: [...before, lineEvent(line)] };
  }
  return { state: { open: { piece: line, sinceMs: context.nowMs } }, effects: [], inner: before };
}

function closed(state: LinesSlice): InnerEvent[] {
  return state.open === null ? [] : [lineEvent(state.open.piece)];
}

function lineEvent(piece: TranscriptSegmentMessage): InnerEvent {
  return { type: "line", line: lineOf(piece) };
}

export function lineOf({ id, role, text }: TranscriptSegmentMessage): Line {
  return { segment: id, text, role };
}

import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import { continuesPhrase, joined, splitSentences } from "@/lib/text/join_phrases.ts";
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
  readonly open: {
    readonly piece: TranscriptSegmentMessage;
    /** When its first words and its newest ones were committed. */
    readonly sinceMs: number;
    readonly newestMs: number;
  } | null;
}

export const NO_LINES: LinesSlice = { open: null };

/**
 * No more of the sentence for this long after its last piece and it is judged as it stands: an alarm
 * must be on the page within two seconds of the words.
 */
const SETTLED_AFTER_MS = 1_200;

/** However long somebody speaks without an end, words are judged no later than this. */
const JUDGED_AFTER_MS = 4_000;

/** Puts committed pieces together into the sentences that the rules judge. */
export function linesSlice(
  state: LinesSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<LinesSlice> {
  if (input.from === "outside") {
    const { type } = input.event;
    const isDue = type === "flushed" || (type === "tick" && isSettled(state, context.nowMs));
    return isDue ? { state: NO_LINES, effects: [], inner: closed(state) } : nothing(state);
  }
  return input.event.type === "segment"
    ? segment(state, input.event.segment, context)
    : nothing(state);
}

function isSettled({ open }: LinesSlice, nowMs: number): boolean {
  return open !== null &&
    (nowMs - open.newestMs >= SETTLED_AFTER_MS || nowMs - open.sinceMs >= JUDGED_AFTER_MS);
}

function segment(
  state: LinesSlice,
  piece: TranscriptSegmentMessage,
  { nowMs }: StepContext,
): SliceResult<LinesSlice> {
  const { open } = state;
  const continues = open !== null && continuesPhrase(open.piece, piece);
  const line = continues ? joined(open.piece, piece) : piece;
  const before = continues ? [] : closed(state);
  if (piece.origin === "typed") {
    return { state: NO_LINES, effects: [], inner: [...before, lineEvent(line)] };
  }
  const { open: rest, over } = splitSentences(line.text);
  const inner = over === "" ? before : [...before, lineEvent({ ...line, text: over })];
  if (rest === "") return { state: NO_LINES, effects: [], inner };
  // Words left over began in this piece, unless nothing of the line is over yet.
  const isOld = continues && over === "";
  const begun = isOld ? line : { ...piece, text: rest };
  const sinceMs = isOld ? open.sinceMs : nowMs;
  return { state: { open: { piece: begun, sinceMs, newestMs: nowMs } }, effects: [], inner };
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

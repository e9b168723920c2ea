import type { ChatAnswer } from "@/lib/engines/chat/port.ts";
import { renderLine, type TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import type { ShortKind } from "@/lib/models/schedule_state.ts";

/** A call that a patient's silence waits for: one question, asked anew each time, no chat kept. */
export interface ShortCall<Input, Result> {
  readonly kind: ShortKind;
  /** The prompt file as it stands, its version line included; the ledger keeps its hash (CD8). */
  readonly promptFile: string;
  answer(input: Input): ChatAnswer;
  /** The user message: data between its delimiters, and behind it what to do. */
  ask(input: Input): string;
  /** Null when the answer is of another shape. `input` is what was sent. */
  read(value: unknown, input: Input): Result | null;
}

/** Shows that the beginning of a line is left out. */
const CUT = "(…) ";

/**
 * The newest lines that fit into `mostChars` UTF-16 units, oldest first, numbers and speakers
 * included. Of a newest line that is longer by itself the end is kept: a turn is judged by its end.
 */
export function recentLines(transcript: readonly TranscriptLine[], mostChars: number): string {
  const kept: string[] = [];
  let left = mostChars;
  for (const line of transcript.toReversed()) {
    const text = renderLine(line);
    if (text.length > left) {
      if (kept.length === 0) kept.push(endOfLine(line, mostChars));
      break;
    }
    kept.push(text);
    left -= text.length + 1;
  }
  return kept.length === 0 ? "[nothing said]" : kept.toReversed().join("\n");
}

function endOfLine(line: TranscriptLine, mostChars: number): string {
  const label = renderLine({ ...line, text: "" });
  const room = Math.max(0, mostChars - label.length - CUT.length);
  // Whole characters, so that no half of a surrogate pair is sent.
  const end = Array.from(renderLine(line).slice(label.length));
  while (end.join("").length > room) end.shift();
  return `${label}${CUT}${end.join("").trimStart()}`;
}

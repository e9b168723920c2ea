import type { JsonSchema } from "@/lib/engines/chat/port.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import { normalise } from "@/lib/text/normalise.ts";
import type { PassKind } from "@/lib/models/schedule_state.ts";

/** One of the three calls of a pass: what is asked, and how the answer is read. */
export interface PassCall<Result> {
  readonly kind: PassKind;
  /** The prompt file as it stands, its version line included; the ledger keeps its hash (CD8). */
  readonly promptFile: string;
  readonly task: string;
  /** Sent to servers that can hold a model to it. */
  readonly schema: JsonSchema;
  /** Null when the answer is JSON of another shape. */
  read(value: unknown, transcript: readonly TranscriptLine[]): Result | null;
}

/** The prompt file without the line that tells its version. */
export function promptText(promptFile: string): string {
  return promptFile.slice(promptFile.indexOf("\n") + 1).trim();
}

/** Nothing that a model lists is longer; what a doctor has to read at a glance is far shorter. */
const MOST_TEXT_CHARS = 300;

/** Trimmed, one line, and short enough for a panel. */
export function shortText(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MOST_TEXT_CHARS);
}

/** False for the dots of the prompt's own example, which a small model copies, and for marks alone. */
export function saysSomething(text: string): boolean {
  return normalise(text) !== "";
}

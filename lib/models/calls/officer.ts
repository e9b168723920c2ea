import { recentLines, type ShortCall } from "@/lib/models/calls/short_call.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import promptFile from "@/lib/models/prompts/officer.md" with { type: "text" };

/** What the end-of-turn officer finds (TT3); who hands the word back has finished. */
export interface OfficerVerdict {
  readonly finishedThought: boolean;
  readonly handedBack: boolean;
}

export interface OfficerInput {
  /** Committed lines, oldest first; only the newest are sent. */
  readonly transcript: readonly TranscriptLine[];
}

/** The end of a thought shows in its last sentences; every line more is prefill in a silence. */
const MOST_CHARS = 800;

/** One letter instead of JSON: several times sooner with a small model (CD10). */
const VERDICTS = {
  A: { finishedThought: false, handedBack: false },
  B: { finishedThought: true, handedBack: false },
  C: { finishedThought: true, handedBack: true },
} as const satisfies Record<string, OfficerVerdict>;

const isLetter = (value: unknown): value is keyof typeof VERDICTS =>
  typeof value === "string" && Object.hasOwn(VERDICTS, value);

export const officerCall: ShortCall<OfficerInput, OfficerVerdict> = {
  kind: "officer",
  promptFile,
  answer: () => ({ kind: "letter", letters: Object.keys(VERDICTS).join("") }),
  ask: ({ transcript }) =>
    `TRANSCRIPT\n${recentLines(transcript, MOST_CHARS)}\nEND OF TRANSCRIPT\n` +
    "How does the last line end? Answer with one letter: A, B or C.",
  read: (value) => isLetter(value) ? VERDICTS[value] : null,
};

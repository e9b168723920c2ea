import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";

/** What was said, in turns between one question of Alba's and the next, for the short calls. */
export interface SaidTurns {
  /** Oldest first; the last one is still being said. */
  readonly turns: readonly (readonly TranscriptLine[])[];
  readonly lines: number;
}

export const NOTHING_SAID: SaidTurns = { turns: [[]], lines: 0 };

/** AUTO_RERANK_CONTEXT_TURNS may ask for so many. */
const KEPT_TURNS = 50;

export function withLine(
  { lines, turns }: SaidTurns,
  { role, text }: Omit<TranscriptLine, "line">,
): SaidTurns {
  const line = { line: lines + 1, role, text };
  const open = turns.at(-1) ?? [];
  return { turns: [...turns.slice(0, -1), [...open, line]], lines: lines + 1 };
}

/** A question of Alba's begins a turn; a second one at once begins none. */
export function withAsk(said: SaidTurns): SaidTurns {
  if (said.turns.at(-1)?.length === 0) return said;
  return { ...said, turns: [...said.turns.slice(1 - KEPT_TURNS), []] };
}

/** What the patient has said since the last question: what the rule officer reads. */
export function openTurn({ turns }: SaidTurns): string {
  return textOf((turns.at(-1) ?? []).filter(({ role }) => role !== "doctor"));
}

/**
 * What the patient has said in all turns that are kept: what a topic may be about (SP3). What was
 * typed for anybody else is not the patient's; whose a sound was nobody knows.
 */
export function patientWords({ turns }: SaidTurns): string {
  return textOf(turns.flat().filter(({ role }) => role === null || role === "patient"));
}

function textOf(lines: readonly TranscriptLine[]): string {
  return lines.map(({ text }) => text).join(" ");
}

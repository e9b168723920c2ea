import { estimateTokens } from "@/lib/engines/chat/token_estimate.ts";
import { renderLine, type TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";

export interface TranscriptWindow {
  /** The rendered lines, with a note wherever some were left out. */
  readonly text: string;
  readonly lines: readonly number[];
  readonly leftOut: number;
}

/** Of the budget, for the words with which the patient opened; two minutes of talk fit easily. */
const OPENING_SHARE = 0.15;

/** Of the budget, kept free for the newest lines however many red flags there are. */
const NEWEST_SHARE = 0.25;

/** The opening is over after so many lines, even when there is room for more. */
const MOST_OPENING_LINES = 12;

/** What a note about lines left out costs, at most one for each line kept apart. */
const NOTE_TOKENS = 16;

/**
 * Chooses the lines of a long transcript that a call reads: the presenting complaint (the first
 * lines), every line that a red flag rests on, and the newest lines as far as `budgetTokens` goes.
 * Of red-flag lines that do not fit, the oldest are left out.
 */
export function transcriptWindow(
  transcript: readonly TranscriptLine[],
  flagged: ReadonlySet<number>,
  budgetTokens: number,
): TranscriptWindow {
  const rendered = transcript.map((line) => ({ line: line.line, text: renderLine(line) }));
  const kept = new Set<number>();
  let left = budgetTokens;
  const keep = ({ line, text }: { line: number; text: string }, atLeastLeft: number): boolean => {
    if (kept.has(line)) return true;
    const cost = estimateTokens(text) + 1;
    const apart = kept.has(line - 1) || kept.has(line + 1) ? 0 : NOTE_TOKENS;
    if (left - cost - apart < atLeastLeft) return false;
    left -= cost + apart;
    kept.add(line);
    return true;
  };
  const newestFirst = rendered.toReversed();
  for (const line of rendered.slice(0, MOST_OPENING_LINES)) {
    if (!keep(line, budgetTokens * (1 - OPENING_SHARE))) break;
  }
  for (const line of newestFirst.filter((one) => flagged.has(one.line))) {
    keep(line, budgetTokens * NEWEST_SHARE);
  }
  for (const line of newestFirst) {
    if (!keep(line, 0)) break;
  }
  const chosen = rendered.filter((one) => kept.has(one.line));
  return {
    text: withNotes(chosen, rendered),
    lines: chosen.map((one) => one.line),
    leftOut: rendered.length - chosen.length,
  };
}

type Rendered = { readonly line: number; readonly text: string };

function withNotes(chosen: readonly Rendered[], all: readonly Rendered[]): string {
  const keptLines = new Set(chosen.map((one) => one.line));
  const out: string[] = [];
  let missing: number[] = [];
  const note = () => {
    if (missing.length > 0) out.push(`[lines ${missing[0]} to ${missing.at(-1)} are left out]`);
    missing = [];
  };
  for (const { line, text } of all) {
    if (!keptLines.has(line)) {
      missing.push(line);
      continue;
    }
    note();
    out.push(text);
  }
  note();
  return out.join("\n");
}

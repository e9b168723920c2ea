import { type TranscriptLine, withoutLabel } from "@/lib/models/calls/transcript_lines.ts";
import { words } from "@/lib/text/normalise.ts";

export interface QuoteCheck {
  readonly found: boolean;
  /** The line in which it begins; null when it is not in the transcript. */
  readonly line: number | null;
}

const NOT_FOUND: QuoteCheck = { found: false, line: null };

/** Where a quote leaves something out; its parts must follow each other. */
const LEFT_OUT = /\.{2,}|…/;

/**
 * Is a model's quote in the transcript (CD6)? Case, marks and apostrophes do not count, and a quote
 * may run over the end of a line or leave out its middle. Words that were never said are not found.
 */
export function findQuote(quote: string, transcript: readonly TranscriptLine[]): QuoteCheck {
  const parts = withoutLabel(quote).split(LEFT_OUT).map(words).filter((part) => part.length > 0);
  if (parts.length === 0) return NOT_FOUND;
  const said = transcript.flatMap(({ line, text }) => words(text).map((word) => ({ word, line })));
  let from = 0;
  let first: number | null = null;
  for (const part of parts) {
    const at = positionOf(part, said, from);
    if (at === null) return NOT_FOUND;
    first ??= at;
    from = at + part.length;
  }
  return { found: true, line: said[first ?? 0]?.line ?? null };
}

function positionOf(
  part: readonly string[],
  said: readonly { readonly word: string }[],
  from: number,
): number | null {
  for (let at = from; at + part.length <= said.length; at++) {
    if (part.every((word, index) => said[at + index]?.word === word)) return at;
  }
  return null;
}

/** A piece of transcript as it was committed: often a part of a sentence. Times in ms. */
export interface Piece {
  readonly id: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly origin: "heard" | "typed";
  readonly role: string | null;
}

/** Within a sentence people pause less than this; a longer pause starts a new line. */
const MAX_PAUSE_MS = 900;

/** Beyond this a line is cut all the same, so that endless speech is still read and judged. */
const MAX_LINE_CHARACTERS = 400;

const SENTENCE_END = /[.?!…]["”’)]*$/;

/** Whether the sentence is over with this text, as far as its writer put marks. */
export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd());
}

/** A mark that ends a sentence, and the space behind it: not the point of "5.5" or of "e.g.a". */
const INNER_END = /[.?!…]["”’)]*\s+(?=\S)/g;

/**
 * Cuts a text behind its last whole sentence: what is over, and what is still being said. Text is
 * committed wherever two decodes agree, so a piece often holds the end of one sentence and the
 * beginning of the next.
 */
export function splitSentences(text: string): { readonly over: string; readonly open: string } {
  if (endsSentence(text)) return { over: text, open: "" };
  const last = [...text.matchAll(INNER_END)].at(-1);
  if (last === undefined) return { over: "", open: text };
  const at = last.index + last[0].length;
  return { over: text.slice(0, at).trimEnd(), open: text.slice(at) };
}

/**
 * Whether `next` goes on with the sentence that `previous` ends in. Text is committed while people
 * speak (TR3), so "it does not" and "go to my jaw." come apart; read apart they mean the opposite.
 */
export function continuesPhrase(previous: Piece, next: Piece): boolean {
  return previous.origin === "heard" && next.origin === "heard" && previous.role === next.role &&
    next.start_ms - previous.end_ms <= MAX_PAUSE_MS && !endsSentence(previous.text) &&
    previous.text.length < MAX_LINE_CHARACTERS;
}

/** The pieces put together: the first one's id and start, the last one's end. */
export function joined<P extends Piece>(first: P, next: P): P {
  return { ...first, text: `${first.text} ${next.text}`, end_ms: next.end_ms };
}

/** All pieces as lines, in order; the pieces themselves are not changed. */
export function joinPhrases<P extends Piece>(
  pieces: readonly P[],
  join: (line: P, piece: P) => P = joined,
): P[] {
  const lines: P[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && continuesPhrase(last, piece)) {
      lines[lines.length - 1] = join(last, piece);
    } else {
      lines.push(piece);
    }
  }
  return lines;
}

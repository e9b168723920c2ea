/** One committed line of the consultation; what Alba herself said is never among them (CD1). */
export interface TranscriptLine {
  /** Its place in the transcript, from 1; a line never changes (TR3). */
  readonly line: number;
  readonly role: "doctor" | "patient" | "other" | null;
  readonly text: string;
}

/** Longer lines lose their middle; a spoken sentence is a tenth of this. */
const MOST_LINE_CHARS = 1_500;
const KEPT_HEAD_CHARS = 1_000;
const KEPT_TAIL_CHARS = 400;

/**
 * Marks from which a chat template, a line number or our own delimiters could be forged: a server
 * reads "<end_of_turn>" in a prompt as the end of a turn, whoever said it. Speech has none of them.
 */
const STRUCTURE_MARKS = /[<>[\]{}|\\`\u2028\u2029]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/** Text that may stand in a prompt: one line, no mark of structure, bounded length. */
export function safeText(text: string): string {
  const flat = text.replace(STRUCTURE_MARKS, " ").replace(/\s+/g, " ").trim();
  const characters = [...flat];
  if (characters.length <= MOST_LINE_CHARS) return flat;
  const head = characters.slice(0, KEPT_HEAD_CHARS).join("");
  return `${head} (…) ${characters.slice(-KEPT_TAIL_CHARS).join("")}`;
}

/** "[12] patient: It hurts when I breathe in." */
export function renderLine({ line, role, text }: TranscriptLine): string {
  return `[${line}] ${role ?? "speaker"}: ${safeText(text)}`;
}

/** What models put before a quote when they copy the whole line. */
const LINE_LABEL = /^\s*(\[?\d+\]?[.:]?\s*)?(doctor|patient|other|speaker)\s*:\s*/i;

/** A quote without the number and the speaker of its line. */
export function withoutLabel(quote: string): string {
  return quote.replace(LINE_LABEL, "").trim();
}

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * What a person typed, as an FTS5 query: every word must stand in one row, each as a beginning of
 * a word. Words are quoted, so that AND, NEAR, `*` or a stray quote are not read as commands.
 * Undefined when nothing in it can be searched for.
 */
export function searchPhrase(typed: string): string | undefined {
  const words = typed.normalize("NFC").match(WORD);
  return words === null ? undefined : words.map((word) => `"${word}"*`).join(" ");
}

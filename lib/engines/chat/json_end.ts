/** Where a JSON object that arrives in pieces has got to. */
export interface JsonProgress {
  /** Has its first brace come? */
  readonly begun: boolean;
  readonly depth: number;
  readonly inString: boolean;
  readonly escaped: boolean;
}

export const BEFORE_JSON: JsonProgress = {
  begun: false,
  depth: 0,
  inString: false,
  escaped: false,
};

/**
 * Reads on through `text`. `end` is the position just behind the brace that closes the object, or
 * null while it is open. What stands before the first brace (a code fence, a courtesy) is passed
 * over; `start` is where that brace stands in `text`, or null when it is not in this piece.
 */
export function readJson(
  progress: JsonProgress,
  text: string,
): { readonly progress: JsonProgress; readonly start: number | null; readonly end: number | null } {
  let { begun, depth, inString, escaped } = progress;
  let start: number | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (!begun) {
      if (character !== "{") continue;
      begun = true;
      start = at;
      depth = 1;
    } else if (inString) {
      if (escaped) escaped = false;
      else if (character === "\\") escaped = true;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return { progress: BEFORE_JSON, start, end: at + 1 };
    }
  }
  return { progress: { begun, depth, inString, escaped }, start, end: null };
}

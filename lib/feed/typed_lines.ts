import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import { MAX_TYPED_CHARACTERS } from "@/lib/protocol/shared.ts";
import { type FeedFailure, feedFailure } from "@/lib/feed/feed_failure.ts";

export type TypedLine = Pick<PageMessageOf<"typed">, "text" | "role">;

export type TypedLinesOutcome =
  | { readonly ok: true; readonly lines: readonly TypedLine[] }
  | FeedFailure;

const ROLES = { D: "doctor", P: "patient", O: "other" } as const;

/**
 * Reads lines to be typed: `D: …` the doctor, `P: …` the patient, `O: …` somebody else; without a
 * letter nobody is named. Empty lines and lines that begin with `#` are left out.
 */
export function parseTypedLines(text: string): TypedLinesOutcome {
  const lines: TypedLine[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, letter, words] = /^([DPO]):\s*(.*)$/.exec(line) ?? [];
    const said = words ?? line;
    if (said.length > MAX_TYPED_CHARACTERS) {
      const why = `it has ${said.length} characters, and ${MAX_TYPED_CHARACTERS} are the most`;
      return feedFailure("bad_text", `Cannot type line ${index + 1}: ${why}.`);
    }
    if (said === "") continue;
    const role = letter === undefined ? undefined : ROLES[letter as keyof typeof ROLES];
    lines.push(role === undefined ? { text: said } : { text: said, role });
  }
  if (lines.length === 0) return feedFailure("bad_text", "Cannot type anything: there is no line.");
  return { ok: true, lines };
}

import { continuesPhrase, joined, type Piece } from "@/lib/text/join_phrases.ts";
import type { LiveLine } from "@/lib/page/live_line.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";

/** A line as it is read: a whole sentence, though its pieces were written down one by one. */
export type SentenceLine =
  | {
    readonly kind: "said";
    readonly id: string;
    readonly startMs: number;
    readonly role: TranscriptSegmentMessage["role"];
    readonly typed: boolean;
    readonly pieces: readonly TranscriptSegmentMessage[];
  }
  | Extract<LiveLine, { kind: "alba" }>;

/** Puts neighbouring pieces of one sentence into one line; what Alba said stands between lines. */
export function sentenceLines(lines: readonly LiveLine[]): readonly SentenceLine[] {
  const sentences: SentenceLine[] = [];
  let open: Piece | null = null;
  for (const line of lines) {
    if (line.kind === "alba") {
      sentences.push(line);
      open = null;
      continue;
    }
    const { segment } = line;
    const last = sentences.at(-1);
    if (open !== null && last?.kind === "said" && continuesPhrase(open, segment)) {
      open = joined<Piece>(open, segment);
      sentences[sentences.length - 1] = { ...last, pieces: [...last.pieces, segment] };
    } else {
      open = segment;
      sentences.push({
        kind: "said",
        id: segment.id,
        startMs: segment.start_ms,
        role: segment.role,
        typed: segment.origin === "typed",
        pieces: [segment],
      });
    }
  }
  return sentences;
}

import { samplesToMs } from "@/lib/audio/units.ts";
import {
  type AlbaLine,
  albaLine,
  type GapLine,
  gapLine,
} from "@/lib/consultation/recorded_lines.ts";
import type { CaptureGap } from "@/lib/record/capture_store.ts";
import type { Role } from "@/lib/record/segment_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import type { NewTurn } from "@/lib/record/turn_store.ts";
import { continuesPhrase, joined, type Piece } from "@/lib/text/join_phrases.ts";

/** A part of a sentence as the ears committed it. */
export interface ReviewPiece {
  readonly text: string;
  /** True for words that should be listened to again. */
  readonly doubtful: boolean;
}

/** One line of the review in milliseconds of the recording: a whole sentence, however it came. */
export type ReviewLine =
  | {
    readonly kind: "said";
    readonly id: string;
    readonly startMs: number;
    readonly endMs: number;
    /** As numbered by the voices; null where they were not told apart. */
    readonly speaker: number | null;
    readonly role: Role | null;
    readonly typed: boolean;
    readonly pieces: readonly ReviewPiece[];
  }
  | AlbaLine
  | GapLine;

export type ReviewTurn =
  & Pick<NewTurn, "start" | "end" | "text" | "origin" | "lowConfidence" | "speaker" | "role">
  & { readonly id: string };

export interface ReviewRows {
  readonly turns: readonly ReviewTurn[];
  readonly utterances: readonly SystemUtterance[];
  readonly gaps: readonly CaptureGap[];
}

/**
 * Pure: what was said, what Alba said and what is missing, in the order of the recording. Pieces of
 * one speaker's sentence stand in one line; what stands between them parts them.
 */
export function reviewSentences({ turns, utterances, gaps }: ReviewRows): ReviewLine[] {
  const pieces: readonly (ReviewLine | ReviewTurn)[] = [
    ...turns,
    ...utterances.flatMap(albaLine),
    ...gaps.flatMap(gapLine),
  ];
  const ordered = pieces.map((piece) => ({ piece, atMs: startOf(piece) }))
    .sort((one, other) => one.atMs - other.atMs);
  const lines: ReviewLine[] = [];
  let open: { readonly text: Piece; readonly speaker: number | null } | null = null;
  for (const { piece } of ordered) {
    if ("kind" in piece) {
      lines.push(piece);
      open = null;
      continue;
    }
    const text = textPiece(piece);
    const last = lines.at(-1);
    const goesOn = open !== null && open.speaker === piece.speaker &&
      continuesPhrase(open.text, text);
    if (open !== null && goesOn && last?.kind === "said") {
      lines[lines.length - 1] = {
        ...last,
        endMs: text.end_ms,
        pieces: [...last.pieces, reviewPiece(piece)],
      };
      open = { text: joined(open.text, text), speaker: piece.speaker };
    } else {
      lines.push(saidLine(piece));
      open = { text, speaker: piece.speaker };
    }
  }
  return lines;
}

function startOf(piece: ReviewLine | ReviewTurn): number {
  return "kind" in piece ? piece.startMs : samplesToMs(piece.start);
}

function textPiece({ id, text, start, end, origin, role }: ReviewTurn): Piece {
  return { id, text, start_ms: samplesToMs(start), end_ms: samplesToMs(end), origin, role };
}

function reviewPiece({ text, lowConfidence }: ReviewTurn): ReviewPiece {
  return { text, doubtful: lowConfidence };
}

function saidLine(turn: ReviewTurn): ReviewLine {
  return {
    kind: "said",
    id: turn.id,
    startMs: samplesToMs(turn.start),
    endMs: samplesToMs(turn.end),
    speaker: turn.speaker,
    role: turn.role,
    typed: turn.origin === "typed",
    pieces: [reviewPiece(turn)],
  };
}

import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import {
  flag,
  flagColumn,
  jsonColumn,
  type JsonObject,
  samplesColumn,
  storableText,
  wallMsColumn,
  wholeMs,
} from "@/lib/record/columns.ts";
import {
  type ConsultationId,
  consultationId,
  type RoomId,
  roomId,
  type SegmentId,
  segmentId,
} from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** A word with its place in the recording; `probability` is the engine's own, 0 to 1. */
export interface SegmentWord {
  readonly text: string;
  readonly start: Samples;
  readonly end: Samples;
  readonly probability: number;
}

const role = z.enum(["doctor", "patient", "other"]);
export type Role = z.infer<typeof role>;

/** Committed text; it never changes or disappears (TR3) until it is purged. */
export interface TranscriptSegment {
  readonly id: SegmentId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  readonly start: Samples;
  readonly end: Samples;
  readonly text: string;
  readonly words: readonly SegmentWord[];
  readonly role: Role | null;
  readonly origin: "heard" | "typed";
  readonly lowConfidence: boolean;
  readonly committedWallMs: number;
  /** Which engine and model wrote it, such as `whisper base` or `typed`. */
  readonly engine: string;
}

export interface SegmentStore {
  /** Stores and audits one committed piece; the audit commits to its words. */
  append(segment: Omit<TranscriptSegment, "committedWallMs">): TranscriptSegment;
  /** In the order of commitment. */
  list(consultation: ConsultationId): TranscriptSegment[];
  /** Where the ears go on after a restart: the end of what they have committed, or 0. */
  heardThrough(consultation: ConsultationId): Samples;
}

/** A word as stored. */
const segmentWord = z.object({
  text: z.string(),
  start: samplesColumn,
  end: samplesColumn,
  probability: z.number(),
});

/** The columns that a committed piece and one of the whole-recording transcript share. */
export const pieceColumns = {
  id: segmentId,
  consultation: consultationId,
  room: roomId,
  start_sample: samplesColumn,
  end_sample: samplesColumn,
  text: z.string(),
  words: jsonColumn(z.array(segmentWord)),
  low_confidence: flagColumn,
  engine: z.string(),
};

const row = z.object({
  ...pieceColumns,
  role: role.nullable(),
  origin: z.enum(["heard", "typed"]),
  committed_wall_ms: wallMsColumn,
}).transform((stored): TranscriptSegment => ({
  id: stored.id,
  consultation: stored.consultation,
  room: stored.room,
  start: stored.start_sample,
  end: stored.end_sample,
  text: stored.text,
  words: stored.words,
  role: stored.role,
  origin: stored.origin,
  lowConfidence: stored.low_confidence,
  committedWallMs: stored.committed_wall_ms,
  engine: stored.engine,
}));

export function segmentStore({ database, audit, clock }: StoreParts): SegmentStore {
  const insert = database.command(
    `INSERT INTO transcript_segment (id, consultation, room, start_sample, end_sample, text, words,
       role, origin, low_confidence, committed_wall_ms, engine)
     VALUES (:id, :consultation, :room, :start, :end, :text, :words,
       :role, :origin, :low_confidence, :committed_wall_ms, :engine)`,
  );
  const all = database.query(
    "SELECT * FROM transcript_segment WHERE consultation = :consultation ORDER BY seq",
    row,
  );
  const heard = database.query(
    `SELECT coalesce(max(end_sample), 0) AS through FROM transcript_segment
     WHERE consultation = :consultation AND origin = 'heard'`,
    z.object({ through: samplesColumn }),
  );
  return {
    append(segment) {
      const { id, consultation, room, start, end } = segment;
      const text = storableText(segment.text);
      const committedWallMs = wholeMs(clock.wallMs());
      database.atomically(() => {
        insert.run({
          id,
          consultation,
          room,
          start,
          end,
          text,
          words: canonicalJson(segment.words.map(plainWord)),
          role: segment.role,
          origin: segment.origin,
          low_confidence: flag(segment.lowConfidence),
          committed_wall_ms: committedWallMs,
          engine: segment.engine,
        });
        const detail = { segment: id, start_sample: start, end_sample: end };
        audit.append({ room, consultation, kind: "consultation.segment_committed", detail, text });
      });
      return { ...segment, text, committedWallMs };
    },
    list: (consultation) => all.all({ consultation }),
    heardThrough: (consultation) => heard.all({ consultation })[0]?.through ?? (0 as Samples),
  };
}

/** An interface is not a JSON object to the compiler, and an engine may hand over more than it. */
export function plainWord({ text, start, end, probability }: SegmentWord): JsonObject {
  return { text, start, end, probability };
}

import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { flag, storableText } from "@/lib/record/columns.ts";
import type { ConsultationId, RoomId, SegmentId } from "@/lib/record/ids.ts";
import { pieceColumns, plainWord, type SegmentWord } from "@/lib/record/segment_store.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** A piece of the transcript that was made from the whole recording after Stop (FI1). */
export interface WholeSegment {
  readonly id: SegmentId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  readonly start: Samples;
  readonly end: Samples;
  readonly text: string;
  readonly words: readonly SegmentWord[];
  readonly lowConfidence: boolean;
  readonly engine: string;
}

export interface WholeSegmentStore {
  append(segment: Omit<WholeSegment, "id">): void;
  /** In the order of the recording. */
  list(consultation: ConsultationId): WholeSegment[];
}

const row = z.object(pieceColumns).transform((stored): WholeSegment => ({
  id: stored.id,
  consultation: stored.consultation,
  room: stored.room,
  start: stored.start_sample,
  end: stored.end_sample,
  text: stored.text,
  words: stored.words,
  lowConfidence: stored.low_confidence,
  engine: stored.engine,
}));

export function wholeSegmentStore({ database, newId }: StoreParts): WholeSegmentStore {
  const insert = database.command(
    `INSERT INTO whole_segment (id, consultation, room, start_sample, end_sample, text, words,
       low_confidence, engine)
     VALUES (:id, :consultation, :room, :start, :end, :text, :words, :low_confidence, :engine)`,
  );
  const all = database.query(
    "SELECT * FROM whole_segment WHERE consultation = :consultation ORDER BY start_sample, seq",
    row,
  );
  return {
    append({ consultation, room, start, end, text, words, lowConfidence, engine }) {
      insert.run({
        id: newId(),
        consultation,
        room,
        start,
        end,
        text: storableText(text),
        words: canonicalJson(words.map(plainWord)),
        low_confidence: flag(lowConfidence),
        engine,
      });
    },
    list: (consultation) => all.all({ consultation }),
  };
}

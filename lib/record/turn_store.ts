import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";
import { flag, flagColumn, samplesColumn, storableText } from "@/lib/record/columns.ts";
import {
  type ConsultationId,
  consultationId,
  type RoomId,
  roomId,
  type TurnId,
  turnId,
} from "@/lib/record/ids.ts";
import type { Role } from "@/lib/record/segment_store.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** Which text of the consultation a line is made of: as it was committed live, or read again whole. */
export type TranscriptVersion = "live" | "whole";

/** One line of the review: neighbouring words of one segment, said by one speaker. */
export interface SpeakerTurn {
  readonly id: TurnId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  readonly version: TranscriptVersion;
  /** The segment of that version, and its words from `firstWord` up to, not with, `endWord`. */
  readonly segment: string;
  readonly firstWord: number;
  readonly endWord: number;
  readonly start: Samples;
  readonly end: Samples;
  readonly text: string;
  readonly origin: "heard" | "typed";
  readonly lowConfidence: boolean;
  /** Numbered from 0 in the order in which they first speak; null where voices were not told apart. */
  readonly speaker: number | null;
  /** How much likelier this speaker is than the next guess, 0 to 1. */
  readonly speakerMargin: number | null;
  readonly role: Role | null;
  /** True for a role that Alba guessed, false for one that a person gave. */
  readonly roleGuessed: boolean;
  readonly roleMargin: number | null;
}

export type NewTurn = Omit<SpeakerTurn, "id" | "consultation" | "room">;

/** What the review reads of a line: an hour has thousands, so only this much of each. */
export type TurnLine = Pick<
  SpeakerTurn,
  | "id"
  | "start"
  | "end"
  | "text"
  | "origin"
  | "lowConfidence"
  | "speaker"
  | "role"
  | "roleGuessed"
  | "roleMargin"
>;

export interface TurnStore {
  /**
   * Puts these lines in the place of all lines of the consultation. A line of the same words keeps
   * its id, so that a page that is open on it still finds it.
   */
  replace(place: { consultation: ConsultationId; room: RoomId }, turns: readonly NewTurn[]): void;
  /** In the order of their place. */
  list(consultation: ConsultationId): SpeakerTurn[];
  /** The same lines in the same order, read in a third of the time. */
  lines(consultation: ConsultationId): readonly TurnLine[];
}

const row = z.object({
  id: turnId,
  consultation: consultationId,
  room: roomId,
  version: z.enum(["live", "whole"]),
  segment: z.string(),
  first_word: z.int(),
  end_word: z.int(),
  start_sample: samplesColumn,
  end_sample: samplesColumn,
  text: z.string(),
  origin: z.enum(["heard", "typed"]),
  low_confidence: flagColumn,
  speaker: z.int().nullable(),
  speaker_margin: z.number().nullable(),
  role: z.enum(["doctor", "patient", "other"]).nullable(),
  role_guessed: flagColumn,
  role_margin: z.number().nullable(),
}).transform((stored): SpeakerTurn => ({
  id: stored.id,
  consultation: stored.consultation,
  room: stored.room,
  version: stored.version,
  segment: stored.segment,
  firstWord: stored.first_word,
  endWord: stored.end_word,
  start: stored.start_sample,
  end: stored.end_sample,
  text: stored.text,
  origin: stored.origin,
  lowConfidence: stored.low_confidence,
  speaker: stored.speaker,
  speakerMargin: stored.speaker_margin,
  role: stored.role,
  roleGuessed: stored.role_guessed,
  roleMargin: stored.role_margin,
}));

/** As cheap as a check can be; the column's own constraint has held it to whole samples. */
const position = z.custom<Samples>((stored) => typeof stored === "number");

/** All lines as one JSON text: a row each would cost three times as much to hand over and check. */
const linesRow = z.object({
  lines: z.string().transform((stored): unknown => JSON.parse(stored)).pipe(z.array(z.object({
    id: z.string().brand<"TurnId">(),
    start: position,
    end: position,
    text: z.string(),
    origin: z.enum(["heard", "typed"]),
    lowConfidence: z.boolean(),
    speaker: z.number().nullable(),
    role: z.enum(["doctor", "patient", "other"]).nullable(),
    roleGuessed: z.boolean(),
    roleMargin: z.number().nullable(),
  }))),
});

export function turnStore({ database, newId }: StoreParts): TurnStore {
  const clear = database.command("DELETE FROM speaker_turn WHERE consultation = :consultation");
  const insert = database.command(
    `INSERT INTO speaker_turn (id, consultation, room, version, segment, first_word, end_word,
       start_sample, end_sample, text, origin, low_confidence, speaker, speaker_margin, role,
       role_guessed, role_margin)
     VALUES (:id, :consultation, :room, :version, :segment, :first_word, :end_word,
       :start, :end, :text, :origin, :low_confidence, :speaker, :speaker_margin, :role,
       :role_guessed, :role_margin)`,
  );
  const all = database.query(
    `SELECT * FROM speaker_turn WHERE consultation = :consultation
     ORDER BY start_sample, end_sample, first_word, id`,
    row,
  );
  const lean = database.query(
    `SELECT json_group_array(json_object(
         'id', id, 'start', start_sample, 'end', end_sample, 'text', text, 'origin', origin,
         'lowConfidence', json(iif(low_confidence, 'true', 'false')), 'speaker', speaker,
         'role', role, 'roleGuessed', json(iif(role_guessed, 'true', 'false')),
         'roleMargin', role_margin
       ) ORDER BY start_sample, end_sample, first_word, id) AS lines
     FROM speaker_turn WHERE consultation = :consultation`,
    linesRow,
  );
  return {
    replace({ consultation, room }, turns) {
      database.atomically(() => {
        const known = new Map(all.all({ consultation }).map((turn) => [keyOf(turn), turn.id]));
        clear.run({ consultation });
        for (const turn of turns) {
          insert.run({
            id: known.get(keyOf(turn)) ?? turnId.parse(newId()),
            consultation,
            room,
            version: turn.version,
            segment: turn.segment,
            first_word: turn.firstWord,
            end_word: turn.endWord,
            start: turn.start,
            end: turn.end,
            text: storableText(turn.text),
            origin: turn.origin,
            low_confidence: flag(turn.lowConfidence),
            speaker: turn.speaker,
            speaker_margin: turn.speakerMargin,
            role: turn.role,
            role_guessed: flag(turn.roleGuessed),
            role_margin: turn.roleMargin,
          });
        }
      });
    },
    list: (consultation) => all.all({ consultation }),
    lines: (consultation) => lean.get({ consultation })?.lines ?? [],
  };
}

function keyOf({ segment, firstWord, endWord }: NewTurn): string {
  return `${segment} ${firstWord} ${endWord}`;
}

import { z } from "zod";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import {
  jsonColumn,
  type JsonObject,
  jsonObject,
  wallMsColumn,
  wholeMs,
} from "@/lib/record/columns.ts";
import type { Database } from "@/lib/record/database.ts";
import { type ConsultationId, idColumn, type RoomId } from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** EN4: one run of auto mode and the thresholds that it worked under. */
export interface AutoRun {
  readonly id: string;
  /** By the names of `AutoSettings`. */
  readonly thresholds: JsonObject;
  /** The sound check that its floor came from; null where there was none. */
  readonly soundCheck: string | null;
  readonly enabledWallMs: number;
  /** Null while it is on, and for one that a crash cut off. */
  readonly endedWallMs: number | null;
}

export interface RunStore {
  start(
    place: { readonly consultation: ConsultationId; readonly room: RoomId },
    run: Pick<AutoRun, "id" | "thresholds" | "soundCheck">,
  ): void;
  /** Nothing happens when it has ended before. */
  end(id: string): void;
  /** Oldest first. */
  list(consultation: ConsultationId): AutoRun[];
}

const row = z.object({
  id: idColumn,
  thresholds: jsonColumn(jsonObject),
  sound_check: z.string().nullable(),
  enabled_wall_ms: wallMsColumn,
  ended_wall_ms: wallMsColumn.nullable(),
}).transform((stored): AutoRun => ({
  id: stored.id,
  thresholds: stored.thresholds,
  soundCheck: stored.sound_check,
  enabledWallMs: stored.enabled_wall_ms,
  endedWallMs: stored.ended_wall_ms,
}));

/** For those that only read, such as a replay beside the service. */
export function listedRuns(database: Database) {
  return database.query(
    `SELECT id, thresholds, sound_check, enabled_wall_ms, ended_wall_ms FROM run_thresholds
     WHERE consultation = :consultation ORDER BY enabled_wall_ms, id`,
    row,
  );
}

export function runStore({ clock, database }: StoreParts): RunStore {
  const insert = database.command(
    `INSERT INTO run_thresholds (id, consultation, room, thresholds, sound_check, enabled_wall_ms)
     VALUES (:id, :consultation, :room, :thresholds, :sound_check, :now)`,
  );
  const finish = database.command(
    "UPDATE run_thresholds SET ended_wall_ms = :now WHERE id = :id AND ended_wall_ms IS NULL",
  );
  const all = listedRuns(database);
  const now = () => wholeMs(clock.wallMs());
  return {
    start: ({ consultation, room }, { id, soundCheck, thresholds }) =>
      void insert.run({
        id,
        consultation,
        room,
        thresholds: canonicalJson(thresholds),
        sound_check: soundCheck,
        now: now(),
      }),
    end: (id) => void finish.run({ id, now: now() }),
    list: (consultation) => all.all({ consultation }),
  };
}

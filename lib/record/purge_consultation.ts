import { rmSync } from "node:fs";
import { z } from "zod";
import { samplesColumn, wholeMs } from "@/lib/record/columns.ts";
import type { purgeReason } from "@/lib/record/audit_events.ts";
import { type ClinicianId, type ConsultationId, roomId } from "@/lib/record/ids.ts";
import { PATIENT_WORDS, type WordsOfTable } from "@/lib/record/patient_words.ts";
import { recordingPath, type RecordPaths } from "@/lib/record/paths.ts";
import { asRecordError } from "@/lib/record/record_error.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export type PurgeOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "not_found" | "unfinished"; readonly words: string };

/** Who wanted it; the box itself when its time had come. */
export interface PurgeOrder {
  readonly by: ClinicianId | null;
  readonly reason: z.infer<typeof purgeReason>;
}

/** What is deleted: the sound alone, or the sound and every word. */
export type PurgeExtent = "recording" | "everything";

const countsRow = z.object({
  room: roomId,
  state: z.string(),
  segments: z.int(),
  samples: samplesColumn,
});
const FINISHED_STATES: ReadonlySet<string> = new Set(["review", "approved"]);

/**
 * Deletes the audio of one consultation, or its words and audio everywhere in the record (CO4);
 * numbers, times and the chained audit stay. May be repeated, for instance when the audio file could not be
 * removed at first. Throws `RecordError` when the disk fails; then nothing of the rows is deleted.
 */
export function purgeConsultation(
  { database, audit, clock }: StoreParts,
  paths: RecordPaths,
  consultation: ConsultationId,
  extent: PurgeExtent,
  order: PurgeOrder,
): PurgeOutcome {
  const counts = database.query(
    `SELECT room, state,
       (SELECT count(*) FROM transcript_segment WHERE consultation = :consultation) AS segments,
       (SELECT coalesce(max(coalesce(end_sample, checkpoint_sample)), 0) FROM capture
         WHERE consultation = :consultation) AS samples
     FROM consultation WHERE id = :consultation`,
    countsRow,
  ).get({ consultation });
  if (counts === undefined) {
    const words = `Cannot delete consultation "${consultation}": no such row`;
    return { ok: false, code: "not_found", words };
  }
  if (!FINISHED_STATES.has(counts.state)) {
    const words = `Cannot delete consultation "${consultation}": it is ${counts.state}`;
    return { ok: false, code: "unfinished", words };
  }
  database.atomically(() => {
    const now = wholeMs(clock.wallMs());
    const text = extent === "everything";
    if (text) {
      for (const words of PATIENT_WORDS) database.command(deletion(words)).run({ consultation });
      database.command("UPDATE consultation SET purged_wall_ms = :now WHERE id = :consultation")
        .run({ consultation, now });
    }
    database.command(
      `UPDATE consultation SET audio_purged_wall_ms = coalesce(audio_purged_wall_ms, :now)
       WHERE id = :consultation`,
    ).run({ consultation, now });
    const { room, segments, samples } = counts;
    const detail = { consultation, audio: true, text, segments, samples, ...order };
    audit.append({ room, consultation, kind: "record.purged", detail });
  });
  removeRecording(recordingPath(paths, consultation));
  // The log still holds the pages as they were; now it does not.
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return { ok: true };
}

function removeRecording(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw asRecordError(error);
  }
}

function deletion({ table, blanked }: WordsOfTable): string {
  const mine = table === "consultation" ? "id = :consultation" : "consultation = :consultation";
  if (blanked === undefined) return `DELETE FROM ${table} WHERE ${mine}`;
  const blanks = Object.entries(blanked).map(([column, blank]) => `${column} = ${blank}`);
  return `UPDATE ${table} SET ${blanks.join(", ")} WHERE ${mine}`;
}

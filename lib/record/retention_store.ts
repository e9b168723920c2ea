import { existsSync } from "node:fs";
import { z } from "zod";
import { wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import { type ConsultationId, consultationId } from "@/lib/record/ids.ts";
import { recordingPath, type RecordPaths } from "@/lib/record/paths.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

/** Which consultations are to be deleted by their age (CO4); oldest first. */
export interface RetentionStore {
  /** With a recording, and approved at or before that time. */
  recordingsDue(approvedByWallMs: number): ConsultationId[];
  /** With words, finished, and stopped at or before that time. */
  wordsDue(stoppedByWallMs: number): ConsultationId[];
  /** Deleted on the record, but the file is still there: the disk failed, or the plug was pulled. */
  leftBehind(): ConsultationId[];
  /** When the newest consultation began; null when there was none. */
  newestWallMs(): number | null;
}

const idRow = z.object({ id: consultationId }).transform(({ id }) => id);
const newestRow = z.object({ newest: wallMsColumn.nullable() });

export function retentionStore({ database }: StoreParts, paths: RecordPaths): RetentionStore {
  const recordings = database.query(
    `SELECT id FROM consultation
     WHERE state = 'approved' AND approved_wall_ms <= :by AND audio_purged_wall_ms IS NULL
       AND EXISTS (SELECT 1 FROM capture WHERE capture.consultation = consultation.id)
     ORDER BY seq`,
    idRow,
  );
  const words = database.query(
    `SELECT id FROM consultation
     WHERE state IN ('review', 'approved') AND purged_wall_ms IS NULL
       AND coalesce(stopped_wall_ms, started_wall_ms) <= :by
     ORDER BY seq`,
    idRow,
  );
  const purged = database.query(
    "SELECT id FROM consultation WHERE audio_purged_wall_ms IS NOT NULL ORDER BY seq",
    idRow,
  );
  const newest = database.query(
    "SELECT max(started_wall_ms) AS newest FROM consultation",
    newestRow,
  );
  return {
    recordingsDue: (by) => recordings.all({ by: wholeMs(by) }),
    wordsDue: (by) => words.all({ by: wholeMs(by) }),
    leftBehind: () => purged.all({}).filter((id) => existsSync(recordingPath(paths, id))),
    newestWallMs: () => newest.get({})?.newest ?? null,
  };
}

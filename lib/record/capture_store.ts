import { z } from "zod";
import type { Samples } from "@/lib/audio/units.ts";
import { canonicalJson } from "@/lib/record/audit_chain.ts";
import { captureEndReason, gapReason } from "@/lib/record/audit_events.ts";
import type { Database } from "@/lib/record/database.ts";
import { type JsonObject, samplesColumn, wallMsColumn, wholeMs } from "@/lib/record/columns.ts";
import {
  type CaptureId,
  captureId,
  type ConsultationId,
  consultationId,
  type RoomId,
  roomId,
} from "@/lib/record/ids.ts";
import type { StoreParts } from "@/lib/record/store_parts.ts";

export type GapReason = z.infer<typeof gapReason>;
export type CaptureEndReason = z.infer<typeof captureEndReason>;

/** One stretch of capture; a consultation has one more after each crash or lost page. */
export interface Capture {
  readonly id: CaptureId;
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  /** Counted from 1 within the consultation. */
  readonly epoch: number;
  /** The page's own name for its numbering of frames, of which frame 0 lies at `startSample`. */
  readonly pageEpoch: string | null;
  readonly startSample: Samples;
  readonly startedWallMs: number;
  /** Where the recording stood when it was last known, and when that was. */
  readonly checkpointSample: Samples;
  readonly checkpointWallMs: number;
  readonly endSample: Samples | null;
  readonly endReason: CaptureEndReason | null;
}

export interface CaptureGap {
  readonly consultation: ConsultationId;
  readonly room: RoomId;
  readonly startSample: Samples;
  readonly samples: Samples;
  readonly reason: GapReason;
}

/** What the page said of its microphone (TR1); labels are the page's own and may be empty. */
export interface CaptureDevice {
  readonly inputLabel: string;
  readonly outputLabel: string;
  readonly constraints: JsonObject;
  readonly platform: string;
}

/** Starts, gaps and ends are audited in the same transaction; checkpoints are not. */
export interface CaptureStore {
  start(capture: {
    readonly consultation: ConsultationId;
    readonly room: RoomId;
    readonly at: Samples;
    readonly pageEpoch?: string;
    readonly device?: CaptureDevice;
  }): Capture;
  /**
   * Pairs the recording's position with the present wall time; called at each fsync. Never before the
   * stretch's start, also where a power cut took the sound up to it: what is missing is then counted in.
   */
  checkpoint(id: CaptureId, at: Samples): void;
  gap(gap: CaptureGap): void;
  /**
   * The audit says how long the recording is (`at`); the row's end never lies before its start, also
   * where a full disk kept the silence before this stretch from being written.
   * `pcmSha256` commits to all samples from 0 to `at`; null only when they could not be read.
   */
  end(id: CaptureId, end: {
    readonly at: Samples;
    readonly reason: CaptureEndReason;
    readonly pcmSha256: string | null;
  }): void;
  /** The newest stretch of a consultation. */
  latest(consultation: ConsultationId): Capture | undefined;
  /** All stretches, in order. */
  list(consultation: ConsultationId): Capture[];
  /** In the order of their place. */
  gaps(consultation: ConsultationId): CaptureGap[];
}

const captureRow = z.object({
  id: captureId,
  consultation: consultationId,
  room: roomId,
  epoch: z.int(),
  page_epoch: z.string().nullable(),
  start_sample: samplesColumn,
  started_wall_ms: wallMsColumn,
  checkpoint_sample: samplesColumn,
  checkpoint_wall_ms: wallMsColumn,
  end_sample: samplesColumn.nullable(),
  end_reason: captureEndReason.nullable(),
}).transform((stored): Capture => ({
  id: stored.id,
  consultation: stored.consultation,
  room: stored.room,
  epoch: stored.epoch,
  pageEpoch: stored.page_epoch,
  startSample: stored.start_sample,
  startedWallMs: stored.started_wall_ms,
  checkpointSample: stored.checkpoint_sample,
  checkpointWallMs: stored.checkpoint_wall_ms,
  endSample: stored.end_sample,
  endReason: stored.end_reason,
}));

const gapRow = z.object({
  consultation: consultationId,
  room: roomId,
  start_sample: samplesColumn,
  samples: samplesColumn,
  reason: gapReason,
}).transform(({ start_sample, ...rest }): CaptureGap => ({ ...rest, startSample: start_sample }));

export function captureStore({ database, audit, clock, newId }: StoreParts): CaptureStore {
  const { insert, mark, finish, insertGap, one, newest, stretches, allGaps } = captureStatements(
    database,
  );
  const now = () => wholeMs(clock.wallMs());
  const mustGet = (id: CaptureId): Capture => {
    const found = one.get({ id });
    if (found === undefined) throw new Error(`Cannot read capture "${id}": no such row`);
    return found;
  };

  return {
    start: ({ consultation, room, at, pageEpoch, device }) =>
      database.atomically(() => {
        const id = captureId.parse(newId());
        const epoch = (newest.get({ consultation })?.epoch ?? 0) + 1;
        insert.run({
          id,
          consultation,
          room,
          epoch,
          at,
          page_epoch: pageEpoch ?? null,
          input_label: device?.inputLabel ?? null,
          output_label: device?.outputLabel ?? null,
          constraints: device === undefined ? null : canonicalJson(device.constraints),
          platform: device?.platform ?? null,
          now: now(),
        });
        const detail = { capture: id, epoch, sample: at };
        audit.append({ room, consultation, kind: "capture.started", detail });
        return mustGet(id);
      }),
    checkpoint: (id, at) => void mark.run({ id, at, now: now() }),
    gap: ({ consultation, room, startSample, samples, reason }) =>
      database.atomically(() => {
        const detail = { reason, start_sample: startSample, samples };
        insertGap.run({ id: newId(), consultation, room, ...detail, now: now() });
        audit.append({ room, consultation, kind: "capture.gap", detail });
      }),
    end: (id, { at, reason, pcmSha256: pcm_sha256 }) =>
      database.atomically(() => {
        if (finish.run({ id, at, reason, pcm_sha256, now: now() }) === 0) return;
        const { room, consultation } = mustGet(id);
        const detail = { capture: id, reason, samples: at, pcm_sha256 };
        audit.append({ room, consultation, kind: "capture.ended", detail });
      }),
    latest: (consultation) => newest.get({ consultation }),
    list: (consultation) => stretches.all({ consultation }),
    gaps: (consultation) => allGaps.all({ consultation }),
  };
}

function captureStatements(database: Database) {
  return {
    insert: database.command(
      `INSERT INTO capture (id, consultation, room, epoch, page_epoch, input_label, output_label,
       constraints, platform, started_wall_ms, start_sample, checkpoint_wall_ms, checkpoint_sample)
       VALUES (:id, :consultation, :room, :epoch, :page_epoch, :input_label, :output_label,
       :constraints, :platform, :now, :at, :now, :at)`,
    ),
    mark: database.command(
      `UPDATE capture SET checkpoint_sample = max(:at, start_sample), checkpoint_wall_ms = :now
       WHERE id = :id`,
    ),
    finish: database.command(
      `UPDATE capture SET ended_wall_ms = :now, end_sample = max(:at, start_sample), end_reason = :reason,
         pcm_sha256 = :pcm_sha256 WHERE id = :id AND ended_wall_ms IS NULL`,
    ),
    insertGap: database.command(
      `INSERT INTO capture_gap VALUES
       (:id, :consultation, :room, :start_sample, :samples, :reason, :now)`,
    ),
    one: database.query("SELECT * FROM capture WHERE id = :id", captureRow),
    newest: database.query(
      "SELECT * FROM capture WHERE consultation = :consultation ORDER BY epoch DESC LIMIT 1",
      captureRow,
    ),
    stretches: database.query(
      "SELECT * FROM capture WHERE consultation = :consultation ORDER BY epoch",
      captureRow,
    ),
    allGaps: database.query(
      "SELECT * FROM capture_gap WHERE consultation = :consultation ORDER BY start_sample, id",
      gapRow,
    ),
  };
}

import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import type { PurgeOrder, PurgeOutcome } from "@/lib/record/purge_consultation.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Starting is busy enough; what has waited for days can wait a little more. */
const FIRST_SWEEP_MS = 60_000;

/** One deletion at a time, so that a consultation that is going on does not feel them. */
const BETWEEN_MS = 1_000;

/**
 * After a longer pause than this the date is doubted at the start: a box whose clock lost its
 * battery would delete everything at once. The next day's sweep believes it.
 */
const DOUBTED_PAUSE_MS = 60 * DAY_MS;

/**
 * A date that runs further ahead of the service's own time was set by a hand or a server, and is doubted,
 * too. A box that sleeps at night loses less than this between two sweeps.
 */
const SET_AHEAD_MS = 14 * DAY_MS;

const ORDER: PurgeOrder = { by: null, reason: "retention" };

export interface RetentionOptions {
  readonly record: Pick<ClinicRecord, "retention" | "purge" | "purgeRecording">;
  readonly clock: Clock;
  /** Days after the approval at which a recording goes; 0 keeps it. */
  readonly audioDays: number;
  /** Days after the stop at which everything goes; 0 keeps it. */
  readonly days: number;
  /** Removes what Alba said from the cache of speech; called after words were deleted. */
  readonly forgetSpeech: () => Promise<void>;
}

interface Due {
  readonly consultation: ConsultationId;
  readonly extent: "recording" | "everything";
}

/** Both clocks at once: a date that is set while the service runs moves the one alone. */
interface Seen {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** Deletes what has been kept long enough (CO4): soon after the start, then daily. Returns how to stop. */
export function keepRetention(options: RetentionOptions): () => void {
  const { clock, record } = options;
  const log = getLogger(["alba", "record", "retention"]);
  let seen = now();
  let cancel = clock.after(FIRST_SWEEP_MS, () => {
    const newest = record.retention.newestWallMs();
    if (newest !== null && clock.wallMs() - newest > DOUBTED_PAUSE_MS) doubt();
    else sweep();
  });

  function now(): Seen {
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
  }

  function doubt(): void {
    log.warn("Nothing is deleted by its age today, because the date is in doubt");
    cancel = clock.after(DAY_MS, sweep);
  }

  function sweep(): void {
    const before = seen;
    seen = now();
    const ranAheadMs = seen.wallMs - before.wallMs - (seen.monotonicMs - before.monotonicMs);
    if (ranAheadMs > SET_AHEAD_MS) doubt();
    else next(dueNow(options), false);
  }

  function next(due: readonly Due[], wordsGone: boolean): void {
    const [first, ...rest] = due;
    if (first === undefined) {
      if (wordsGone) void forget();
      cancel = clock.after(DAY_MS, sweep);
      return;
    }
    const done = erase(first);
    cancel = clock.after(BETWEEN_MS, () => next(rest, wordsGone || done));
  }

  /** True when words are gone. */
  function erase({ consultation, extent }: Due): boolean {
    try {
      const outcome: PurgeOutcome = extent === "everything"
        ? record.purge(consultation, ORDER)
        : record.purgeRecording(consultation, ORDER);
      if (outcome.ok) log.info("Deleted by its age", { consultation, kind: extent });
      return outcome.ok && extent === "everything";
    } catch (error) {
      // A failing disk: what is left over is due again tomorrow.
      const name = error instanceof Error ? error.name : "unknown";
      log.error("Could not be deleted by its age", { consultation, error: name });
      return false;
    }
  }

  async function forget(): Promise<void> {
    try {
      await options.forgetSpeech();
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      log.error("Said speech could not be deleted", { error: name });
    }
  }

  return () => cancel();
}

/** Everything before recordings, so that no consultation is deleted twice in one sweep. */
function dueNow({ record, clock, audioDays, days }: RetentionOptions): Due[] {
  const { retention } = record;
  const now = clock.wallMs();
  const words = days === 0 ? [] : retention.wordsDue(now - days * DAY_MS);
  const recordings = audioDays === 0 ? [] : retention.recordingsDue(now - audioDays * DAY_MS);
  const audio = new Set([...recordings, ...retention.leftBehind()]);
  for (const consultation of words) audio.delete(consultation);
  return [
    ...words.map((consultation): Due => ({ consultation, extent: "everything" })),
    ...[...audio].map((consultation): Due => ({ consultation, extent: "recording" })),
  ];
}

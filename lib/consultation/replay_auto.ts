import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { type AutoDrive, STILL } from "@/lib/consultation/auto_drive.ts";
import { knownThresholds } from "@/lib/consultation/known_thresholds.ts";
import { outcomeHash } from "@/lib/consultation/outcome_hash.ts";
import { driveStored, storedEvent } from "@/lib/consultation/restore_auto.ts";
import type { StoredAutoEvent } from "@/lib/record/auto_event_store.ts";
import type { AutoRun } from "@/lib/record/run_store.ts";

export type Replay =
  | { readonly verdict: "same"; readonly events: number }
  /** The first event that leads to something else than it did then. */
  | {
    readonly verdict: "differs";
    readonly events: number;
    readonly seq: number;
    readonly event: string;
  }
  /** Another build or other thresholds made it: nothing that could be the same. */
  | {
    readonly verdict: "refused";
    readonly code: "nothing" | "code_version" | "settings";
    readonly words: string;
  };

export interface ReplayOptions {
  readonly codeVersion: string;
  /** This box's own, those of a consultation in person first; a run's recorded ones are known too. */
  readonly thresholds: readonly [AutoSettings, ...AutoSettings[]];
  readonly runs: readonly AutoRun[];
  /** Play it although the build or the thresholds are others. */
  readonly force: boolean;
}

/**
 * Runs a consultation's inputs through the controller again and compares what comes of each, byte
 * for byte, with what came of it then (MA7).
 */
export function replayAuto(stored: readonly StoredAutoEvent[], options: ReplayOptions): Replay {
  const known = knownThresholds(options.thresholds, options.runs);
  const refusal = refusalOf(stored, options, known);
  if (refusal !== null) return refusal;
  let drive: AutoDrive = STILL;
  for (const [index, row] of stored.entries()) {
    // Also where the service was started anew with others: it rebuilt what was as it had been.
    const driven = driveStored(drive, row, known, options.thresholds[0]);
    drive = driven.drive;
    if (outcomeHash(driven.outcome) !== row.outcomeSha256) {
      const event = storedEvent(row).type;
      return { verdict: "differs", events: index + 1, seq: row.seq, event };
    }
  }
  return { verdict: "same", events: stored.length };
}

function refusalOf(
  stored: readonly StoredAutoEvent[],
  options: ReplayOptions,
  known: ReadonlyMap<string, AutoSettings>,
): Extract<Replay, { verdict: "refused" }> | null {
  if (stored.length === 0) {
    const words = "Cannot replay it: the record has no event of auto mode for it";
    return { verdict: "refused", code: "nothing", words };
  }
  if (options.force) return null;
  const other = stored.find(({ codeVersion }) => codeVersion !== options.codeVersion);
  if (other !== undefined) {
    const words =
      `Cannot replay it with version ${options.codeVersion}: it was made with version ` +
      `${other.codeVersion}. --force plays it all the same`;
    return { verdict: "refused", code: "code_version", words };
  }
  const unknown = stored.find(({ settingsHash }) => !known.has(settingsHash));
  if (unknown === undefined) return null;
  const words = `Cannot replay it: event ${unknown.seq} was made under thresholds that neither ` +
    "a run of its record nor this box has. --force plays it with this box's own";
  return { verdict: "refused", code: "settings", words };
}

/** What a person reads. */
export function replayWords(replay: Replay): string {
  switch (replay.verdict) {
    case "same":
      return `The same again: ${replay.events} events, each to the byte.`;
    case "differs":
      return `Event ${replay.seq} (${replay.event}) leads to something else than it did then; ` +
        `${replay.events - 1} before it to the same.`;
    case "refused":
      return `${replay.words}.`;
  }
}

import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import {
  type AutoDrive,
  driveEvent,
  driveTicks,
  type Outcome,
  STILL,
} from "@/lib/consultation/auto_drive.ts";
import type { StoredAutoEvent } from "@/lib/record/auto_event_store.ts";

/**
 * An event as it was kept: only this service writes that table. An earlier build did not say where in
 * the recording an utterance began and ended.
 */
export function storedEvent({ event }: StoredAutoEvent): AutoEvent {
  const kept = event as unknown as AutoEvent;
  const isPlaced = kept.type === "speech_started" || kept.type === "speech_ended";
  return isPlaced ? { ...kept, atSample: kept.atSample ?? null } : kept;
}

/**
 * One kept event, taken in as it was then: with the ticks before it, and under the thresholds that it
 * counted under, for those of today would lead somewhere else. `own` stands in where nobody knows them
 * any more.
 */
export function driveStored(
  drive: AutoDrive,
  row: StoredAutoEvent,
  known: ReadonlyMap<string, AutoSettings>,
  own: AutoSettings,
): { readonly drive: AutoDrive; readonly outcome: Outcome } {
  const settings = known.get(row.settingsHash) ?? own;
  const ticked = driveTicks(drive, row.nowMs, settings).drive;
  const driven = driveEvent(ticked, storedEvent(row), row.nowMs, settings);
  return { drive: { ...driven.drive, seq: row.seq }, outcome: driven.outcome };
}

/**
 * The controller as it was, from all that it was ever told (RE5): what was asked stays asked, also
 * after a restart (MA9). A run that was on is on again until `resumed` ends it.
 */
export function restoreAuto(
  stored: readonly StoredAutoEvent[],
  known: ReadonlyMap<string, AutoSettings>,
  own: AutoSettings,
): AutoDrive {
  return stored.reduce((drive, row) => driveStored(drive, row, known, own).drive, STILL);
}

import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { type AutoDrive, driveEvent, driveTicks, STILL } from "@/lib/consultation/auto_drive.ts";
import type { StoredAutoEvent } from "@/lib/record/auto_event_store.ts";

/** An event as it was kept: only this service writes that table. */
export function storedEvent({ event }: StoredAutoEvent): AutoEvent {
  return event as unknown as AutoEvent;
}

/**
 * The controller as it was, from all that it was ever told (RE5): what was asked stays asked, also
 * after a restart (MA9). Each event counts under the thresholds that it was taken in under, for those
 * of today would lead somewhere else; `own` stands in where nobody knows them any more. A run that
 * was on is on again until `resumed` ends it.
 */
export function restoreAuto(
  stored: readonly StoredAutoEvent[],
  known: ReadonlyMap<string, AutoSettings>,
  own: AutoSettings,
): AutoDrive {
  return stored.reduce((drive, row) => {
    const settings = known.get(row.settingsHash) ?? own;
    const ticked = driveTicks(drive, row.nowMs, settings).drive;
    return { ...driveEvent(ticked, storedEvent(row), row.nowMs, settings).drive, seq: row.seq };
  }, STILL);
}

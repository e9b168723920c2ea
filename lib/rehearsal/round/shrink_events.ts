import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { driveEvent, type Driven, driveTicks, STILL } from "@/lib/consultation/auto_drive.ts";
import { AskCounter } from "@/lib/rehearsal/round/ask_counter.ts";
import { inconsistencies, isUnpaused } from "@/lib/rehearsal/round/invariants.ts";

export interface TimedEvent {
  readonly nowMs: number;
  readonly event: AutoEvent;
}

/** Attempts at leaving something out; a list of a thousand events takes about two thousand. */
const MOST_ATTEMPTS = 4_000;

/**
 * A short list that still `breaks`, by leaving out ever smaller stretches (Zeller's delta debugging):
 * leaving out any one of what is left mends it, unless the attempts are spent.
 */
export function shrink<Item>(
  items: readonly Item[],
  breaks: (kept: readonly Item[]) => boolean,
): readonly Item[] {
  let kept = items;
  let attempts = 0;
  for (let size = Math.ceil(kept.length / 2); size >= 1;) {
    let hasShrunk = false;
    for (let at = 0; at < kept.length && attempts < MOST_ATTEMPTS;) {
      attempts += 1;
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (breaks(without)) {
        kept = without;
        hasShrunk = true;
      } else at += size;
    }
    // What could not go alone before may go now that its neighbours are gone.
    if (size > 1 || !hasShrunk || attempts >= MOST_ATTEMPTS) size = Math.floor(size / 2);
  }
  return kept;
}

/**
 * The shortest list of inputs found that breaks the same rule in the controller alone; null when the
 * controller alone does not break it, because session, page or room have their part in it.
 */
export function shrinkEvents(
  events: readonly TimedEvent[],
  rule: string,
  settings: AutoSettings,
): readonly TimedEvent[] | null {
  const breaks = (kept: readonly TimedEvent[]) => brokenInCore(kept, settings).has(rule);
  return breaks(events) ? shrink(events, breaks) : null;
}

/** The rules of MP6 that the controller breaks by itself on these inputs, looked at after each step. */
export function brokenInCore(events: readonly TimedEvent[], settings: AutoSettings): Set<string> {
  const broken = new Set<string>();
  const asked = new AskCounter();
  let drive = STILL;
  const look = (driven: Driven) => {
    drive = driven.drive;
    if (driven.mistake !== null) broken.add("no_mistakes");
    for (const { rule } of inconsistencies(drive.core)) broken.add(rule);
    if (isUnpaused(drive.core, drive.core.urgency.open.length)) broken.add("every_alarm_paused");
    for (const effect of driven.effects) {
      if (effect.type === "audit" && asked.askedAgain(effect.entry) !== null) {
        broken.add("never_twice");
      }
    }
  };
  for (const { event, nowMs } of events) {
    while (drive.nextTickMs !== null && drive.nextTickMs <= nowMs) {
      look(driveTicks(drive, drive.nextTickMs, settings));
    }
    look(driveEvent(drive, event, nowMs, settings));
  }
  return broken;
}

import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { settingsHash } from "@/lib/consultation/read_auto_mode.ts";
import type { AutoRun } from "@/lib/record/run_store.ts";

/**
 * The thresholds that a consultation's events may have been taken in under, by their hash (RE5):
 * this box's own and those that stand with its runs (EN4). The record keeps the latter in the order
 * of the alphabet, the settings in their own; a run of a build that had fewer of them is left out.
 */
export function knownThresholds(
  own: readonly [AutoSettings, ...AutoSettings[]],
  runs: readonly Pick<AutoRun, "thresholds">[],
): ReadonlyMap<string, AutoSettings> {
  const names = Object.keys(own[0]);
  const recorded = runs.map(({ thresholds }) =>
    Object.fromEntries(names.map((name) => [name, thresholds[name]])) as unknown as AutoSettings
  );
  return new Map([...own, ...recorded].map((one) => [settingsHash(one), one]));
}

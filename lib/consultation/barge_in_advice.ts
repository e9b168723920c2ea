import type { Config } from "@/lib/config.ts";
import type { BargeInAdvice } from "@/lib/protocol/sound_check.ts";

/** What a sound check measured of the loudspeaker. */
export interface Loopback {
  /** Loudest 20 ms of Alba's own voice at the microphone, RMS of full scale 1. */
  readonly peak: number;
  /** False when the microphone did not hear Alba, or nothing at all. */
  readonly isHeard: boolean;
}

/**
 * DW4: whether speech could be told from Alba's own voice in this room. The live page compares the
 * same 20 ms levels with BARGE_IN_RMS_THRESHOLD. Null where there is no auto mode to use it.
 */
export function bargeInAdvice(
  { isHeard, peak }: Loopback,
  { AUTO_MODE_ENABLED, BARGE_IN_ENABLED: isOn, BARGE_IN_RMS_THRESHOLD: threshold }: Pick<
    Config,
    "AUTO_MODE_ENABLED" | "BARGE_IN_ENABLED" | "BARGE_IN_RMS_THRESHOLD"
  >,
): BargeInAdvice | null {
  if (!AUTO_MODE_ENABLED) return null;
  if (!isHeard) {
    const words = "Alba was not heard, so this check cannot tell whether barge-in would work.";
    return { words: isOn ? `${words} It is on: check again.` : words, attention: isOn };
  }
  const levels = `${peak.toFixed(3)} against ${threshold.toFixed(3)}`;
  if (peak < threshold) {
    const words = isOn
      ? `Barge-in is on, and with this loudspeaker only people are heard over Alba (${levels}).`
      : `With this loudspeaker barge-in would not hear Alba herself (${levels}): it may be switched ` +
        "on (BARGE_IN_ENABLED).";
    return { words, attention: false };
  }
  const words = isOn
    ? `Barge-in is on, and with this loudspeaker it hears Alba herself (${levels}): she would cut ` +
      "herself off. Turn the loudspeaker down or move it away, or switch BARGE_IN_ENABLED off."
    : `With this loudspeaker barge-in would hear Alba herself (${levels}): leave it off.`;
  return { words, attention: isOn };
}

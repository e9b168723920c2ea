import { createHash } from "node:crypto";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import type { Config } from "@/lib/config.ts";
import { type AutoModeSettings, autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { codeVersion } from "@/lib/consultation/code_version.ts";
import type { ConsultationMode } from "@/lib/protocol/shared.ts";

/** Null while AUTO_MODE_ENABLED is false: then nothing of auto mode exists (EN1). */
export function readAutoMode(config: Config, mode: ConsultationMode): AutoModeSettings | null {
  if (!config.AUTO_MODE_ENABLED) return null;
  const thresholds = autoSettingsOf(config, mode);
  return {
    thresholds,
    settingsHash: settingsHash(thresholds),
    codeVersion: codeVersion(),
    floor: {
      margin: config.AUTO_FLOOR_MARGIN,
      min: config.AUTO_FLOOR_MIN,
      max: config.AUTO_FLOOR_MAX,
    },
    traceS: config.AUTO_TRACE_S,
    calls: {
      officerMaxTokens: config.AUTO_OFFICER_MAX_TOKENS,
      topicMaxTokens: config.AUTO_TOPIC_MAX_TOKENS,
      rerankMaxTokens: config.AUTO_RERANK_MAX_TOKENS,
      rerankContextTurns: config.AUTO_RERANK_CONTEXT_TURNS,
      rerankMaxChars: config.AUTO_RERANK_MAX_CHARS,
    },
  };
}

/** SHA-256 of the thresholds in hexadecimal, whatever the order in which they are written down. */
export function settingsHash(thresholds: AutoSettings): string {
  const sorted = Object.entries(thresholdsOf(thresholds)).sort(([a], [b]) => a < b ? -1 : 1);
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

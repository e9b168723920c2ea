import type { Config } from "@/lib/config.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";

/**
 * Who judges the end of a patient's turn on this box, and what it costs (LA4); null while auto mode's
 * gate is shut. The figures are those of docs/decisions/models.md, simulated at the source's call times.
 */
export function turnJudgeWords(config: Config): string | null {
  if (!config.AUTO_MODE_ENABLED) return null;
  const { eotFallbackMs, hasShortServer, officer } = autoSettingsOf(config, "in_person");
  const silence = `${eotFallbackMs / 1000} s of silence`;
  if (officer === "model") {
    return hasShortServer
      ? "The model judges when a patient has finished. Short questions have a server or model of " +
        "their own, so that its answer comes in time in nearly every turn."
      : "The model judges when a patient has finished. With one server its answer waits behind " +
        `assessments and came before ${silence} in about 12 turns of 100; silence ends the others.`;
  }
  if (config.CDS_ENGINE === "rules") {
    return "The embedded rule judges from the last words when a patient has finished.";
  }
  return "The embedded rule judges from the last words when a patient has finished. A model on a " +
    "server of its own (CDS_SHORT_URL) hears more than the last words; on the one server it would " +
    "mostly answer too late.";
}

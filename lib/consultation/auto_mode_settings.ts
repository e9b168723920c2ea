import type { Config } from "@/lib/config.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import { waitFactor } from "@/lib/consultation/consultation_mode.ts";
import type { ConsultationMode } from "@/lib/protocol/shared.ts";
import type { FloorLimits } from "@/lib/auto/run_floor.ts";

/** What a consultation needs to run auto mode; there is none while the gate is shut (EN1). */
export interface AutoModeSettings {
  /** The thresholds of the controller. */
  readonly thresholds: AutoSettings;
  /** Names the thresholds: the same hash, the same thresholds (RE5). */
  readonly settingsHash: string;
  /** The build whose step it is. */
  readonly codeVersion: string;
  readonly floor: FloorLimits;
  readonly traceS: number;
  readonly calls: AutoCallLimits;
}

/** How long and how much the short calls may answer, in tokens, and what the re-ranker reads. */
export interface AutoCallLimits {
  readonly officerMaxTokens: number;
  readonly topicMaxTokens: number;
  readonly rerankMaxTokens: number;
  readonly rerankContextTurns: number;
  readonly rerankMaxChars: number;
}

/**
 * The settings as the controller takes them: times in ms, and who judges the ends of turns (TT3).
 * Over a telephone or through an interpreter Alba's waits for a silent room are longer (SK5).
 */
export function autoSettingsOf(
  config: Config,
  mode: ConsultationMode = "in_person",
): AutoSettings {
  const quietMs = (seconds: number) => seconds * 1000 * waitFactor(mode);
  const hasShortServer = config.CDS_ENGINE !== "rules" &&
    (config.CDS_SHORT_URL !== "" || config.CDS_SHORT_MODEL !== "");
  return {
    goldenMs: config.AUTO_GOLDEN_MINUTES_S * 1000,
    encouragerMinQuietMs: quietMs(config.AUTO_ENCOURAGER_MIN_QUIET_S),
    encouragerMaxUnanswered: config.AUTO_ENCOURAGER_MAX_UNANSWERED,
    eotQuietMs: quietMs(config.AUTO_EOT_QUIET_S),
    eotFallbackMs: quietMs(config.AUTO_EOT_FALLBACK_S),
    thinkThresholdMs: config.AUTO_THINK_THRESHOLD_S * 1000,
    officer: officerOf(config, hasShortServer),
    officerTimeoutMs: config.AUTO_OFFICER_TIMEOUT_S * 1000,
    officerMaxWaitMs: config.AUTO_OFFICER_MAX_WAIT_S * 1000,
    presynth: config.AUTO_PRESYNTH,
    presynthWaitMs: config.AUTO_PRESYNTH_WAIT_S * 1000,
    strictRevise: config.AUTO_STRICT_REVISE,
    topicTimeoutMs: config.AUTO_TOPIC_TIMEOUT_S * 1000,
    topicMatchThreshold: config.AUTO_TOPIC_MATCH_THRESHOLD,
    layMinSimilarity: config.AUTO_LAY_MIN_SIMILARITY,
    rerankTimeoutMs: config.AUTO_RERANK_TIMEOUT_S * 1000,
    actionMatchThreshold: config.AUTO_ACTION_MATCH_THRESHOLD,
    queueMax: config.AUTO_QUEUE_MAX,
    queueAbsentPasses: config.AUTO_QUEUE_ABSENT_PASSES,
    noAnswerGraceMs: quietMs(config.AUTO_NO_ANSWER_GRACE_S),
    shortCallsHoldMs: config.AUTO_SHORT_CALLS_HOLD_S * 1000,
    emptyWaitMs: config.AUTO_EMPTY_WAIT_S * 1000,
    enableRetries: config.AUTO_ENABLE_RETRIES,
    enableRetryWindowMs: config.AUTO_ENABLE_RETRY_WINDOW_S * 1000,
    quietReportAuditMs: config.AUTO_QUIET_REPORT_AUDIT_S * 1000,
    ear: config.AUTO_EAR,
    earHoldMs: quietMs(config.AUTO_EAR_HOLD_S),
    hasShortServer,
    bargeInRms: config.BARGE_IN_ENABLED ? config.BARGE_IN_RMS_THRESHOLD : null,
  };
}

/** One server would make every judgement wait behind a pass; there the rule judges (LA4). */
function officerOf(
  { AUTO_OFFICER, CDS_ENGINE }: Config,
  hasShortServer: boolean,
): AutoSettings["officer"] {
  if (CDS_ENGINE === "rules") return "rule";
  if (AUTO_OFFICER !== "auto") return AUTO_OFFICER;
  return hasShortServer ? "model" : "rule";
}

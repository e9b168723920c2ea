import { z } from "zod";
import { PHASES } from "@/lib/auto_phase.ts";
import { code, count, derivedId } from "@/lib/record/audit_fields.ts";
import { idColumn, utteranceId } from "@/lib/record/ids.ts";

/** Of a room's sound, RMS of full scale 1. */
const level = z.number().min(0).max(1);
const seconds = z.number().min(0);
const ms = z.number().min(0);
const similarity = z.number().min(0).max(1);
const phase = z.enum(PHASES);
/** A question of the standing queue, numbered in the order in which they came. */
const item = z.string().regex(/^q\d{1,6}$/);
const lack = z.enum(["ears", "recording", "record"]);
const items = z.array(item);
const alarms = z.array(derivedId);
/** The loop reads ten times a second and keeps at most 30 s (AUTO_TRACE_S). */
const trace = z.array(level).max(300);

/** The thresholds in force, by the names of `AutoSettings` (EN4). */
const thresholds = {
  golden_ms: ms,
  encourager_min_quiet_ms: ms,
  encourager_max_unanswered: count,
  eot_quiet_ms: ms,
  eot_fallback_ms: ms,
  think_threshold_ms: ms,
  officer: z.enum(["model", "rule"]),
  officer_timeout_ms: ms,
  officer_max_wait_ms: ms,
  presynth: z.boolean(),
  presynth_wait_ms: ms,
  strict_revise: z.boolean(),
  topic_timeout_ms: ms,
  topic_match_threshold: similarity,
  lay_min_similarity: similarity,
  rerank_timeout_ms: ms,
  action_match_threshold: similarity,
  queue_max: count,
  queue_absent_passes: count,
  no_answer_grace_ms: ms,
  short_calls_hold_ms: ms,
  empty_wait_ms: ms,
  enable_retries: count,
  enable_retry_window_ms: ms,
  quiet_report_audit_ms: ms,
  ear: z.enum(["off", "shadow", "on"]),
  ear_hold_ms: ms,
  has_short_server: z.boolean(),
  barge_in_rms: level.nullable(),
};

/** What the officer said of a span, null where nobody was heard in time. */
const verdict = {
  finished_thought: z.boolean().nullable(),
  handed_back: z.boolean().nullable(),
};

/** The start of a run, its end, and its way through the phases. */
const RUN_EVENTS = {
  /** Beside it as text: user agent, platform and the labels of microphone and loudspeaker. */
  "auto.enabled": z.strictObject({
    run: idColumn,
    floor: level,
    noise_floor_rms: level.nullable(),
    margin: z.number().min(0),
    floor_source: z.enum(["sound_check", "no_sound_check"]),
    floor_clamped: z.boolean(),
    sound_check_age_s: seconds.nullable(),
    disclosure_given: z.boolean(),
    invitation_given: z.boolean(),
    ...thresholds,
  }),
  /** The last three where the room was too loud to start in. */
  "auto.disabled": z.strictObject({
    reason: code,
    phase,
    rms: level.nullish(),
    floor: level.nullish(),
    attempts: count.nullish(),
  }),
  "auto.enable_retry": z.strictObject({
    phrase: code,
    attempt: count,
    rms: level.nullable(),
    floor: level,
    quiet_s: seconds,
  }),
  /** With the exit of the golden minutes goes the turn's end that made it (GO5). */
  "auto.phase": z.strictObject({
    from: phase,
    to: phase,
    trigger: code,
    by: z.enum(["verdict", "quiet_fallback"]).nullish(),
    quiet_s: seconds.nullish(),
    golden_s: seconds.nullish(),
    finished_thought: z.boolean().nullish(),
    handed_back: z.boolean().nullish(),
  }),
  "auto.golden_window_ran": z.strictObject({
    reason: z.enum(["elapsed", "unanswered_encouragers"]),
    golden_s: seconds,
    window_s: seconds,
    encouragers: count,
    unanswered: count,
  }),
  /** Alba says nothing new for want of what she listens by, and goes on when it is back. */
  "auto.waits": z.strictObject({ lack, phase }),
  "auto.goes_on": z.strictObject({ lack, phase, lacked_ms: ms }),
  "auto.handover": z.strictObject({ requested_by: z.enum(["agenda", "doctor"]), phase }),
  "auto.doctor_handover": z.strictObject({ via: z.enum(["control", "tap"]), phase }),
  /** Beside it as text: what was tapped and what it displaced. */
  "auto.doctor_tap": z.strictObject({
    utterance: utteranceId,
    kind: z.enum(["phrase", "question"]),
    phrase: code.nullable(),
    item: item.nullable(),
    phase,
    confirmed: z.boolean(),
    displaced: item.nullable(),
  }),
};

/** Whose turn it is. */
const TURN_EVENTS = {
  "auto.quiet_report": z.strictObject({
    quiet_s: seconds,
    /** Null from a page that counts none. */
    span: count.nullable(),
    since: z.enum(["speech", "playback"]),
    rms: level,
    floor: level,
    fresh: z.boolean(),
    phase,
  }),
  "auto.officer_verdict": z.strictObject({
    call: count,
    by: z.enum(["rule", "model"]),
    quiet_s: seconds,
    span: count,
    phase,
    golden_s: seconds.nullable(),
    ...verdict,
    failure: code.nullable(),
    elapsed_ms: ms,
    deferred: z.boolean(),
    stale: z.boolean(),
    /** The phase that it led to, or the end of a turn; null when it changed nothing. */
    transition: z.union([phase, z.literal("turn_ended")]).nullable(),
    ear_finished: z.number().min(0).max(1).nullish(),
  }),
  "auto.officer_failed": z.strictObject({
    call: count,
    reason: code,
    quiet_s: seconds,
    phase,
    elapsed_ms: ms,
  }),
  "auto.officer_deferred": z.strictObject({
    quiet_s: seconds,
    phase,
    pass_version: count.nullable(),
    max_wait_s: seconds,
  }),
  "auto.turn_ended": z.strictObject({
    by: z.enum(["verdict", "quiet_fallback"]),
    quiet_s: seconds,
    phase,
    answer: z.boolean(),
    ...verdict,
    trace,
    trace_step_ms: count,
    trace_quiet_s: seconds,
    trace_age_ms: ms,
    ear_finished: z.number().min(0).max(1).nullish(),
  }),
  "auto.thinking": z.strictObject({
    reason: z.enum(["empty_queue", "slow_preparation"]),
    quiet_s: seconds,
    since_turn_end: seconds,
    pending: count,
    pass_in_flight: z.boolean(),
  }),
  /** The words that are said again stand beside it as text. */
  "auto.reask_no_answer": z.strictObject({
    utterance: utteranceId,
    item: item.nullish(),
    quiet_s: seconds,
    grace_s: seconds,
    /** Nobody spoke, or what was said became no words; rows of before know only silence. */
    reason: z.enum(["silence", "no_words"]).optional(),
  }),
};

/** The standing queue; a question's own words stand beside its row as text. */
const QUEUE_EVENTS = {
  "auto.queue_merged": z.strictObject({
    version: count,
    seeded: z.boolean(),
    added: count,
    refreshed: count,
    discarded: count,
    dropped_absent: count,
    capped: count,
    pending: count,
  }),
  "auto.queue_dropped_absent": z.strictObject({ item, absent: count, version: count }),
  "auto.queue_capped": z.strictObject({ item, version: count }),
  "auto.queue_consumed": z.strictObject({
    item,
    by: z.enum(["auto", "tap"]),
    utterance: utteranceId,
    wording: z.enum(["verbatim", "lay", "template"]),
    lay_similarity: similarity.nullish(),
  }),
  "auto.queue_answered": z.strictObject({ item }),
  "auto.queue_requeued": z.strictObject({ item, reason: code }),
  "auto.queue_dropped": z.strictObject({ item, reason: code }),
  /** Why each was dropped stands beside it as text. */
  "auto.queue_reranked": z.strictObject({
    before: items,
    order: items,
    drops: items,
    ignored: count,
    ms,
    protected: items,
  }),
  "auto.rerank_failed": z.strictObject({ reason: code, outcome: code.nullable(), elapsed_ms: ms }),
  "auto.rerank_skipped": z.strictObject({ reason: z.enum(["pass_in_flight", "no_new_turns"]) }),
  /** Both wordings stand beside it as text. */
  "auto.lay_rejected": z.strictObject({ similarity, threshold: similarity }),
  "auto.presynth_fallback": z.strictObject({ item: item.nullable(), waited_ms: ms }),
  "auto.question_latency": z.strictObject({
    utterance: utteranceId,
    item: item.nullable(),
    turn_end_to_issue_ms: ms.nullish(),
    issue_to_speech_ms: ms,
    turn_end_to_speech_ms: ms.nullish(),
    reask: z.boolean(),
  }),
};

/** Two actions that were compared; their words stand beside the row as text. */
const comparison = {
  alarm: derivedId,
  score: similarity,
  exact: z.boolean(),
  threshold: similarity,
  version: count,
};

const URGENCY_EVENTS = {
  "auto.paused": z.strictObject({
    /** The phase that it returns to. */
    phase,
    alarms,
    /** Null where the alarm was open before the run came this far (UR13). */
    snapshot: derivedId.nullable(),
    version: count.nullable(),
    source: z.enum(["model", "rule"]).nullable(),
    widened: z.boolean(),
  }),
  "auto.acknowledged": z.strictObject({ by: z.enum(["resume", "takeover"]), alarms }),
  "auto.resumed": z.strictObject({ phase, alarms, paused_ms: ms }),
  "auto.takeover": z.strictObject({ phase, alarms, paused_ms: ms }),
  "auto.repause_skipped_acknowledged": z.strictObject(comparison),
  "auto.action_matched": z.strictObject(comparison),
  "auto.repause_suppressed": z.strictObject({ version: count, alarms }),
};

/** Every event of auto mode (RE4); a kind that is not here cannot be written. */
export const AUTO_AUDIT_EVENTS = {
  ...RUN_EVENTS,
  ...TURN_EVENTS,
  ...QUEUE_EVENTS,
  ...URGENCY_EVENTS,
  /** The page heard somebody before it played: nothing was said (SP10). */
  "speech.politeness_abort": z.strictObject({
    utterance: utteranceId,
    rms: level.nullable(),
    floor: level.nullable(),
  }),
};

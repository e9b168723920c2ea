import * as z from "zod/mini";
import { id, speechRef } from "@/lib/protocol/shared.ts";

/**
 * What live page and service say to each other about auto mode. With the gate off (EN1) the page
 * sends none of it, and the service refuses each as a message that it does not know.
 */

const words = z.string();
const seconds = z.number().check(z.gte(0), z.lte(86_400));
/** RMS of full scale 1. */
const level = z.number().check(z.gte(0), z.lte(1));
const label = z.string().check(z.maxLength(200));

/** The loop reads ten times a second and keeps at most 30 s (AUTO_TRACE_S). */
const MAX_TRACE = 300;

/** TT1: measured on the page, judged by the service. */
const quiet = z.strictObject({
  type: z.literal("quiet"),
  quiet_s: seconds,
  /** Rises at the patient's speech and at the end of Alba's playback; a page may count none (TT2). */
  span: z.optional(z.number().check(z.int(), z.gte(0))),
  since: z.enum(["speech", "playback"]),
  rms: level,
  floor: level,
  trace: z.array(level).check(z.maxLength(MAX_TRACE)),
  trace_step_ms: z.number().check(z.int(), z.gte(10), z.lte(1000)),
  /** The newest capture frame's number, so that audio time and server time are one (TT3). */
  frame: z.number().check(z.int(), z.gte(0)),
});
const autoToggle = z.strictObject({
  type: z.literal("auto_toggle"),
  on: z.boolean(),
  platform: label,
  input_label: label,
});
const autoHandover = z.strictObject({ type: z.literal("auto_handover") });
const alarmIds = z.array(id).check(z.maxLength(100));
/** Covers exactly the alarms that the banner displayed, which may be none any more (UR2). */
const autoResume = z.strictObject({ type: z.literal("auto_resume"), alarm_ids: alarmIds });
const autoTakeover = z.strictObject({ type: z.literal("auto_takeover"), alarm_ids: alarmIds });

export const AUTO_PAGE_MESSAGES = [
  quiet,
  autoToggle,
  autoHandover,
  autoResume,
  autoTakeover,
] as const;

export const AUTO_PAGE_TYPES = [
  "quiet",
  "auto_toggle",
  "auto_handover",
  "auto_resume",
  "auto_takeover",
] as const;

export const autoPhase = z.enum([
  "OFF",
  "DISCLOSURE",
  "INVITATION",
  "GOLDEN",
  "OPEN",
  "CLOSED",
  "HANDOVER",
  "PAUSED_URGENT",
  "TAKEN_OVER",
]);
export type AutoPhase = z.infer<typeof autoPhase>;

export const autoAction = z.strictObject({ id, action: words });
export type AutoAction = z.infer<typeof autoAction>;

const plan = z.enum(["preparing", "queued", "idle"]);

/** What the page needs to measure and to count down; part of every snapshot while the gate is on. */
export const autoConfig = z.strictObject({
  /** Reporter and politeness abort compare with this one number (TT10). */
  floor: level,
  golden_s: seconds,
  /** Quiet is reported when it crosses each of these, s, and every half second after the first. */
  thresholds_s: z.array(seconds),
  trace_s: seconds,
});
export type AutoConfig = z.infer<typeof autoConfig>;

export const autoView = z.strictObject({
  config: autoConfig,
  on: z.boolean(),
  starting: z.boolean(),
  phase: autoPhase,
  /** The phase that an urgency pause interrupted; null while there is none. */
  paused_from: z.nullable(autoPhase),
  /** Of the golden window, ms; it runs on while `golden_runs`. */
  golden_spent_ms: z.number(),
  golden_runs: z.boolean(),
  plan,
  plan_text: z.nullable(words),
  /** Every alarm that the pause waits for; empty while not paused. */
  paused: z.array(autoAction),
  standing: z.array(autoAction),
  /** Why auto mode went off by itself, in words. */
  words: z.nullable(words),
});
export type AutoView = z.infer<typeof autoView>;

const autoToggled = z.strictObject({
  type: z.literal("auto_toggled"),
  on: z.boolean(),
  starting: z.boolean(),
  words: z.nullable(words),
  config: autoConfig,
});
const autoPhaseMessage = z.strictObject({
  type: z.literal("auto_phase"),
  phase: autoPhase,
  golden_spent_ms: z.number(),
  golden_runs: z.boolean(),
});
const autoPlan = z.strictObject({
  type: z.literal("auto_plan"),
  plan,
  text: z.nullable(words),
});
const autoPaused = z.strictObject({
  type: z.literal("auto_paused"),
  actions: z.array(autoAction),
});
const autoStanding = z.strictObject({
  type: z.literal("auto_standing"),
  actions: z.array(autoAction),
});
const autoEnded = z.strictObject({
  type: z.literal("auto_ended"),
  reason: z.enum(["handover", "takeover", "urgent"]),
});
/** Like `speak_ready`, said by Alba herself; the page reads the room once more before it plays (SP10). */
const autoSpeak = z.strictObject({
  type: z.literal("auto_speak"),
  utterance_id: id,
  ref: speechRef,
  text: z.string(),
  url: z.string(),
  duration_s: seconds,
  /** No new quiet span begins at its end. */
  keeps_span: z.boolean(),
});
/** A question is planned: the doctor chooses whose is asked (DW3). */
const speakConfirm = z.strictObject({
  type: z.literal("speak_confirm"),
  ref: speechRef,
  queued_text: words,
});
const speakConfirmGone = z.strictObject({ type: z.literal("speak_confirm_gone") });

export const AUTO_SERVER_MESSAGES = [
  autoToggled,
  autoPhaseMessage,
  autoPlan,
  autoPaused,
  autoStanding,
  autoEnded,
  autoSpeak,
  speakConfirm,
  speakConfirmGone,
] as const;

import * as z from "zod/mini";
import { PHASES } from "@/lib/auto_phase.ts";
import { id, speechRef } from "@/lib/protocol/shared.ts";

/** What the service says to a live page about auto mode; nothing of it while the gate is off (EN1). */

const words = z.string();
export const seconds = z.number().check(z.gte(0), z.lte(86_400));
/** RMS of full scale 1. */
export const level = z.number().check(z.gte(0), z.lte(1));
const phase = z.enum(PHASES);

export const autoAction = z.strictObject({ id, action: words });
export type AutoAction = z.infer<typeof autoAction>;

const plan = z.enum(["preparing", "queued", "idle", "handing_over"]);

/** What the page needs to measure and to count down; part of every snapshot while the gate is on. */
export const autoConfig = z.strictObject({
  /** Reporter and politeness abort compare with this one number (TT10). */
  floor: level,
  golden_s: seconds,
  /** Quiet is reported when it crosses each of these, s, and every half second after the first. */
  thresholds_s: z.array(seconds),
  trace_s: seconds,
  /** Speech of this level over Alba's voice silences her (DW4); null: nothing of it is measured. */
  barge_in_rms: z.nullable(level),
});
export type AutoConfig = z.infer<typeof autoConfig>;

export const autoView = z.strictObject({
  config: autoConfig,
  on: z.boolean(),
  starting: z.boolean(),
  phase,
  /** The phase that an urgency pause interrupted; null while there is none. */
  paused_from: z.nullable(phase),
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
  phase,
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

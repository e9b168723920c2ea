import * as z from "zod/mini";
import { level, seconds } from "@/lib/protocol/auto_messages.ts";
import { id } from "@/lib/protocol/shared.ts";

/**
 * What a live page says to the service about auto mode. With the gate off (EN1) the page sends none
 * of it, and the service refuses each as a message that it does not know. A file of its own, because
 * no page parses what it sends.
 */

const label = z.string().check(z.maxLength(200));

/** The loop reads ten times a second and keeps at most 30 s (AUTO_TRACE_S). */
const MAX_TRACE = 300;

/**
 * Spans are counted on in the service (a typed answer is one, too) and stand in audit rows, where
 * only whole numbers that are exact fit. A page that counts ten a second gets here in 3,000 years.
 */
const MAX_SPAN = 1e12;

/** TT1: measured on the page, judged by the service. */
const quiet = z.strictObject({
  type: z.literal("quiet"),
  quiet_s: seconds,
  /** Rises at the patient's speech and at the end of Alba's playback; a page may count none (TT2). */
  span: z.optional(z.number().check(z.int(), z.gte(0), z.lte(MAX_SPAN))),
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
/**
 * That of the newest list of alarms which the page has displayed (UR14). A page that names none has
 * seen the words that stand at its tap.
 */
export const alarmSnapshot = z.optional(z.number().check(z.int(), z.gte(0)));
/** Covers exactly the alarms that the banner displayed, which may be none any more (UR2). */
const autoResume = z.strictObject({
  type: z.literal("auto_resume"),
  alarm_ids: alarmIds,
  snapshot: alarmSnapshot,
});
const autoTakeover = z.strictObject({
  type: z.literal("auto_takeover"),
  alarm_ids: alarmIds,
  snapshot: alarmSnapshot,
});

export const AUTO_PAGE_MESSAGES = [
  quiet,
  autoToggle,
  autoHandover,
  autoResume,
  autoTakeover,
] as const;

/** Ends that only auto mode brings about: the page declined (SP10), or somebody spoke over Alba (DW4). */
export const AUTO_END_REASONS: ReadonlySet<string> = new Set(["politeness_abort", "barge_in"]);

export const AUTO_PAGE_TYPES = [
  "quiet",
  "auto_toggle",
  "auto_handover",
  "auto_resume",
  "auto_takeover",
] as const;

import * as z from "zod/mini";
import {
  consentAnswer,
  id,
  MAX_TYPED_CHARACTERS,
  pageEndReason,
  speechRef,
} from "@/lib/protocol/shared.ts";
import { alarmSnapshot, AUTO_PAGE_MESSAGES } from "@/lib/protocol/auto_page_messages.ts";

/** What a live page may say to the service. Anything else is refused and the socket lives on. */

const label = z.string().check(z.maxLength(200));

const hello = z.strictObject({
  type: z.literal("hello"),
  version: z.number(),
  room: id,
  /** Random per browser tab and kept across its reloads: the same tab replaces its old socket. */
  client: id,
  /** The capture this page is in the middle of, after a dropped connection. */
  resume: z.optional(z.strictObject({ epoch: id })),
  /** Utterances whose playback began while the socket may have been down (SP8). */
  started_utterances: z.optional(z.array(id).check(z.maxLength(20))),
});

const capture = z.strictObject({
  type: z.literal("capture"),
  /** Names one unbroken numbering of frames; a reloaded page starts a new one at frame 0. */
  epoch: id,
  input_label: label,
  output_label: label,
  platform: label,
  constraints: z.strictObject({
    echo_cancellation: z.boolean(),
    noise_suppression: z.boolean(),
    auto_gain_control: z.boolean(),
  }),
  /** True when the browser has a voice that runs on this machine (SK2's second fallback). */
  local_voice: z.boolean(),
  /** `lockstep` is the headless feeder, whose audio clock may run slower or faster than time. */
  pace: z.enum(["live", "lockstep"]),
});

const captureStopped = z.strictObject({
  type: z.literal("capture_stopped"),
  reason: z.enum(["unplugged", "muted_by_system", "denied", "page_hidden", "failed"]),
});

const speak = z.strictObject({
  type: z.literal("speak"),
  ref: speechRef,
  /** The doctor's answer to `speak_confirm`: the planned question gives way (DW3). */
  confirm_displace: z.optional(z.boolean()),
});
const speakStarted = z.strictObject({ type: z.literal("speak_started"), utterance_id: id });
const speakEnded = z.strictObject({
  type: z.literal("speak_ended"),
  utterance_id: id,
  reason: pageEndReason,
  /** What the page read when it declined to play (SP10), or when somebody spoke over it (DW4). */
  rms: z.optional(z.number().check(z.gte(0), z.lte(1))),
});
/** The page cannot play what it was told to (SK2): the next fallback is tried. */
const speakUnavailable = z.strictObject({
  type: z.literal("speak_unavailable"),
  utterance_id: id,
  what: z.enum(["audio", "local_voice"]),
});
const cancelSpeak = z.strictObject({ type: z.literal("cancel_speak") });

const typed = z.strictObject({
  type: z.literal("typed"),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TYPED_CHARACTERS)),
  role: z.optional(z.enum(["doctor", "patient", "other"])),
});
/** Acknowledges exactly the alarms that the page displayed when it was tapped, as it did (UR2). */
const alarmAck = z.strictObject({
  type: z.literal("alarm_ack"),
  alarm_ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
  snapshot: alarmSnapshot,
});
/** Off the record until `resume` (CO6). */
const pause = z.strictObject({ type: z.literal("pause") });
const resume = z.strictObject({ type: z.literal("resume") });
/** The patient's answer to the disclosure; may be noted again when it changes. */
const consent = z.strictObject({ type: z.literal("consent"), answer: consentAnswer });
const takeControl = z.strictObject({ type: z.literal("take_control") });
const stop = z.strictObject({ type: z.literal("stop") });
const speakers = z.strictObject({
  type: z.literal("speakers"),
  count: z.union([z.number().check(z.int(), z.gte(1), z.lte(8)), z.literal("skip")]),
});
const ping = z.strictObject({ type: z.literal("ping") });

export const pageMessage = z.discriminatedUnion("type", [
  hello,
  capture,
  captureStopped,
  speak,
  speakStarted,
  speakEnded,
  speakUnavailable,
  cancelSpeak,
  typed,
  alarmAck,
  pause,
  resume,
  consent,
  takeControl,
  stop,
  speakers,
  ping,
  ...AUTO_PAGE_MESSAGES,
]);
export type PageMessage = z.infer<typeof pageMessage>;
export type PageMessageOf<T extends PageMessage["type"]> = Extract<PageMessage, { type: T }>;

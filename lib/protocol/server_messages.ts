import * as z from "zod/mini";
import {
  consentAnswer,
  consultationMode,
  endReason,
  id,
  speechRef,
} from "@/lib/protocol/shared.ts";
import { AUTO_SERVER_MESSAGES, autoView } from "@/lib/protocol/auto_messages.ts";
import { affectView } from "@/lib/protocol/affect.ts";

/** What the service says to a live page. The page parses it too: a half-updated box must show. */

const ms = z.number();
const words = z.string();

export const transcriptSegment = z.strictObject({
  id,
  start_ms: ms,
  end_ms: ms,
  text: z.string(),
  origin: z.enum(["heard", "typed"]),
  role: z.nullable(z.enum(["doctor", "patient", "other"])),
  low_confidence: z.boolean(),
});
export type TranscriptSegmentMessage = z.infer<typeof transcriptSegment>;

export const engineStatus = z.strictObject({
  state: z.enum(["starting", "ready", "catching_up", "restarting", "absent"]),
  words,
});
export type EngineStatus = z.infer<typeof engineStatus>;

/** The voice as the page shows it; `speaking` holds from playback's start to its end. */
export const speechStatus = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("idle") }),
  z.strictObject({ state: z.literal("preparing"), utterance_id: id, text: z.string() }),
  z.strictObject({ state: z.literal("ready"), utterance_id: id, text: z.string() }),
  z.strictObject({ state: z.literal("speaking"), utterance_id: id, text: z.string() }),
]);
export type SpeechStatus = z.infer<typeof speechStatus>;

export const captureStatus = z.discriminatedUnion("state", [
  /** No page is sending sound yet, or the one that did is gone; `since_ms` is audio time. */
  z.strictObject({ state: z.literal("waiting"), words }),
  z.strictObject({ state: z.literal("recording"), words }),
  /** Off the record: nothing is heard or written until somebody resumes (CO6). */
  z.strictObject({ state: z.literal("paused"), words }),
  /** Nothing more is written until somebody acts; the banner says what. */
  z.strictObject({ state: z.literal("halted"), words }),
]);
export type CaptureStatus = z.infer<typeof captureStatus>;

export const lifecycleState = z.enum(["live", "stopping", "finalising", "review", "approved"]);
export type LifecycleState = z.infer<typeof lifecycleState>;

export const agendaView = z.strictObject({
  version: z.number(),
  source: z.enum(["rule", "model"]),
  /** By the box's clock, which is the page's too where it is opened on the box. */
  landed_wall_ms: ms,
  /** The model's, so far; empty from the rules. */
  summary: words,
  questions: z.array(z.strictObject({ question: words, rationale: words, urgent: z.boolean() })),
  considerations: z.array(z.strictObject({
    condition: words,
    for: z.array(words),
    against: z.array(words),
  })),
});
export type AgendaView = z.infer<typeof agendaView>;

export const alarmView = z.strictObject({
  id,
  action: words,
  reason: words,
  quote: z.nullable(words),
  /** The question that the quoted words answer ("Yes."); null where they stand for themselves. */
  question: z.nullable(words),
  /** False when the quoted words do not stand in the transcript (CD6). */
  quote_found: z.boolean(),
  segment: z.nullable(id),
  source: z.enum(["rule", "model"]),
  raised_ms: ms,
  acknowledged: z.nullable(z.strictObject({ by: words, at_ms: ms })),
  arranged: z.boolean(),
});
/** Of the alarms that the message lists: an acknowledgement names it, so that the words of that moment
 * are what was seen (UR14). */
const snapshot = z.number();
export type AlarmView = z.infer<typeof alarmView>;

const state = z.strictObject({
  type: z.literal("state"),
  consultation: id,
  room: id,
  lifecycle: lifecycleState,
  /** Whether this page may record and act, or only watches (CO3). */
  in_control: z.boolean(),
  position_ms: ms,
  capture: captureStatus,
  speech: speechStatus,
  disclosure_spoken: z.boolean(),
  /** Null until an answer was noted. */
  consent: z.nullable(consentAnswer),
  mode: consultationMode,
  stt: engineStatus,
  tts: engineStatus,
  cds: engineStatus,
  committed: z.array(transcriptSegment),
  tentative: z.string(),
  agenda: agendaView,
  alarms: z.array(alarmView),
  snapshot,
  /** Quiet and speech are told apart at this level, RMS of full scale 1. */
  affect: z.nullable(affectView),
  floor: z.number(),
  silence_nudge_s: z.number(),
  /** Absent while AUTO_MODE_ENABLED is false (EN1). */
  auto: z.optional(autoView),
});

const transcript = z.strictObject({
  type: z.literal("transcript"),
  committed: z.array(transcriptSegment),
  tentative: z.string(),
});
/** A new version of what is worth asking; it replaces the one before. */
const agenda = z.strictObject({ type: z.literal("agenda"), agenda: agendaView });
/** All alarms so far, oldest first, whenever one was raised, acknowledged or arranged. */
const urgent = z.strictObject({
  type: z.literal("urgent"),
  alarms: z.array(alarmView),
  snapshot,
});
/** Once a second while recording: how far the recording and the ears are. */
const progress = z.strictObject({
  type: z.literal("progress"),
  position_ms: ms,
  heard_ms: ms,
  /** Last word spoken → text on the page, of the newest commit; null before the first. */
  commit_lag_ms: z.nullable(ms),
});
const captureMessage = z.strictObject({ type: z.literal("capture"), capture: captureStatus });
const consent = z.strictObject({
  type: z.literal("consent"),
  consent: z.nullable(consentAnswer),
});
/** How the patient sounds, by a model's pass; it moves the Face and nothing else (SK4). */
const affect = z.strictObject({ type: z.literal("affect"), affect: affectView });
const control = z.strictObject({ type: z.literal("control"), in_control: z.boolean() });
const engine = z.strictObject({
  type: z.literal("engine"),
  stt: engineStatus,
  tts: engineStatus,
  cds: engineStatus,
});
const speech = z.strictObject({
  type: z.literal("speech"),
  speech: speechStatus,
  disclosure_spoken: z.boolean(),
});
const speakReady = z.strictObject({
  type: z.literal("speak_ready"),
  utterance_id: id,
  ref: speechRef,
  text: z.string(),
  url: z.string(),
  duration_s: z.number(),
});
/** The browser's own on-device voice says a text that the server chose (SK2). */
const speakLocal = z.strictObject({
  type: z.literal("speak_local"),
  utterance_id: id,
  ref: speechRef,
  text: z.string(),
  max_s: z.number(),
  /** Alba's own: the page reads the room once more before it begins (SP10). */
  polite: z.optional(z.boolean()),
  /** As in `auto_speak`. */
  keeps_span: z.optional(z.boolean()),
});
/** Nobody can say it but the doctor: shown with Started and Done buttons (SK2). */
const speakAloud = z.strictObject({
  type: z.literal("speak_aloud"),
  utterance_id: id,
  ref: speechRef,
  text: z.string(),
  max_s: z.number(),
  /** As in `auto_speak`. */
  keeps_span: z.optional(z.boolean()),
});
const speakCancel = z.strictObject({
  type: z.literal("speak_cancel"),
  utterance_id: id,
  reason: endReason,
});
const speakRefused = z.strictObject({
  type: z.literal("speak_refused"),
  ref: z.nullable(speechRef),
  code: z.enum([
    "busy",
    "disclosure_first",
    "too_long",
    "not_in_control",
    "signed_out",
    "not_live",
    "paused",
    "raw_text",
    "unknown_question",
  ]),
  reason: words,
});
const lifecycle = z.strictObject({
  type: z.literal("lifecycle"),
  lifecycle: lifecycleState,
  /** While finalising: what is being done and how far, 0 to 1. */
  progress: z.nullable(z.strictObject({ words, share: z.number() })),
});
const error = z.strictObject({
  type: z.literal("error"),
  code: z.enum([
    "not_json",
    "unknown_message",
    "bad_frame",
    "too_large",
    "too_fast",
    "hello_first",
    "not_in_control",
    "signed_out",
    "not_live",
    "paused",
    "no_consent",
    "unknown_utterance",
    "storage",
  ]),
  message: words,
  in_reply_to: z.nullable(z.string()),
});
const pong = z.strictObject({ type: z.literal("pong") });
/** Why the service is about to close the socket (`CLOSE`); the page hangs up when it hears it. */
const closing = z.strictObject({ type: z.literal("closing"), code: z.number(), words });

export const serverMessage = z.discriminatedUnion("type", [
  state,
  transcript,
  agenda,
  urgent,
  progress,
  captureMessage,
  consent,
  affect,
  control,
  engine,
  speech,
  speakReady,
  speakLocal,
  speakAloud,
  speakCancel,
  speakRefused,
  lifecycle,
  error,
  pong,
  closing,
  ...AUTO_SERVER_MESSAGES,
]);
export type ServerMessage = z.infer<typeof serverMessage>;
export type ServerMessageOf<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;

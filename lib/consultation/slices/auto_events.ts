import { FRAME_SAMPLES, msToSamples } from "@/lib/audio/units.ts";
import type { AlarmNews, AutoEvent } from "@/lib/auto/auto_event.ts";
import { runFloor } from "@/lib/auto/run_floor.ts";
import type { AutoModeSettings } from "@/lib/consultation/auto_mode_settings.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import type { SliceInput, StepContext } from "@/lib/consultation/step_context.ts";
import type { AutoSlice } from "@/lib/consultation/slices/auto_state.ts";
import { answerEvent } from "@/lib/consultation/slices/auto_answers.ts";
import { isRefusal, phraseSaid } from "@/lib/consultation/slices/first_answer.ts";
import { withHeldBack } from "@/lib/consultation/slices/held_back.ts";
import { withAsk, withLine } from "@/lib/consultation/slices/said_turns.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";

/** What something that happened means for auto mode. */
export interface Translated {
  readonly state: AutoSlice;
  readonly events: readonly AutoEvent[];
  readonly effects: readonly SliceEffect[];
}

const isOn = ({ drive }: AutoSlice) => drive.core.run !== null;

function only(state: AutoSlice, ...events: AutoEvent[]): Translated {
  return { state, events, effects: [] };
}

/** What a run lacks is told when it changes, before anything else is. */
export function withSenses(
  state: AutoSlice,
  { lack }: StepContext,
): Pick<Translated, "state" | "events"> {
  if (lack === state.lack) return { state, events: [] };
  return { state: { ...state, lack }, events: [{ type: "senses", lack }] };
}

/**
 * The alarms as the one module has them (UR14), where the controller has them otherwise: it was told
 * nothing of those that rose while the gate was shut (UR13).
 */
function alarmsNow({ drive }: AutoSlice, { urgent }: StepContext): AutoEvent[] {
  const { open, standing } = drive.core.urgency;
  const isSame = sameAlarms(open, urgent.open) && sameAlarms(standing, urgent.standing);
  return isSame ? [] : [{ type: "alarms_settled", ...urgent }];
}

function sameAlarms(a: readonly AlarmNews[], b: readonly AlarmNews[]): boolean {
  return a.length === b.length &&
    a.every(({ action, id }, index) => b[index]?.id === id && b[index]?.action === action);
}

export function translate(
  state: AutoSlice,
  input: SliceInput,
  context: StepContext,
  auto: AutoModeSettings,
): Translated {
  return input.from === "outside"
    ? outside(state, input.event, context, auto)
    : inside(state, input.event, context);
}

function outside(
  state: AutoSlice,
  event: SessionEvent,
  context: StepContext,
  auto: AutoModeSettings,
): Translated {
  switch (event.type) {
    case "auto_begin":
      return begin(state, event, context, auto);
    case "auto_answer": {
      const { effects, event: answer } = answerEvent(event.answer, state.said, auto.thresholds);
      return { state, events: [answer], effects };
    }
    case "ear_scored":
      return isOn(state) ? only(state, event) : only(state);
    case "speech_ahead":
      return only(state, { type: "speech_prepared", token: event.token, ok: event.ok });
    case "ears":
      // "Decided" is more than "committed": it is also true of a silence (TT3).
      return event.event.type === "heard" && isOn(state)
        ? only(state, {
          type: "committed",
          throughSample: event.event.through,
          isPatient: false,
        })
        : only(state);
    case "recording_failed":
      return only({ ...state, position: event.position });
    case "resumed":
      return restarted(state, context);
    default:
      return only(state);
  }
}

function off(
  state: AutoSlice,
  reason: Extract<AutoEvent, { type: "toggle_off" }>["reason"],
): Translated {
  return isOn(state) ? only(state, { type: "toggle_off", reason }) : only(state);
}

/** Also without a run: what was being said, tapped or read has ended with the service that was. */
function restarted(state: AutoSlice, context: StepContext): Translated {
  const { events } = off(state, "restart");
  const asked = state.askedBefore === null ? [] : [state.askedBefore];
  const back: AutoEvent[] = [{ type: "restarted" }, ...events, ...asked];
  return only({ ...state, lack: null }, ...back, ...alarmsNow(state, context));
}

function begin(
  state: AutoSlice,
  event: Extract<SessionEvent, { type: "auto_begin" }>,
  context: StepContext,
  auto: AutoModeSettings,
): Translated {
  if (isOn(state)) return only(state);
  const { agendas, wallMs } = context;
  const { client, run, soundCheck } = event;
  const { questions = [], version = 0 } = agendas.at(-1) ?? {};
  return only(
    { ...state, soundCheck: soundCheck?.id ?? null },
    { type: "model", usable: state.modelUsable },
    ...alarmsNow(state, context),
    {
      type: "toggle_on",
      run,
      disclosureGiven: state.given.disclosure,
      invitationGiven: state.given.invitation,
      floor: runFloor(soundCheck, wallMs, auto.floor),
      client,
      agenda: { version, questions: withHeldBack(questions) },
    },
  );
}

/** What the doctor has had Alba ask between two runs is not asked again in the next (QU8, MA9). */
function asked(state: AutoSlice, question: string): Translated {
  if (isOn(state)) return only(state);
  const one = { question, topic: null, isAnswered: true };
  return only(state, { type: "asked_before", asked: [one], anythingElse: false });
}

function inside(state: AutoSlice, event: InnerEvent, context: StepContext): Translated {
  switch (event.type) {
    case "to_auto":
      return news(state, event.event);
    case "command":
      return command(state, event, context);
    case "segment":
      return said(state, event.segment, context);
    case "alba_asked":
      return asked({ ...state, said: withAsk(state.said) }, event.question);
    case "phrase_said":
      return only(phraseSaid(state, event.phrase));
    case "frame":
      return only({ ...state, sequence: event.sequence });
    case "audio": {
      const position = event.from + event.pcm.length;
      const frame = event.gap ? state.frame : { sequence: state.sequence, endSample: position };
      return only({ ...state, position, frame, soundAtMs: context.nowMs });
    }
    case "consent_given":
      return only({ ...state, isAgreed: true });
    case "control_lost":
      return isOn(state) ? only(state, { type: "page_lost" }) : only(state);
    case "paused":
      return off(state, "paused");
    case "stopping":
      return off(state, "stop");
    default:
      return only(state);
  }
}

/** What another slice has put as the controller takes it. */
function news(state: AutoSlice, event: AutoEvent): Translated {
  if (event.type === "model") return only({ ...state, modelUsable: event.usable }, event);
  const isAgenda = event.type === "pass_landed" || event.type === "agenda_shown";
  if (isAgenda && event.questions !== null) {
    return only(state, { ...event, questions: withHeldBack(event.questions) });
  }
  if (event.type !== "tap_held" || event.what.kind === "phrase") return only(state, event);
  const { index, version } = event.what;
  return only({ ...state, held: { agenda: { version, index } } }, event);
}

function command(
  state: AutoSlice,
  { freshId, message }: Extract<InnerEvent, { type: "command" }>,
  context: StepContext,
): Translated {
  switch (message.type) {
    case "quiet":
      return quiet(state, message, context);
    case "auto_handover":
      return only(state, { type: "handover_control" });
    case "auto_toggle": {
      if (!message.on) return off(state, "toggle");
      if (isOn(state)) return only(state);
      const { input_label: inputLabel, platform } = message;
      const effects = [{ type: "begin_auto", run: freshId, platform, inputLabel } as const];
      return { state, events: [], effects };
    }
    default:
      return only(state);
  }
}

/** The page's report, with its frame as a place of the recording and its span as one of ours. */
function quiet(
  before: AutoSlice,
  message: PageMessageOf<"quiet">,
  { nowMs }: StepContext,
): Translated {
  const pageSpan = message.span ?? null;
  const isNew = pageSpan === null || pageSpan !== before.pageSpan;
  const typedAtMs = isNew ? null : before.typedAtMs;
  const state = { ...before, pageSpan, typedAtMs };
  const heardMs = Math.round(message.quiet_s * 1000);
  return only(state, {
    type: "quiet",
    report: {
      quietMs: typedAtMs === null ? heardMs : Math.min(heardMs, Math.round(nowMs - typedAtMs)),
      span: pageSpan === null ? null : pageSpan + state.spansTyped,
      since: typedAtMs === null ? message.since : "speech",
      rms: message.rms,
      floor: message.floor,
      trace: message.trace,
      traceStepMs: message.trace_step_ms,
      atSample: sampleOf(state, message.frame, nowMs),
    },
  });
}

/**
 * A page that was away reports before it sends the sound of that time: its words are still to come, and
 * nobody has decided them. No sound is further on than time itself.
 */
function sampleOf(
  { frame, position, soundAtMs }: AutoSlice,
  sequence: number,
  nowMs: number,
): number {
  if (frame === null) return position;
  const at = frame.endSample - (frame.sequence - sequence) * FRAME_SAMPLES;
  const toCome = soundAtMs === null ? 0 : msToSamples(nowMs - soundAtMs);
  return Math.min(position + toCome, Math.max(0, at));
}

/** The doctor's own typing is nobody's answer. */
function said(
  before: AutoSlice,
  segment: TranscriptSegmentMessage,
  context: StepContext,
): Translated {
  const state = { ...before, said: withLine(before.said, segment) };
  const isPatient = segment.role === null || segment.role === "patient";
  const committed: AutoEvent = {
    type: "committed",
    throughSample: msToSamples(segment.end_ms),
    isPatient,
    ...(isPatient && isRefusal(state, segment) ? { refuses: true } : {}),
  };
  return segment.origin === "typed" && isPatient && isOn(state)
    ? typedAnswer(state, committed, context)
    : only(state, committed);
}

/** What was typed for the patient is a span of the patient's, as if it had just been spoken. */
function typedAnswer(before: AutoSlice, committed: AutoEvent, { nowMs }: StepContext): Translated {
  const state = { ...before, spansTyped: before.spansTyped + 1, typedAtMs: nowMs };
  return only(state, committed, {
    type: "quiet",
    report: {
      quietMs: 0,
      span: (state.pageSpan ?? 0) + state.spansTyped,
      since: "speech",
      rms: 0,
      floor: state.drive.core.run?.floor.floor ?? 0,
      trace: [],
      traceStepMs: 100,
      atSample: state.position,
    },
  });
}

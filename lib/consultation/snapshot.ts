import { samplesToMs } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { Alarm, AlarmsState } from "@/lib/alarms/alarm.ts";
import type { Agenda } from "@/lib/consultation/agenda.ts";
import type {
  AgendaView,
  AlarmView,
  EngineStatus,
  ServerMessage,
  ServerMessageOf,
} from "@/lib/protocol/server_messages.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import type { StepContext } from "@/lib/consultation/step_context.ts";
import { autoView } from "@/lib/consultation/slices/auto_state.ts";
import { speechStatus } from "@/lib/consultation/slices/voice_state.ts";

/** Everything a page needs to show this consultation, whatever it knew before (CO5). */
export function snapshot(
  state: SessionState,
  link: string,
  { nowMs, settings }: Pick<StepContext, "nowMs" | "settings">,
): ServerMessageOf<"state"> {
  const { auto } = settings;
  return {
    type: "state",
    consultation: settings.consultation,
    room: settings.room,
    lifecycle: state.lifecycle.phase,
    in_control: state.clients.controller === link,
    position_ms: samplesToMs(state.capture.position),
    capture: { state: state.capture.status, words: state.capture.words },
    speech: speechStatus(state.voice),
    disclosure_spoken: state.voice.arbiter.disclosureSpoken,
    consent: state.consent.answer,
    mode: settings.mode,
    stt: engineStatus(state.ears.engine),
    tts: engineStatus(state.voice.engine),
    cds: engineStatus(state.decisions.engine),
    committed: [...state.transcript.committed],
    tentative: state.transcript.tentative,
    agenda: agendaView(state.decisions.agenda),
    alarms: state.alarms.alarms.map(alarmView),
    snapshot: state.alarms.snapshot,
    affect: state.decisions.affect,
    floor: settings.floor,
    silence_nudge_s: settings.silenceNudgeS,
    ...(auto === null || state.auto === null ? {} : { auto: autoView(state.auto, auto, nowMs) }),
  };
}

export function engineStatus(engine: EngineState): EngineStatus {
  return { state: engine.state, words: engine.words };
}

function agendaView(agenda: Agenda): AgendaView {
  return {
    version: agenda.version,
    source: agenda.source,
    landed_wall_ms: agenda.landedWallMs,
    summary: agenda.summary,
    questions: agenda.questions.map((one) => ({ ...one })),
    considerations: agenda.considerations.map((one) => ({
      condition: one.condition,
      for: [...one.for],
      against: [...one.against],
    })),
  };
}

export function alarmView(alarm: Alarm): AlarmView {
  const { acknowledged } = alarm;
  return {
    id: alarm.id,
    action: alarm.action,
    reason: alarm.reason,
    quote: alarm.quote,
    question: alarm.question,
    quote_found: alarm.quoteFound,
    segment: alarm.segment,
    source: alarm.source,
    raised_ms: alarm.raisedMs,
    acknowledged: acknowledged === null ? null : { by: acknowledged.by, at_ms: acknowledged.atMs },
    arranged: alarm.arranged,
  };
}

export function agendaMessage(agenda: Agenda): ServerMessage {
  return { type: "agenda", agenda: agendaView(agenda) };
}

export function urgentMessage({ alarms, snapshot }: AlarmsState): ServerMessage {
  return { type: "urgent", alarms: alarms.map(alarmView), snapshot };
}

import { samplesToMs } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { SessionEffect, SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import type {
  AutoOutlook,
  Moment,
  SessionSettings,
  SliceInput,
  SliceResult,
  StepContext,
} from "@/lib/consultation/step_context.ts";
import type { Lack } from "@/lib/auto/auto_event.ts";
import { plannedText } from "@/lib/auto/plan.ts";
import { isPreparing, preparesAfterPass } from "@/lib/auto/view.ts";
import { alarmsSlice, urgentOutlook } from "@/lib/consultation/slices/alarms.ts";
import { admitted } from "@/lib/consultation/command_gate.ts";
import { autoSlice } from "@/lib/consultation/slices/auto.ts";
import { captureSlice } from "@/lib/consultation/slices/capture.ts";
import { clientsSlice } from "@/lib/consultation/slices/clients.ts";
import { consentSlice } from "@/lib/consultation/slices/consent.ts";
import { decisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import { earsSlice } from "@/lib/consultation/slices/ears.ts";
import { lifecycleSlice } from "@/lib/consultation/slices/lifecycle.ts";
import { linesSlice } from "@/lib/consultation/slices/lines.ts";
import { NOTHING_SAID } from "@/lib/consultation/slices/said_turns.ts";
import { transcriptSlice } from "@/lib/consultation/slices/transcript.ts";
import { voiceSlice } from "@/lib/consultation/slices/voice.ts";
import { engineStatus, snapshot } from "@/lib/consultation/snapshot.ts";

/** Pages see how far recording and ears are at this interval, ms. */
const PROGRESS_EVERY_MS = 1000;

const NO_OUTLOOK: AutoOutlook = {
  displaced: null,
  isPreparing: false,
  preparesAfterPass: false,
  said: NOTHING_SAID,
};

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

/**
 * One event through all slices, in the order of `docs/decisions/slices.md`. An inner event reaches
 * only the slices after the one that raised it, so a step always ends.
 */
export function step(
  state: SessionState,
  event: SessionEvent,
  moment: Moment & Pick<StepContext, "settings">,
): Step {
  const context: StepContext = {
    ...moment,
    agendas: state.decisions.agendas,
    outlook: outlookOf(state, moment.settings),
    urgent: urgentOutlook(state.alarms),
    lack: lackOf(state, moment),
  };
  const inner: InnerEvent[] = [];
  const inputs: SliceInput[] = [{ from: "outside", event }];
  const effects: SliceEffect[] = [];
  const raise = (raised: readonly InnerEvent[]) => {
    for (const entry of raised) {
      inner.push(entry);
      inputs.push({ from: "inside", event: entry });
    }
  };
  const run = <S>(slice: (s: S, i: SliceInput, c: StepContext) => SliceResult<S>, start: S): S => {
    let current = start;
    const raised: InnerEvent[] = [];
    for (const input of inputs) {
      const result = slice(current, input, context);
      current = result.state;
      if (result.effects.length > 0) effects.push(...result.effects);
      if (result.inner.length > 0) raised.push(...result.inner);
    }
    raise(raised);
    return current;
  };
  const clients = run(clientsSlice, state.clients);
  const lifecycle = run(lifecycleSlice, state.lifecycle);
  const isLive = lifecycle.phase === "live" || state.lifecycle.phase === "live";
  const gate = admitted(inner.splice(0), state, isLive);
  inputs.splice(1);
  raise(gate.inner);
  effects.push(...gate.effects);
  const next: SessionState = {
    clients,
    lifecycle,
    consent: run(consentSlice, state.consent),
    capture: run(captureSlice, state.capture),
    voice: run(voiceSlice, state.voice),
    ears: run(earsSlice, state.ears),
    transcript: run(transcriptSlice, state.transcript),
    lines: run(linesSlice, state.lines),
    decisions: run(decisionsSlice, state.decisions),
    alarms: run(alarmsSlice, state.alarms),
    auto: run(autoSlice, state.auto),
    progressAtMs: state.progressAtMs,
  };
  // A page that just joined needs the whole before it can follow the news of the same step.
  const all = [...snapshots(next, inner, context), ...effects, ...engineNews(state, next, context)];
  return withProgress(next, all, event, context);
}

function outlookOf({ auto }: SessionState, { auto: mode }: SessionSettings): AutoOutlook {
  if (auto === null || mode === null) return NO_OUTLOOK;
  const { drive: { core }, said } = auto;
  return {
    displaced: plannedText(core),
    isPreparing: isPreparing(core),
    preparesAfterPass: preparesAfterPass(core, mode.thresholds),
    said,
  };
}

/** An engine that is behind hears all the same, only later. */
function lackOf({ capture, ears }: SessionState, { isRecordStuck }: Moment): Lack | null {
  if (capture.status === "halted") return "recording";
  const { state } = ears.engine;
  if (state !== "ready" && state !== "catching_up") return "ears";
  return isRecordStuck ? "record" : null;
}

function engineNews(
  before: SessionState,
  after: SessionState,
  context: StepContext,
): SliceEffect[] {
  const changes: ["stt" | "tts" | "cds", EngineState, EngineState][] = [
    ["stt", before.ears.engine, after.ears.engine],
    ["tts", before.voice.engine, after.voice.engine],
    ["cds", before.decisions.engine, after.decisions.engine],
  ];
  const changed = changes.filter(([, old, now]) =>
    old.state !== now.state || old.words !== now.words
  );
  if (changed.length === 0) return [];
  const audits = changed.flatMap(([engine, old, now]): SliceEffect[] => {
    if (old.state === now.state) return [];
    const kind = context.settings.engines[engine];
    const detail = { engine, kind, state: now.state };
    return [{ type: "audit", entry: { kind: "engine.changed", detail } }];
  });
  return [...audits, {
    type: "broadcast",
    message: {
      type: "engine",
      stt: engineStatus(after.ears.engine),
      tts: engineStatus(after.voice.engine),
      cds: engineStatus(after.decisions.engine),
    },
  }];
}

function snapshots(
  state: SessionState,
  inner: readonly InnerEvent[],
  context: StepContext,
): SliceEffect[] {
  return inner.flatMap((entry): SliceEffect[] =>
    entry.type === "joined"
      ? [{
        type: "send",
        link: entry.link,
        message: snapshot(state, entry.link, context),
      }]
      : []
  );
}

function withProgress(
  state: SessionState,
  effects: readonly SliceEffect[],
  event: SessionEvent,
  context: StepContext,
): Step {
  const due = event.type === "tick" && state.lifecycle.phase === "live" &&
    context.nowMs - state.progressAtMs >= PROGRESS_EVERY_MS;
  const progress: SliceEffect[] = due
    ? [{
      type: "broadcast",
      message: {
        type: "progress",
        position_ms: samplesToMs(state.capture.position),
        heard_ms: samplesToMs(state.ears.heardThrough),
        commit_lag_ms: state.ears.commitLagMs,
      },
    }]
    : [];
  return {
    state: due ? { ...state, progressAtMs: context.nowMs } : state,
    effects: [...effects, ...progress].flatMap((effect) => addressed(effect, state)),
  };
}

function addressed(effect: SliceEffect, state: SessionState): SessionEffect[] {
  if (effect.type !== "to_control") return [effect];
  const link = state.clients.controller;
  return link === null ? [] : [{ type: "send", link, message: effect.message }];
}

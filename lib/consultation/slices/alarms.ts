import { type Alarm, type AlarmsState, isOpen, isStanding } from "@/lib/alarms/alarm.ts";
import type { AlarmNews } from "@/lib/auto/auto_event.ts";
import { raiseAlarms, type Raised } from "@/lib/alarms/raise_alarms.ts";
import { acknowledgeAlarms, arrangeAlarms } from "@/lib/alarms/settle_alarms.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent, Person } from "@/lib/consultation/session_event.ts";
import { urgentMessage } from "@/lib/consultation/snapshot.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
  type UrgentOutlook,
} from "@/lib/consultation/step_context.ts";

/** The alarms of one consultation, through the one alarm module (UR14). */
export function alarmsSlice(
  state: AlarmsState,
  input: SliceInput,
  context: StepContext,
): SliceResult<AlarmsState> {
  if (input.from === "outside") return nothing(state);
  const { event } = input;
  if (event.type === "assessed") return assessed(state, event, context);
  if (event.type !== "command") return nothing(state);
  const clinician = event.by ?? context.settings.clinician;
  const { message } = event;
  switch (message.type) {
    case "alarm_ack":
      return acknowledged(state, message, clinician, context).result;
    case "auto_resume":
    case "auto_takeover": {
      // The same acknowledgement (UR14); auto mode then hears what is left of it.
      const { result, seen } = acknowledged(state, message, clinician, context);
      const type = message.type === "auto_resume" ? "resume" : "takeover";
      const event = { type, seen, open: newsOf(result.state, isOpen) } as const;
      return { ...result, inner: [{ type: "to_auto", event }, ...result.inner] };
    }
    default:
      return nothing(state);
  }
}

/** Alarms as auto mode and its banner name them. */
function newsOf({ alarms }: AlarmsState, keep: (alarm: Alarm) => boolean): AlarmNews[] {
  return alarms.filter(keep).map(({ action, id }) => ({ id, action }));
}

/** What waits for a doctor and what stands, for a run that begins or comes back (UR13). */
export function urgentOutlook(state: AlarmsState): UrgentOutlook {
  return { open: newsOf(state, isOpen), standing: newsOf(state, isStanding) };
}

function settledNews(state: AlarmsState): InnerEvent {
  return { type: "to_auto", event: { type: "alarms_settled", ...urgentOutlook(state) } };
}

function assessed(
  state: AlarmsState,
  event: Extract<InnerEvent, { type: "assessed" }>,
  context: StepContext,
): SliceResult<AlarmsState> {
  const snapshot = `${event.segment}-v${event.version}`;
  const raised = raiseAlarms(state, event.candidates, {
    snapshot,
    nowMs: context.wallMs,
    threshold: context.settings.actionMatchThreshold,
    newId: (index) => `${snapshot}-${index + 1}`,
  });
  const settled = arrangeAlarms(raised.state, event.arranged);
  const arranged = [...new Set([...raised.arranged, ...settled.changed])];
  const isNews = event.candidates.length > 0 || arranged.length > 0;
  const effects: SliceEffect[] = [];
  // The rules read every sentence: only what they found is kept. A pass of a model always is (UR9).
  if (event.candidates.length > 0 || event.source === "model") {
    const { candidates: actions, source, version } = event;
    const startedWallMs = event.startedWallMs ?? context.wallMs;
    effects.push({ type: "save_assessment", snapshot, version, source, startedWallMs, actions });
  }
  for (const alarm of raised.raised) {
    effects.push({ type: "save_alarm", alarm, version: event.version });
  }
  for (const alarm of reworded(settled.state, raised)) {
    effects.push({ type: "save_alarm_reworded", alarm });
  }
  effects.push(...arranged.map((alarm): SliceEffect => ({ type: "save_alarm_arranged", alarm })));
  if (raised.raised.length > 0 || arranged.length > 0 || raised.matched.length > 0) {
    effects.push({ type: "broadcast", message: urgentMessage(settled.state) });
  }
  return {
    state: settled.state,
    effects,
    inner: isNews ? assessedNews(event, raised, settled.state, snapshot) : [],
  };
}

/** What the assessment means for a run: what is new in it, and what was known already (UR5). */
function assessedNews(
  { candidates, source, version }: Extract<InnerEvent, { type: "assessed" }>,
  raised: Raised,
  state: AlarmsState,
  snapshot: string,
): InnerEvent[] {
  if (candidates.length === 0) return [settledNews(state)];
  const matched = raised.matched.map(({ alarm, candidate, match }) => {
    const known = state.alarms.find(({ id }) => id === alarm);
    return {
      alarm,
      candidate,
      matched: match.matched,
      score: match.score,
      exact: match.exact,
      acknowledged: known?.acknowledged !== null,
    };
  });
  const event = {
    type: "alarms",
    version,
    source,
    snapshot,
    raised: raised.raised.map(({ action, id }) => ({ id, action })),
    matched,
    open: newsOf(state, isOpen),
    standing: newsOf(state, isStanding),
  } as const;
  return [{ type: "to_auto", event }];
}

function reworded(state: AlarmsState, raised: Raised): Alarm[] {
  const ids = new Set(raised.matched.map(({ alarm }) => alarm));
  return state.alarms.filter(({ id }) => ids.has(id));
}

/** Covers exactly what the page displayed at the tap (UR2). */
function acknowledged(
  state: AlarmsState,
  message: PageMessageOf<"alarm_ack" | "auto_resume" | "auto_takeover">,
  clinician: Person,
  context: StepContext,
): { readonly result: SliceResult<AlarmsState>; readonly seen: readonly AlarmNews[] } {
  const by = { by: clinician.name, atMs: context.wallMs };
  const displayed = { ids: message.alarm_ids, snapshot: message.snapshot ?? null };
  const settled = acknowledgeAlarms(state, displayed, by);
  if (settled.changed.length === 0) return { result: nothing(state), seen: [] };
  const isSeen = ({ id }: Alarm) => settled.changed.includes(id);
  const saved = settled.state.alarms.filter(isSeen).map((alarm): SliceEffect => ({
    type: "save_alarm_acknowledged",
    alarm,
    clinician: clinician.id,
  }));
  const result: SliceResult<AlarmsState> = {
    state: settled.state,
    inner: [settledNews(settled.state)],
    effects: [...saved, { type: "broadcast", message: urgentMessage(settled.state) }],
  };
  return { result, seen: newsOf(settled.state, isSeen) };
}

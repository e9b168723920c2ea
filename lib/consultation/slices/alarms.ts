import type { Alarm, AlarmsState } from "@/lib/alarms/alarm.ts";
import { raiseAlarms, type Raised } from "@/lib/alarms/raise_alarms.ts";
import { acknowledgeAlarms, arrangeAlarms } from "@/lib/alarms/settle_alarms.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent, Person } from "@/lib/consultation/session_event.ts";
import { urgentMessage } from "@/lib/consultation/snapshot.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
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
  return event.type === "command" && event.message.type === "alarm_ack"
    ? acknowledged(state, event.message, event.by ?? context.settings.clinician, context)
    : nothing(state);
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
  if (event.candidates.length === 0 && arranged.length === 0) return nothing(state);
  const effects: SliceEffect[] = [];
  if (event.candidates.length > 0) {
    const { source, version } = event;
    effects.push({ type: "save_assessment", snapshot, version, source, actions: event.candidates });
  }
  for (const alarm of raised.raised) {
    effects.push({ type: "save_alarm", alarm, version: event.version });
  }
  for (const alarm of reworded(settled.state, raised)) {
    effects.push({ type: "save_alarm_reworded", alarm });
  }
  effects.push(...arranged.map((alarm): SliceEffect => ({ type: "save_alarm_arranged", alarm })));
  if (raised.raised.length > 0 || arranged.length > 0 || raised.matched.length > 0) {
    effects.push({ type: "broadcast", message: urgentMessage(settled.state.alarms) });
  }
  return { state: settled.state, effects, inner: [] };
}

function reworded(state: AlarmsState, raised: Raised): Alarm[] {
  const ids = new Set(raised.matched.map(({ alarm }) => alarm));
  return state.alarms.filter(({ id }) => ids.has(id));
}

/** Covers exactly what the page displayed at the tap (UR2). */
function acknowledged(
  state: AlarmsState,
  message: PageMessageOf<"alarm_ack">,
  clinician: Person,
  context: StepContext,
): SliceResult<AlarmsState> {
  const by = { by: clinician.name, atMs: context.wallMs };
  const settled = acknowledgeAlarms(state, message.alarm_ids, by);
  if (settled.changed.length === 0) return nothing(state);
  const saved = settled.changed.map((alarm): SliceEffect => ({
    type: "save_alarm_acknowledged",
    alarm,
    clinician: clinician.id,
  }));
  return {
    state: settled.state,
    inner: [],
    effects: [...saved, { type: "broadcast", message: urgentMessage(settled.state.alarms) }],
  };
}

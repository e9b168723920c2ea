import type { Acknowledgement, Alarm, AlarmsState } from "@/lib/alarms/alarm.ts";

export interface Settled {
  readonly state: AlarmsState;
  /** Ids of the alarms that changed. */
  readonly changed: readonly string[];
}

/**
 * Acknowledges exactly the alarms whose ids the page displayed at the tap (UR2): an alarm that was
 * raised while the finger was on its way stays open. Acknowledging twice changes nothing.
 */
export function acknowledgeAlarms(
  state: AlarmsState,
  displayed: readonly string[],
  acknowledged: Acknowledgement,
): Settled {
  return settle(
    state,
    (alarm) => displayed.includes(alarm.id) && alarm.acknowledged === null,
    (alarm) => ({ ...alarm, acknowledged }),
  );
}

/** Latches alarms whose action the transcript shows arranged (CD7). */
export function arrangeAlarms(state: AlarmsState, actions: readonly string[]): Settled {
  return settle(
    state,
    (alarm) => !alarm.arranged && alarm.wordings.some((wording) => actions.includes(wording.text)),
    (alarm) => ({ ...alarm, arranged: true }),
  );
}

function settle(
  state: AlarmsState,
  concerns: (alarm: Alarm) => boolean,
  change: (alarm: Alarm) => Alarm,
): Settled {
  const changed = state.alarms.filter(concerns).map((alarm) => alarm.id);
  if (changed.length === 0) return { state, changed };
  const alarms = state.alarms.map((alarm) => changed.includes(alarm.id) ? change(alarm) : alarm);
  return { state: { alarms }, changed };
}

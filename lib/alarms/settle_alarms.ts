import type { Acknowledgement, Alarm, AlarmsState } from "@/lib/alarms/alarm.ts";

export interface Settled {
  readonly state: AlarmsState;
  /** Ids of the alarms that changed. */
  readonly changed: readonly string[];
}

/** What a page displayed at the tap. */
export interface Displayed {
  readonly ids: readonly string[];
  /** The newest that had reached the page; null from a page that does not tell. */
  readonly snapshot: number | null;
}

/**
 * Acknowledges exactly the alarms that the page displayed at the tap, in the words that it displayed
 * (UR2): an alarm raised while the finger was on its way stays open, and one re-worded meanwhile
 * keeps the words that were seen. Acknowledging twice changes nothing.
 */
export function acknowledgeAlarms(
  state: AlarmsState,
  displayed: Displayed,
  acknowledged: Acknowledgement,
): Settled {
  return settle(
    state,
    (alarm) => alarm.acknowledged === null && seenAction(alarm, displayed) !== null,
    (alarm) => ({ ...alarm, acknowledged, action: seenAction(alarm, displayed) ?? alarm.action }),
  );
}

/** The words that the page showed an alarm in; null where it cannot have shown it. */
function seenAction({ action, id, shown }: Alarm, { ids, snapshot }: Displayed): string | null {
  if (!ids.includes(id)) return null;
  if (snapshot === null) return action;
  return shown.findLast(({ since }) => since <= snapshot)?.action ?? null;
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
  return { state: { ...state, alarms }, changed };
}

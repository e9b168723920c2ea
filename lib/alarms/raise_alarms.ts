import type { Alarm, AlarmCandidate, AlarmsState } from "@/lib/alarms/alarm.ts";
import { type ActionMatch, matchAction, readAction } from "@/lib/text/action_match.ts";

/** A candidate that was the same action as a known alarm, and how that was decided (UR5). */
export interface MatchedCandidate {
  readonly alarm: string;
  readonly candidate: string;
  readonly match: ActionMatch;
}

export interface Raised {
  readonly state: AlarmsState;
  /** The alarms that are new, in the order given. */
  readonly raised: readonly Alarm[];
  readonly matched: readonly MatchedCandidate[];
  /** Known alarms that this assessment shows arranged. */
  readonly arranged: readonly string[];
}

export interface RaiseContext {
  readonly snapshot: string;
  readonly nowMs: number;
  /** AUTO_ACTION_MATCH_THRESHOLD, 0 to 1. */
  readonly threshold: number;
  /** Names the alarms that turn out to be new; never repeats. */
  readonly newId: (index: number) => string;
}

/**
 * Takes in the urgent actions of one assessment. One that matches a known alarm, whatever became of
 * that one, joins it as a re-wording and the newest wording is shown; one that matches none is a new
 * alarm. Nothing is dropped.
 */
export function raiseAlarms(
  state: AlarmsState,
  candidates: readonly AlarmCandidate[],
  context: RaiseContext,
): Raised {
  const alarms = [...state.alarms];
  const raised: Alarm[] = [];
  const matched: MatchedCandidate[] = [];
  const arranged: string[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const wording = readAction(candidate.action);
    const match = matchAction(wording, alarms, context.threshold);
    const known = match === null ? undefined : alarms[match.index];
    if (match === null || known === undefined) {
      const alarm = newAlarm(candidate, context, index);
      alarms.push(alarm);
      raised.push(alarm);
      continue;
    }
    matched.push({ alarm: known.id, candidate: candidate.action, match });
    if (candidate.arranged && !known.arranged) arranged.push(known.id);
    alarms[match.index] = {
      ...known,
      action: candidate.action,
      wordings: match.exact ? known.wordings : [...known.wordings, wording],
      arranged: known.arranged || candidate.arranged,
    };
  }
  return { state: { alarms }, raised, matched, arranged };
}

function newAlarm(candidate: AlarmCandidate, context: RaiseContext, index: number): Alarm {
  const { arranged, ...said } = candidate;
  return {
    ...said,
    id: context.newId(index),
    snapshot: context.snapshot,
    raisedMs: context.nowMs,
    wordings: [readAction(candidate.action)],
    acknowledged: null,
    arranged,
  };
}

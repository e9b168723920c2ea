import type { Alarm, AlarmCandidate, AlarmsState } from "@/lib/alarms/alarm.ts";
import {
  type Action,
  type ActionMatch,
  exactMatch,
  matchAction,
  readAction,
} from "@/lib/text/action_match.ts";

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
 *
 * What one assessment lists side by side it tells apart: an alarm takes in one of its actions, the
 * nearest, and others only where they say the same (UR4, UR10). Without this "stop metformin" beside
 * "stop methotrexate" was the newest wording of it, and the first of the two was never seen.
 */
export function raiseAlarms(
  state: AlarmsState,
  candidates: readonly AlarmCandidate[],
  context: RaiseContext,
): Raised {
  const alarms = [...state.alarms];
  const displayed = state.snapshot + (candidates.length > 0 ? 1 : 0);
  const raised: Alarm[] = [];
  const matched: MatchedCandidate[] = [];
  const arranged: string[] = [];
  const read = candidates.map((candidate) => ({
    candidate,
    wording: readAction(candidate.action),
  }));
  const claims = claimed(state.alarms, read.map(({ wording }) => wording), context.threshold);
  for (const [index, { candidate, wording }] of read.entries()) {
    const match = claims[index] ?? exactMatch(wording, alarms);
    const known = match === null ? undefined : alarms[match.index];
    if (match === null || known === undefined) {
      const alarm = newAlarm(candidate, context, index, displayed);
      alarms.push(alarm);
      raised.push(alarm);
      if (alarm.arranged) arranged.push(alarm.id);
      continue;
    }
    matched.push({ alarm: known.id, candidate: candidate.action, match });
    const isArranged = known.arranged || mayArrange(candidate, known);
    if (isArranged && !known.arranged) arranged.push(known.id);
    const isKnownWording = known.wordings.some(({ text }) => text === candidate.action);
    // What a doctor has acknowledged keeps the words that were seen (UR2).
    const isShown = known.acknowledged === null && known.action !== candidate.action;
    alarms[match.index] = {
      ...known,
      action: isShown ? candidate.action : known.action,
      shown: isShown
        ? [...known.shown, { action: candidate.action, since: displayed }]
        : known.shown,
      wordings: isKnownWording ? known.wordings : [...known.wordings, wording],
      arranged: isArranged,
    };
  }
  return { state: { alarms, snapshot: displayed }, raised, matched, arranged };
}

/**
 * Which of the alarms known before it each action of an assessment is: what says the same first,
 * then the nearest pairs, an alarm once.
 */
function claimed(
  known: AlarmsState["alarms"],
  actions: readonly Action[],
  threshold: number,
): (ActionMatch | null)[] {
  const claims = actions.map((action) => exactMatch(action, known));
  const taken = new Set(claims.map((match) => match?.index));
  const near = actions.flatMap((action, place) =>
    claims[place] !== null ? [] : known.flatMap((alarm, index) => {
      const match = matchAction(action, [alarm], threshold);
      return match === null ? [] : [{ place, match: { ...match, index } }];
    })
  );
  for (const { place, match } of near.toSorted((a, b) => b.match.score - a.match.score)) {
    if (claims[place] !== null || taken.has(match.index)) continue;
    claims[place] = match;
    taken.add(match.index);
  }
  return claims;
}

/**
 * Whether an assessment may close an alarm. A model's word closes only a model's alarm, and only
 * with words of the transcript to show for it: the rules are the floor under it (CD9), and nothing
 * takes that floor away but the rules or a doctor.
 */
function mayArrange(candidate: AlarmCandidate, known: Pick<Alarm, "source">): boolean {
  if (!candidate.arranged) return false;
  return candidate.source === "rule" || (known.source === "model" && candidate.quoteFound);
}

function newAlarm(
  candidate: AlarmCandidate,
  context: RaiseContext,
  index: number,
  since: number,
): Alarm {
  const { arranged: _, ...said } = candidate;
  return {
    ...said,
    id: context.newId(index),
    snapshot: context.snapshot,
    raisedMs: context.nowMs,
    wordings: [readAction(candidate.action)],
    shown: [{ action: candidate.action, since }],
    acknowledged: null,
    arranged: mayArrange(candidate, candidate),
  };
}

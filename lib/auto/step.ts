import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import type { AutoSettings } from "@/lib/auto/auto_settings.ts";
import type { AutoState } from "@/lib/auto/auto_state.ts";
import { askedBeforeMachine } from "@/lib/auto/asked_before.ts";
import { flowMachine } from "@/lib/auto/flow.ts";
import { goldenMachine } from "@/lib/auto/golden.ts";
import { officerMachine } from "@/lib/auto/officer.ts";
import { planMachine } from "@/lib/auto/plan.ts";
import { queueMachine } from "@/lib/auto/queue.ts";
import { rerankMachine } from "@/lib/auto/rerank.ts";
import { sensesMachine } from "@/lib/auto/senses.ts";
import { spansMachine } from "@/lib/auto/spans.ts";
import { startMachine } from "@/lib/auto/start.ts";
import { switchOffMachine } from "@/lib/auto/switch_off.ts";
import { tapsMachine } from "@/lib/auto/taps.ts";
import { turnEndMachine } from "@/lib/auto/turn_end.ts";
import { unplayedMachine } from "@/lib/auto/unplayed.ts";
import { urgencyMachine } from "@/lib/auto/urgency.ts";
import { utteranceMachine } from "@/lib/auto/utterance.ts";
import { wordingMachine } from "@/lib/auto/wording.ts";
import { type Machine, Work } from "@/lib/auto/work.ts";

/**
 * The order in which the small machines see an event (MA11). Voice, senses and spans first, because
 * every other one asks who is speaking; an alarm before any flow; what the page shows last of all.
 */
const MACHINES: readonly Machine[] = [
  utteranceMachine,
  sensesMachine,
  spansMachine,
  unplayedMachine,
  switchOffMachine,
  startMachine,
  goldenMachine,
  urgencyMachine,
  queueMachine,
  askedBeforeMachine,
  tapsMachine,
  turnEndMachine,
  officerMachine,
  rerankMachine,
  wordingMachine,
  flowMachine,
];

/** More inner events than this from one outer event are a circle among the machines. */
const MOST_INNER_EVENTS = 100;

export interface AutoStep {
  readonly state: AutoState;
  readonly effects: readonly AutoEffect[];
}

/**
 * One event of auto mode (MA3). Pure: state, event and time in (`nowMs`, monotonic), state and effects
 * out; nothing here reads a clock, draws a number or waits. Throws `IllegalTransition` and
 * `QuestionInGolden` for mistakes of ours, never for what a page or a model sends.
 */
export function stepAuto(
  state: AutoState,
  event: AutoEvent,
  nowMs: number,
  settings: AutoSettings,
): AutoStep {
  const work = new Work(state, event, nowMs, settings);
  for (const machine of MACHINES) machine(work, event);
  for (let handled = 0; handled < work.raised.length; handled++) {
    if (handled >= MOST_INNER_EVENTS) throw new Error("Cannot finish a step: machines in a circle");
    const inner = work.raised[handled];
    if (inner === undefined) break;
    for (const machine of MACHINES) machine(work, inner);
  }
  planMachine(work, event);
  return { state: work.state, effects: work.effects };
}

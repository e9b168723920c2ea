import {
  type AgendaItem,
  agendaOf,
  type Consideration,
  considerationsOf,
  openFrames,
} from "@/lib/rules/agenda.ts";
import {
  alarmOf,
  type Arranged,
  arrangedActions,
  newlyRaised,
  type RulesAlarm,
} from "@/lib/rules/alarms.ts";
import { buildCatalogue, type Catalogue } from "@/lib/rules/catalogue.ts";
import { COMPLAINTS } from "@/lib/rules/complaints.ts";
import { listen } from "@/lib/rules/listening.ts";
import { INITIAL_RULES_STATE, type RulesSegment, type RulesState } from "@/lib/rules/state.ts";

/** What one more committed segment changed, and all that now holds. */
export interface RulesReading {
  readonly state: RulesState;
  /** Only the new ones; a flag is raised once in a consultation whatever is said later. */
  readonly alarms: readonly RulesAlarm[];
  readonly agenda: readonly AgendaItem[];
  readonly considerations: readonly Consideration[];
  /** Raised actions the transcript shows arranged; it only ever grows (CD7). */
  readonly arranged: readonly Arranged[];
}

export interface RulesEngine {
  readonly initial: RulesState;
  /** Pure: the same state and segment give the same reading. Never throws, on any text. */
  step(state: RulesState, segment: RulesSegment): RulesReading;
}

/** The embedded clinical rules (CD9). Building reads every phrase once; share the engine. */
export function createRulesEngine(
  catalogue: Catalogue = buildCatalogue(COMPLAINTS),
): RulesEngine {
  return {
    initial: INITIAL_RULES_STATE,
    step(before, segment) {
      const heard = listen(catalogue, before, segment);
      const raised = newlyRaised(catalogue, before, heard);
      const judged = { ...heard, raised: [...heard.raised, ...raised] };
      const state = { ...judged, frames: openFrames(catalogue, judged) };
      return {
        state,
        alarms: raised.flatMap((one) => alarmOf(catalogue, one)),
        agenda: agendaOf(catalogue, state),
        considerations: considerationsOf(catalogue, state),
        arranged: arrangedActions(catalogue, state),
      };
    },
  };
}

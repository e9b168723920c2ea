import type { AlarmCandidate } from "@/lib/alarms/alarm.ts";
import type { RulesEngine, RulesReading } from "@/lib/rules/engine.ts";
import type { RulesState } from "@/lib/rules/state.ts";
import { type Agenda, EMPTY_AGENDA, type Line, sameAgenda } from "@/lib/consultation/agenda.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import { agendaMessage } from "@/lib/consultation/snapshot.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** A page is a version or two behind when its tap arrives; older taps are refused in words. */
const KEPT_AGENDAS = 50;

/** What is worth asking, by the embedded rules on every committed line (CD9, UR10). */
export interface DecisionsSlice {
  readonly rules: RulesState;
  /** Segment of each line; a quote's line number leads to the words it came from. */
  readonly segments: readonly string[];
  readonly agenda: Agenda;
  /** The newest versions, this one last: a tap names the version it saw. */
  readonly agendas: readonly Agenda[];
  /** Counts agendas and assessments of this consultation together, as their rows are keyed. */
  readonly version: number;
}

/** Rebuilds what the rules had heard: the same lines give the same state. */
export function initialDecisions(
  engine: RulesEngine,
  lines: readonly Line[],
  version: number,
): DecisionsSlice {
  let state: DecisionsSlice = {
    rules: engine.initial,
    segments: [],
    agenda: EMPTY_AGENDA,
    agendas: [],
    version,
  };
  for (const line of lines) {
    const { reading, segments } = read(engine, state, line);
    const { agenda } = state;
    state = { ...state, rules: reading.state, segments, agenda: agendaOf(reading, agenda.version) };
  }
  const agenda = { ...state.agenda, version };
  return { ...state, agenda, agendas: [agenda] };
}

export function decisionsSlice(
  state: DecisionsSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  if (input.from === "outside" || input.event.type !== "line") return nothing(state);
  return heard(state, input.event.line, context);
}

function read(engine: RulesEngine, state: DecisionsSlice, line: Line) {
  const reading = engine.step(state.rules, {
    line: state.segments.length,
    text: line.text,
    role: line.role === "doctor" ? "D" : line.role === "patient" ? "P" : undefined,
  });
  return { reading, segments: [...state.segments, line.segment] };
}

function heard(
  state: DecisionsSlice,
  line: Line,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const { reading, segments } = read(context.settings.rules, state, line);
  const isUrgent = reading.alarms.length > 0;
  const next = { ...state, rules: reading.state, segments };
  const fresh = agendaOf(reading, state.version + 1);
  const isNew = !sameAgenda(fresh, state.agenda);
  const inner = assessed(next, reading, state.version + (isNew || isUrgent ? 1 : 0), line.segment);
  if (!isNew) {
    return { state: isUrgent ? { ...next, version: state.version + 1 } : next, effects: [], inner };
  }
  const effects: SliceEffect[] = [
    { type: "save_agenda", agenda: fresh },
    { type: "broadcast", message: agendaMessage(fresh) },
  ];
  const agendas = [...state.agendas.slice(-KEPT_AGENDAS + 1), fresh];
  return { state: { ...next, agenda: fresh, agendas, version: fresh.version }, effects, inner };
}

function agendaOf(reading: RulesReading, version: number): Agenda {
  return {
    version,
    source: "rule",
    questions: reading.agenda.map(({ question, rationale, urgent }) => ({
      question,
      rationale,
      urgent,
    })),
    considerations: reading.considerations,
  };
}

/** An alarm of the rules is raised at once and waits for no model (UR10). */
function assessed(
  state: DecisionsSlice,
  reading: RulesReading,
  version: number,
  segment: string,
): InnerEvent[] {
  if (reading.alarms.length === 0 && reading.arranged.length === 0) return [];
  const candidates = reading.alarms.map((alarm): AlarmCandidate => ({
    action: alarm.action,
    reason: alarm.reason,
    quote: alarm.quote,
    quoteFound: true,
    segment: state.segments[alarm.line] ?? segment,
    source: "rule",
    arranged: false,
  }));
  const arranged = reading.arranged.map(({ action }) => action);
  return [{ type: "assessed", source: "rule", version, segment, candidates, arranged }];
}

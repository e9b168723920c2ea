import type { AlarmCandidate } from "@/lib/alarms/alarm.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { RulesEngine, RulesReading } from "@/lib/rules/engine.ts";
import type { RulesState } from "@/lib/rules/state.ts";
import { type Agenda, EMPTY_AGENDA, type Line, sameAgenda } from "@/lib/consultation/agenda.ts";
import { ruleAgenda, ruleCandidates } from "@/lib/consultation/slices/rules_reading.ts";
import { decided } from "@/lib/consultation/slices/decided.ts";
import { showAgenda } from "@/lib/consultation/slices/show_agenda.ts";
import {
  agendaNews,
  autoPass,
  releaseGrowth,
  requestPass,
  wishPass,
} from "@/lib/consultation/slices/pass_wishes.ts";
import type { AffectView } from "@/lib/protocol/affect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import { isUsableModel } from "@/lib/consultation/usable_model.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** What is urgent and worth asking: by the rules on every sentence, and by a model's passes. */
export interface DecisionsSlice {
  readonly rules: RulesState;
  /** Everything said so far, in sentences; quotes and passes refer to their places. */
  readonly lines: readonly Line[];
  /** Places of the lines that an alarm of the rules rests on; no pass may lose them. */
  readonly flagged: ReadonlySet<number>;
  readonly agenda: Agenda;
  /** The newest versions, this one last: a tap names the version it saw. */
  readonly agendas: readonly Agenda[];
  /** The last number given to an agenda or an assessment of this consultation. */
  readonly version: number;
  /** The newest of the model's passes that has brought an agenda; 0 before the first. */
  readonly newestPass: number;
  /** What Alba has asked, and the last number given by then: an older pass knows nothing of it. */
  readonly albaAsked: readonly { readonly question: string; readonly atVersion: number }[];
  /** Characters since the last pass was wished for (CD2). */
  readonly grownChars: number;
  /** A pass of growth waits for auto mode's preparation (LA2). */
  readonly isGrowthHeld: boolean;
  readonly engine: EngineState;
  /** How the patient sounded in the newest pass that says so; null before. */
  readonly affect: AffectView | null;
  /** Off the record no pass is wished for (CO6). */
  readonly paused: boolean;
  /** What the rules find in the restored lines; offered to the alarms once, at the start. */
  readonly unraised: readonly AlarmCandidate[];
  /** Stop was tapped: one last pass may look, and no more are wished for. */
  readonly isOver: boolean;
}

/** What the record has of a consultation's decisions when its session is built. */
export interface RestoredDecisions {
  readonly version: number;
  /** Those that a tap or a queued question may still name, the newest last. */
  readonly agendas: readonly Agenda[];
  readonly engine: EngineState;
  readonly paused: boolean;
}

/** Rebuilds what the rules had heard: the same lines give the same state. */
export function initialDecisions(
  rules: RulesEngine,
  lines: readonly Line[],
  restored: RestoredDecisions,
): DecisionsSlice {
  const agenda = restored.agendas.at(-1) ?? EMPTY_AGENDA;
  let state: DecisionsSlice = {
    rules: rules.initial,
    lines: [],
    flagged: new Set(),
    agenda,
    agendas: restored.agendas.length === 0 ? [agenda] : restored.agendas,
    version: restored.version,
    newestPass: 0,
    albaAsked: [],
    grownChars: 0,
    isGrowthHeld: false,
    engine: restored.engine,
    affect: null,
    paused: restored.paused,
    unraised: [],
    isOver: false,
  };
  for (const line of lines) {
    const { next, reading } = read(rules, state, line);
    const candidates = ruleCandidates(next, reading, line.segment);
    state = { ...next, unraised: [...state.unraised, ...candidates] };
  }
  return { ...state, grownChars: 0 };
}

export function decisionsSlice(
  state: DecisionsSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  if (input.from === "inside") {
    switch (input.event.type) {
      case "line":
        return heard(state, input.event.line, context);
      case "alba_asked":
        return asked(state, input.event.question, context);
      case "stopping":
        return nothing({ ...state, isOver: true });
      case "paused":
        return {
          state: { ...state, paused: true },
          effects: [{ type: "cancel_passes" }],
          inner: [],
        };
      case "unpaused":
        return wishPass({ ...state, paused: false }, context);
      default:
        return nothing(state);
    }
  }
  switch (input.event.type) {
    case "decisions":
      return decided(state, input.event.event, context);
    case "auto_pass":
      return autoPass(state, input.event, context);
    case "tick":
      return releaseGrowth(state, context);
    case "resumed":
      return raiseRestored(state);
    case "flushed":
      return lastLook(state, context);
    case "finalised":
      return { state, effects: [{ type: "cancel_passes" }], inner: [] };
    default:
      return nothing(state);
  }
}

/**
 * A line may have been saved a moment before a crash and judged by nobody: what the rules find in
 * all that was restored is offered once more, and what is an alarm already joins itself.
 */
function raiseRestored(state: DecisionsSlice): SliceResult<DecisionsSlice> {
  const segment = state.lines.at(-1)?.segment;
  if (state.unraised.length === 0 || segment === undefined) return nothing(state);
  const version = state.version + 1;
  const candidates = state.unraised;
  return {
    state: { ...state, version, unraised: [] },
    effects: [],
    inner: [ruleAssessed({ version, segment, candidates, arranged: [] })],
  };
}

/** The last words come after Stop; a model looks at them once while the recording is finished. */
function lastLook(state: DecisionsSlice, context: StepContext): SliceResult<DecisionsSlice> {
  const mayLook = state.isOver && !state.paused && state.grownChars > 0;
  return mayLook ? requestPass(state, context, { reason: "growth" }) : nothing(state);
}

function read(
  rules: RulesEngine,
  state: DecisionsSlice,
  line: Line,
): { next: DecisionsSlice; reading: RulesReading } {
  const reading = rules.step(state.rules, {
    line: state.lines.length,
    text: line.text,
    role: line.role === "doctor" ? "D" : line.role === "patient" ? "P" : undefined,
  });
  const evidence = reading.alarms.flatMap((alarm) => alarm.evidence.map((one) => one.line));
  const flagged = evidence.length === 0 ? state.flagged : new Set([...state.flagged, ...evidence]);
  const lines = [...state.lines, line];
  const grownChars = state.grownChars + line.text.length;
  return { next: { ...state, rules: reading.state, lines, flagged, grownChars }, reading };
}

function heard(
  before: DecisionsSlice,
  line: Line,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const { next, reading } = read(context.settings.rules, before, line);
  const agenda = ruleAgenda(reading, before.version + 1, context.wallMs);
  // A model that works decides what is worth asking; the rules stay the floor for what is urgent.
  const isShown = !hasModelAgenda(before) && !sameAgenda(agenda, before.agenda);
  const isUrgent = reading.alarms.length > 0;
  const version = before.version + (isShown || isUrgent ? 1 : 0);
  const shown = isShown ? showAgenda({ ...next, version }, agenda) : nothing({ ...next, version });
  const wished = wishPass(shown.state, context);
  return {
    state: wished.state,
    effects: [...shown.effects, ...wished.effects],
    inner: [
      ...(isShown ? ruleNews(before, agenda, context) : []),
      ...ruleAssessment(next, reading, version, line.segment),
    ],
  };
}

/**
 * The rules hear Alba's question as the doctor's: it leaves the agenda, and a "yes" answers it. It
 * is no line of the transcript, so that no pass reads it (CD1).
 */
function asked(
  state: DecisionsSlice,
  question: string,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const line = state.lines.length;
  const reading = context.settings.rules.step(state.rules, { line, text: question, role: "D" });
  const albaAsked = [...state.albaAsked, { question, atVersion: state.version }];
  const next = { ...state, rules: reading.state, albaAsked };
  if (hasModelAgenda(state)) {
    const left = state.agenda.questions.filter((one) => one.question !== question);
    if (left.length === state.agenda.questions.length) return nothing(next);
    const version = state.version + 1;
    return showAgenda({ ...next, version }, { ...state.agenda, version, questions: left });
  }
  const agenda = ruleAgenda(reading, state.version + 1, context.wallMs);
  const isNew = !sameAgenda(agenda, state.agenda);
  if (!isNew) return nothing(next);
  const shown = showAgenda({ ...next, version: agenda.version }, agenda);
  return { ...shown, inner: ruleNews(state, agenda, context) };
}

/**
 * Without a model the rules' newest agenda is what auto mode asks from (QU2). With one it is asked from,
 * too, as long as the page shows it: a slow model's first pass may never land (QF8).
 */
function ruleNews(
  { engine }: DecisionsSlice,
  agenda: Agenda,
  { settings }: StepContext,
): InnerEvent[] {
  if (!isUsableModel(engine, settings.engines.cds)) return agendaNews(agenda);
  const { questions, version } = agenda;
  return [{ type: "to_auto", event: { type: "agenda_shown", version, questions } }];
}

function hasModelAgenda({ agenda, engine }: DecisionsSlice): boolean {
  return agenda.source === "model" && (engine.state === "ready" || engine.state === "catching_up");
}

/** An alarm of the rules is raised at once and waits for no model (UR10). */
function ruleAssessment(
  state: DecisionsSlice,
  reading: RulesReading,
  version: number,
  segment: string,
): InnerEvent[] {
  if (reading.alarms.length === 0 && reading.arranged.length === 0) return [];
  const candidates = ruleCandidates(state, reading, segment);
  const arranged = reading.arranged.map(({ action }) => action);
  return [ruleAssessed({ version, segment, candidates, arranged })];
}

type Assessed = Extract<InnerEvent, { type: "assessed" }>;

function ruleAssessed(
  found: Pick<Assessed, "arranged" | "candidates" | "segment" | "version">,
): Assessed {
  return { type: "assessed", source: "rule", startedWallMs: null, ...found };
}

import {
  type Alarm,
  type AlarmCandidate,
  type AlarmsState,
  NO_ALARMS,
} from "@/lib/alarms/alarm.ts";
import { raiseAlarms } from "@/lib/alarms/raise_alarms.ts";
import { arrangeAlarms } from "@/lib/alarms/settle_alarms.ts";
import { type Clock, systemClock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import type { AgendaQuestion } from "@/lib/models/calls/assessment.ts";
import type { TranscriptLine } from "@/lib/models/calls/transcript_lines.ts";
import type { ChosenModels } from "@/lib/models/choose_models.ts";
import { createDecisions } from "@/lib/models/create_decisions.ts";
import type { Decisions, DecisionsEvent } from "@/lib/models/decisions.ts";
import { createRulesEngine, type RulesReading } from "@/lib/rules/engine.ts";
import type { RulesSegment } from "@/lib/rules/state.ts";
import type { CdsCall, CdsRun, UrgentAction } from "./cds.ts";

type Landed = Extract<DecisionsEvent, { type: "pass_landed" }>;

export interface ModelRunOptions {
  readonly config: Config;
  /** Hears, in words, when the model is away and when it is back. */
  readonly onWords: (words: string) => void;
  /** Instead of what the settings name; for tests. */
  readonly models?: ChosenModels;
  readonly clock?: Clock;
}

/**
 * A transcript through a model's passes with the rules as their floor, as a consultation has it: a
 * pass for every CDS_GROWTH_CHARS of talk and one at the end, each waited for, so that the same
 * transcript always asks the same.
 */
export function modelRun(options: ModelRunOptions): CdsRun {
  return new ModelRun(options);
}

class ModelRun implements CdsRun {
  readonly #options: ModelRunOptions;
  readonly #decisions: Decisions;
  readonly #rules = createRulesEngine();
  readonly #known = Promise.withResolvers<void>();
  readonly #flagged = new Set<number>();
  #landed = Promise.withResolvers<Landed>();
  #rulesState = this.#rules.initial;
  #lines: readonly TranscriptLine[] = [];
  #alarms: AlarmsState = NO_ALARMS;
  #questions: readonly AgendaQuestion[] | null = null;
  #grown = 0;
  #ids = 0;

  constructor(options: ModelRunOptions) {
    this.#options = options;
    this.#decisions = createDecisions({
      config: options.config,
      clock: options.clock ?? systemClock(),
      newId: () => `call-${++this.#ids}`,
      onEvent: (event) => this.#hear(event),
      ...(options.models === undefined ? {} : { models: options.models }),
    });
  }

  close(): void {
    this.#decisions.close();
  }

  async hear(segment: RulesSegment, isLast: boolean) {
    const reading = this.#rules.step(this.#rulesState, segment);
    this.#rulesState = reading.state;
    const { line, role, text } = segment;
    const speaker = role === "D" ? "doctor" : role === "P" ? "patient" : null;
    this.#lines = [...this.#lines, { line, role: speaker, text }];
    for (const { evidence } of reading.alarms) {
      for (const one of evidence) this.#flagged.add(one.line);
    }
    this.#raise(ruleCandidates(reading), reading.arranged.map(({ action }) => action));
    this.#grown += text.length;
    const isDue = isLast || this.#grown >= this.#options.config.CDS_GROWTH_CHARS;
    const calls = isDue ? await this.#pass() : [];
    return {
      questions_to_ask: (this.#questions ?? reading.agenda).map(
        ({ question, rationale, urgent }) => ({ question, rationale, urgent }),
      ),
      urgent_actions: this.#alarms.alarms.map(urgentAction),
      calls,
    };
  }

  async #pass(): Promise<CdsCall[]> {
    this.#grown = 0;
    await this.#known.promise;
    this.#landed = Promise.withResolvers<Landed>();
    const asked = this.#decisions.requestPass({
      consultation: "transcript",
      room: "task",
      reason: "growth",
      version: this.#lines.length,
      transcript: this.#lines,
      flagged: this.#flagged,
    });
    if (!asked.accepted) return [];
    const { calls, results } = await this.#landed.promise;
    this.#raise(
      (results.urgency?.urgentActions ?? []).map((one): AlarmCandidate => ({
        ...one,
        question: null,
        segment: one.line === null ? null : String(one.line),
        source: "model",
      })),
      [],
    );
    this.#questions = results.assessment?.questionsToAsk ?? this.#questions;
    return calls.map(({ kind, outcome, runMs }) => ({ kind, outcome, ms: Math.round(runMs) }));
  }

  #raise(candidates: readonly AlarmCandidate[], arranged: readonly string[]): void {
    const raised = raiseAlarms(this.#alarms, candidates, {
      snapshot: `v${this.#lines.length}`,
      nowMs: 0,
      threshold: this.#options.config.AUTO_ACTION_MATCH_THRESHOLD,
      newId: () => `alarm-${++this.#ids}`,
    });
    this.#alarms = arrangeAlarms(raised.state, arranged).state;
  }

  #hear(event: DecisionsEvent): void {
    if (event.type === "pass_landed") this.#landed.resolve(event);
    if (event.type !== "engine") return;
    this.#options.onWords(event.engine.words);
    if (event.engine.state !== "starting") this.#known.resolve();
  }
}

function ruleCandidates(reading: RulesReading): AlarmCandidate[] {
  return reading.alarms.map(({ action, line, question, quote, reason }) => ({
    action,
    reason,
    quote,
    question,
    quoteFound: true,
    segment: String(line),
    source: "rule",
    arranged: false,
  }));
}

function urgentAction(alarm: Alarm): UrgentAction {
  return {
    action: alarm.action,
    reason: alarm.reason,
    quote: alarm.quote ?? "",
    question: alarm.question,
    line: alarm.segment === null ? null : Number(alarm.segment),
    source: alarm.source,
    arranged: alarm.arranged,
  };
}

import type { Clock } from "@/lib/clock.ts";
import type { Config } from "@/lib/config.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { ChosenModels } from "@/lib/models/choose_models.ts";
import {
  ConsultationPasses,
  NO_RESULTS,
  type PassLimits,
  type PassResults,
} from "@/lib/models/consultation_passes.ts";
import type {
  Decisions,
  DecisionsEvent,
  Pass,
  PassWish,
  RequestOutcome,
  ShortCall,
} from "@/lib/models/decisions.ts";
import { EngineWatch } from "@/lib/models/engine_watch.ts";
import type { ModelCallRow } from "@/lib/models/model_call_row.ts";
import { type CallContent, type EndedRun, ModelRunner } from "@/lib/models/model_runner.ts";
import { runawayOf } from "@/lib/models/runaway.ts";
import type { JobKind, PassKind } from "@/lib/models/schedule_state.ts";

export type DecisionsSettings =
  & Pick<Config, Extract<keyof Config, `CDS_${string}`>>
  & Pick<Config, "OLLAMA_URL" | "OPENAI_BASE_URL" | "OPENAI_API_KEY">;

export interface ModelDecisionsOptions {
  readonly config: DecisionsSettings;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Must not throw. It may call back. */
  readonly onEvent: (event: DecisionsEvent) => void;
  readonly models: ChosenModels;
}

/** A pass that has been asked for, and what has come of it. */
interface KnownPass {
  readonly pass: Pass;
  readonly wish: PassWish;
  results: PassResults;
  startedWallMs: number;
  readonly calls: ModelCallRow[];
}

/** What is remembered of a consultation between its passes. */
interface KnownConsultation {
  readonly passes: ConsultationPasses;
  readonly failuresInARow: Map<JobKind, number>;
  versionKept: number;
}

/** Passes over a model: requests in, results and ledger rows out. */
export class ModelDecisions implements Decisions {
  readonly #options: ModelDecisionsOptions;
  readonly #runner: ModelRunner;
  readonly #watch: EngineWatch;
  /** Of the server that the short calls have to themselves; null where there is one server. */
  readonly #shortWatch: EngineWatch | null;
  readonly #passes = new Map<string, KnownPass>();
  readonly #consultations = new Map<string, KnownConsultation>();
  /** Wishes that no model could hear, one for each consultation. */
  readonly #parked = new Map<string, PassWish>();
  #closed = false;

  constructor(options: ModelDecisionsOptions) {
    this.#options = options;
    const { clock, newId, models: { main, short } } = options;
    this.#runner = new ModelRunner({
      clock,
      main,
      short,
      newId,
      contentOf: (pass, kind) => this.#contentOf(pass, kind),
      listener: {
        passStarted: (id) => this.#passStarted(id),
        callEnded: (row, run) => this.#callEnded(row, run),
        passEnded: (id, cancelled) => this.#passEnded(id, cancelled),
        passDropped: (id, by) => {
          this.#tell({ type: "pass_dropped", pass: this.#known(id).pass, by });
          this.#passes.delete(id);
        },
        deferred: ({ id }, boundMs) => this.#tell({ type: "deferred", job: id, boundMs }),
      },
    });
    this.#watch = new EngineWatch({
      engine: main,
      clock,
      onChange: ({ state }) => this.#engineChanged(state === "ready"),
    });
    const onChange = () => this.#engineChanged(false);
    this.#shortWatch = short === null ? null : new EngineWatch({ engine: short, clock, onChange });
  }

  /** That of the model that passes are asked of; its words tell what is wrong with the other. */
  state(): EngineState {
    const { state } = this.#watch;
    const trouble = this.#shortWatch?.trouble ?? null;
    if (trouble === null) return state;
    return { ...state, words: `${state.words.replace(/\.$/, "")}. Short questions: ${trouble}` };
  }

  requestPass(wish: PassWish): RequestOutcome {
    if (this.#closed || !this.#watch.usable) {
      if (!this.#closed) this.#parked.set(wish.consultation, wish);
      return { accepted: false, words: this.#watch.state.words };
    }
    this.#parked.delete(wish.consultation);
    const { consultation, room, version, reason, transcript, holdMs = 0, afterPassMs = 0 } = wish;
    const id = this.#options.newId();
    const throughLine = transcript.at(-1)?.line ?? 0;
    const pass: Pass = { id, consultation, room, version, reason, throughLine };
    this.#passes.set(id, {
      pass,
      wish,
      results: NO_RESULTS,
      startedWallMs: this.#options.clock.wallMs(),
      calls: [],
    });
    this.#runner.send({ type: "pass_requested", id, room, consultation, holdMs, afterPassMs });
    return { accepted: true, pass: id };
  }

  releasePass(consultation: string): void {
    this.#runner.send({ type: "pass_released", consultation });
  }

  shortCall({ content, ...call }: ShortCall): string | null {
    const canAsk = (this.#shortWatch ?? this.#watch).usable;
    return this.#closed || !canAsk ? null : this.#runner.submit(call, content);
  }

  cancelCall(id: string): void {
    this.#runner.send({ type: "job_cancelled", job: id });
  }

  cancel(consultation: string): void {
    this.#parked.delete(consultation);
    this.#runner.send({ type: "consultation_cancelled", consultation });
    this.#consultations.delete(consultation);
  }

  close(): void {
    this.#closed = true;
    this.#watch.close();
    this.#shortWatch?.close();
    this.#runner.close();
  }

  #tell(event: DecisionsEvent): void {
    this.#options.onEvent(event);
  }

  #known(pass: string): KnownPass {
    const known = this.#passes.get(pass);
    if (known === undefined) {
      throw new Error(`Cannot find the pass "${pass}": it was never asked for`);
    }
    return known;
  }

  #consultation(id: string): KnownConsultation {
    const { config } = this.#options;
    const known = this.#consultations.get(id) ?? {
      passes: new ConsultationPasses({ limits: limitsOf(config), numCtx: config.CDS_NUM_CTX }),
      failuresInARow: new Map<JobKind, number>(),
      versionKept: 0,
    };
    this.#consultations.set(id, known);
    return known;
  }

  #passStarted(id: string): void {
    const known = this.#known(id);
    known.startedWallMs = this.#options.clock.wallMs();
    this.#tell({ type: "pass_started", pass: known.pass });
  }

  #contentOf(id: string, kind: PassKind): CallContent {
    const known = this.#known(id);
    const { passes } = this.#consultation(known.pass.consultation);
    return passes.content(kind, () => known.wish, (result) => {
      known.results = { ...known.results, ...result };
      const { urgency } = result;
      const { pass, startedWallMs } = known;
      if (urgency) this.#tell({ type: "urgency_landed", pass, urgency, startedWallMs });
    });
  }

  #callEnded(row: ModelCallRow, run: EndedRun | null): void {
    if (row.pass !== null) this.#known(row.pass).calls.push(row);
    this.#tell({ type: "call", row });
    if (run === null) return;
    (run.slot === "main" ? this.#watch : this.#shortWatch)?.noteOutcome(
      run.outcome,
      row.outcome === "ok",
    );
    const known = this.#consultations.get(row.consultation);
    if (known === undefined) return;
    const failures = row.outcome === "ok" ? 0 : (known.failuresInARow.get(row.kind) ?? 0) + 1;
    known.failuresInARow.set(row.kind, failures);
    const runaway = runawayOf(row, run.built, { failures, versionKept: known.versionKept });
    if (runaway !== null) this.#tell({ type: "runaway", runaway });
  }

  #passEnded(id: string, cancelled: boolean): void {
    const { pass, results, calls, wish } = this.#known(id);
    this.#passes.delete(id);
    if (cancelled) return this.#tell({ type: "pass_cancelled", pass });
    if (results.assessment !== null) {
      this.#consultation(pass.consultation).versionKept = pass.version;
    }
    const broughtNothing = Object.values(results).every((result) => result === null);
    if (broughtNothing && !this.#watch.usable && !this.#parked.has(pass.consultation)) {
      this.#parked.set(pass.consultation, wish);
    }
    const { model } = this.#options.models.main;
    this.#tell({ type: "pass_landed", pass, model, results, calls });
  }

  /** When the model is back, what was last wished for is asked without anybody's help. */
  #engineChanged(isBack: boolean): void {
    this.#tell({ type: "engine", engine: this.state() });
    if (!isBack) return;
    const parked = [...this.#parked.values()];
    this.#parked.clear();
    const atOnce = { reason: "engine_back", holdMs: 0, afterPassMs: 0 } as const;
    for (const wish of parked) this.requestPass({ ...wish, ...atOnce });
  }
}

function limitsOf(config: DecisionsSettings): PassLimits {
  const limits = (maxTokens: number, timeoutS: number) => ({
    maxTokens,
    timeoutMs: timeoutS * 1000,
  });
  return {
    urgency: limits(config.CDS_URGENCY_MAX_TOKENS, config.CDS_URGENCY_TIMEOUT_S),
    assessment: limits(config.CDS_ASSESSMENT_MAX_TOKENS, config.CDS_ASSESSMENT_TIMEOUT_S),
    affect: limits(config.CDS_AFFECT_MAX_TOKENS, config.CDS_AFFECT_TIMEOUT_S),
  };
}

import { getLogger } from "@logtape/logtape";
import type { Clock } from "@/lib/clock.ts";
import type { ChatAnswer, ChatEngine, ChatMessage, ChatOutcome } from "@/lib/engines/chat/port.ts";
import { Mailbox } from "@/lib/mailbox.ts";
import type { CallOutcome, ModelCallRow } from "@/lib/models/model_call_row.ts";
import {
  initialSchedule,
  isPassKind,
  type Job,
  type JobEnd,
  type PassKind,
  type ScheduleState,
  type SlotName,
} from "@/lib/models/schedule_state.ts";
import {
  nextWakeMs,
  schedule,
  type ScheduleEffect,
  type ScheduleEvent,
} from "@/lib/models/scheduler.ts";

/** What is sent when a call's turn has come. */
export interface BuiltCall {
  readonly messages: readonly ChatMessage[];
  /** The messages that the server has not seen; the ledger keeps these. */
  readonly fresh: readonly ChatMessage[];
  readonly answer: ChatAnswer;
  readonly maxTokens: number;
  readonly timeoutMs: number;
}

/** One call as its owner sees it: built late, so that it holds the newest words. */
export interface CallContent {
  /** SHA-256 of the prompt file. */
  readonly promptHash: string;
  build(): BuiltCall;
  /** Reads the engine's answer; what it returns goes into the ledger. */
  read(outcome: ChatOutcome): CallOutcome;
}

/** How a call ran that its engine has ended. */
export interface EndedRun {
  readonly outcome: ChatOutcome;
  readonly built: BuiltCall;
  readonly slot: SlotName;
}

export interface RunnerListener {
  passStarted(pass: string): void;
  /** Once for every call; `run` is null for one that no engine has ended. */
  callEnded(row: ModelCallRow, run: EndedRun | null): void;
  passEnded(pass: string, cancelled: boolean): void;
  passDropped(pass: string, by: string | null): void;
  /** A short call waits behind a pass (TT5). */
  deferred(job: Job, boundMs: number): void;
}

export interface ModelRunnerOptions {
  readonly clock: Clock;
  readonly main: ChatEngine;
  /** A second server, or a second model, for the short calls. */
  readonly short: ChatEngine | null;
  readonly newId: () => string;
  /** The calls of a pass; asked once, when it starts. */
  readonly contentOf: (pass: string, kind: PassKind) => CallContent;
  readonly listener: RunnerListener;
}

interface Running {
  readonly stop: AbortController;
  readonly built: BuiltCall;
  readonly startedMs: number;
  readonly startedWallMs: number;
  outcome: ChatOutcome | null;
}

/** Carries out what the scheduler decides: the one place where it meets engines and time. */
export class ModelRunner {
  readonly #options: ModelRunnerOptions;
  readonly #contents = new Map<string, CallContent>();
  readonly #running = new Map<string, Running>();
  readonly #mailbox = new Mailbox<ScheduleEvent>((event) => this.#handle(event));
  readonly #log = getLogger(["alba", "models", "runner"]);
  #state: ScheduleState;
  #cancelWake: () => void = () => {};

  constructor(options: ModelRunnerOptions) {
    this.#options = options;
    this.#state = initialSchedule(options.short !== null);
  }

  /** Asks for a short call, or for idle preparation; returns its id. */
  submit(
    call: Omit<Extract<ScheduleEvent, { type: "submit" }>, "type" | "id">,
    content: CallContent,
  ): string {
    const id = this.#options.newId();
    this.#contents.set(id, content);
    this.send({ type: "submit", id, ...call });
    return id;
  }

  /** An event that a listener sends waits until this one is done. */
  send(event: ScheduleEvent): void {
    this.#mailbox.post(event);
    this.#wakeLater();
  }

  /** Ends everything; no call is started any more. */
  close(): void {
    this.#cancelWake();
    const consultations = new Set(
      [...this.#state.waiting, ...this.#state.passes, ...this.#state.requests].map((one) =>
        one.consultation
      ),
    );
    for (const { running } of this.#slots()) {
      if (running !== null) consultations.add(running.job.consultation);
    }
    for (const consultation of consultations) {
      this.send({ type: "consultation_cancelled", consultation });
    }
    this.#cancelWake();
  }

  #slots() {
    const { main, short } = this.#state.slots;
    return short === null ? [main] : [main, short];
  }

  /** A mistake of ours in one effect must not cost the next: it may be another room's start. */
  #handle(event: ScheduleEvent): void {
    const { state, effects } = schedule(this.#state, event, this.#now());
    this.#state = state;
    for (const effect of effects) {
      try {
        this.#perform(effect);
      } catch (error) {
        this.#mistaken(effect.type, error);
      }
    }
  }

  #mistaken(kind: string, error: unknown): void {
    const name = error instanceof Error ? error.name : "unknown";
    this.#log.error("A model call met a mistake of ours", { kind, error: name });
  }

  #perform(effect: ScheduleEffect): void {
    const { listener } = this.#options;
    switch (effect.type) {
      case "start":
        return this.#start(effect.job, effect.timeoutMs);
      case "abort":
        return this.#running.get(effect.job.id)?.stop.abort();
      case "job_ended":
        return this.#jobEnded(effect.job, effect.end);
      case "deferred":
        return listener.deferred(effect.job, effect.boundMs);
      case "pass_started":
        return listener.passStarted(effect.pass.id);
      case "pass_ended":
        return listener.passEnded(effect.pass.id, effect.pass.cancelled);
      case "pass_dropped":
        return listener.passDropped(effect.pass.id, effect.by);
    }
  }

  /** A call that cannot be put together ends as one that ran: its slot is free for the next. */
  #start(job: Job, leftMs: number | null): void {
    try {
      void this.#run(job, this.#contentOf(job).build(), leftMs);
    } catch (error) {
      this.#mistaken(job.kind, error);
      this.send({ type: "ended", job: job.id });
    }
  }

  async #run(job: Job, built: BuiltCall, leftMs: number | null): Promise<void> {
    const stop = new AbortController();
    const running: Running = {
      stop,
      built,
      startedMs: this.#now(),
      startedWallMs: this.#options.clock.wallMs(),
      outcome: null,
    };
    this.#running.set(job.id, running);
    const { messages, answer, maxTokens, timeoutMs } = built;
    try {
      running.outcome = await this.#engine(job.slot).complete({
        messages,
        answer,
        maxTokens,
        timeoutMs: leftMs === null ? timeoutMs : Math.min(timeoutMs, leftMs),
        signal: stop.signal,
      });
    } catch (error) {
      this.#mistaken(job.kind, error);
    }
    this.send({ type: "ended", job: job.id });
  }

  #jobEnded(job: Job, end: JobEnd): void {
    const running = this.#running.get(job.id);
    this.#running.delete(job.id);
    const outcome = running?.outcome ?? null;
    const { code, promptHash } = this.#read(job, end, outcome);
    this.#contents.delete(job.id);
    const now = this.#now();
    const startedMs = running?.startedMs ?? now;
    const row: ModelCallRow = {
      id: isPassKind(job.kind) ? this.#options.newId() : job.id,
      room: job.room,
      consultation: job.consultation,
      pass: job.pass,
      kind: job.kind,
      model: this.#engine(job.slot).model,
      promptHash,
      queuedMs: startedMs - job.submittedMs,
      runMs: now - startedMs,
      elapsedMs: now - job.submittedMs,
      promptTokens: outcome?.promptTokens ?? null,
      replyTokens: outcome?.replyTokens ?? null,
      outcome: code,
      passInFlight: job.passInFlight,
      prompt: running === undefined ? null : JSON.stringify(running.built.fresh),
      reply: outcome?.text ?? null,
      startedWallMs: running?.startedWallMs ?? this.#options.clock.wallMs(),
    };
    const ran = running === undefined || outcome === null
      ? null
      : { outcome, built: running.built, slot: job.slot };
    this.#options.listener.callEnded(row, ran);
  }

  /** How the call ended, as far as its owner can read it: the ledger has a row in any case. */
  #read(job: Job, end: JobEnd, outcome: ChatOutcome | null): Pick<ModelCallRow, "promptHash"> & {
    readonly code: CallOutcome;
  } {
    let promptHash = "";
    try {
      const content = this.#contentOf(job);
      promptHash = content.promptHash;
      if (end !== "ran") return { code: end, promptHash };
      return { code: outcome === null ? "failed" : content.read(outcome), promptHash };
    } catch (error) {
      this.#mistaken(job.kind, error);
      return { code: end === "ran" ? "failed" : end, promptHash };
    }
  }

  #contentOf(job: Job): CallContent {
    const known = this.#contents.get(job.id);
    if (known !== undefined) return known;
    if (job.pass === null || !isPassKind(job.kind)) {
      throw new Error(`Cannot run the call "${job.id}": nobody knows what it asks`);
    }
    const content = this.#options.contentOf(job.pass, job.kind);
    this.#contents.set(job.id, content);
    return content;
  }

  #engine(slot: SlotName): ChatEngine {
    const { main, short } = this.#options;
    return slot === "short" && short !== null ? short : main;
  }

  #now(): number {
    return this.#options.clock.monotonicMs();
  }

  #wakeLater(): void {
    this.#cancelWake();
    const wake = nextWakeMs(this.#state);
    this.#cancelWake = wake === null ? () => {} : this.#options.clock.after(
      Math.max(0, wake - this.#now()),
      () => this.send({ type: "tick" }),
    );
  }
}

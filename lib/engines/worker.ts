import { getLogger } from "@logtape/logtape";
import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import { encodeFrame, type Frame, type JsonObject } from "@/lib/engines/frames.ts";
import { isolated, type Isolation } from "@/lib/engines/isolation.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import { type CallFailure, type CallOutcome, CallTable } from "@/lib/engines/worker_calls.ts";
import {
  type LaunchWorker,
  launchWorker,
  type WorkerChild,
  type WorkerCommand,
} from "@/lib/engines/worker_child.ts";
import { watchRun, type WorkerRun } from "@/lib/engines/worker_run.ts";

/** How long to wait before the next start: doubled with each failure, reset after a healthy time. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** A worker that has been ready this long before it failed is taken as sound again. */
  readonly healthyMs: number;
}

/** Quick enough that one crash is a hiccup, slow enough that a broken install costs no processor. */
const DEFAULT_BACKOFF: Backoff = { firstMs: 250, maxMs: 30_000, healthyMs: 60_000 };

/** After this many failures in a row the page stops saying "restarting"; tries go on. */
const ABSENT_AFTER_FAILURES = 5;

/** Calls the worker may owe at once; more means that it has fallen behind for good. */
const MAX_PENDING_CALLS = 256;

/** A worker leaves at once when its stdin ends; one that does not is stuck. */
const CLOSE_GRACE_MS = 1_000;

const READY_FRAME = z.looseObject({ ready: z.literal(true) });
const REPLY_FRAME = z.discriminatedUnion("ok", [
  z.looseObject({ id: z.int(), ok: z.literal(true) }),
  z.looseObject({ id: z.int(), ok: z.literal(false), error: z.string().max(100) }),
]);

export interface WorkerOptions extends WorkerCommand {
  /** As the page names it at the start of a sentence, e.g. "Speech engine". */
  readonly name: string;
  readonly readyTimeoutMs: number;
  readonly backoff?: Backoff;
  readonly clock: Clock;
  readonly isolate: Isolation;
  readonly onState?: (state: EngineState) => void;
  readonly launch?: LaunchWorker;
}

export interface WorkerCall {
  readonly op: string;
  readonly json?: JsonObject;
  readonly binary?: Uint8Array;
  /** Covers the wait for calls before it too, as a worker answers one call after another. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface SupervisedWorker {
  state(): EngineState;
  /** What the running worker reported with `ready`; null while none is ready. */
  info(): JsonObject | null;
  /** True as soon as the worker is ready; false after `timeoutMs`, or when it was closed. */
  whenReady(timeoutMs: number): Promise<boolean>;
  /**
   * Never rejects. `absent` when the worker is not ready now: it is not queued for later. Throws
   * `RangeError` for a request above the limits of a frame, which is a mistake of the caller.
   */
  call(call: WorkerCall): Promise<CallOutcome>;
  /** Asks the worker to leave, kills it if it does not, and resolves when it is gone. */
  close(): Promise<void>;
}

type Phase =
  | { readonly kind: "starting"; readonly run: WorkerRun; readonly cancelTimer: () => void }
  | { readonly kind: "ready"; readonly run: WorkerRun; readonly sinceMs: number; info: JsonObject }
  | { readonly kind: "waiting"; cancelTimer: () => void }
  | { readonly kind: "closed" };

type Failure =
  | { readonly cause: "exited" | "rubbish" | "ready_timeout" }
  | { readonly cause: "not_started"; readonly errorClass: string }
  | { readonly cause: "call_timeout"; readonly id: number };

const CAUSE_WORDS: Readonly<Record<Failure["cause"], string>> = {
  exited: "it stops by itself",
  rubbish: "it answers with rubbish",
  ready_timeout: "it takes too long to load",
  not_started: "it cannot be run",
  call_timeout: "it does not answer",
};

/** Starts one long-lived child and keeps it running until `close`. */
export function superviseWorker(options: WorkerOptions): SupervisedWorker {
  return new Supervisor(options);
}

class Supervisor implements SupervisedWorker {
  readonly #options: WorkerOptions;
  readonly #backoff: Backoff;
  readonly #calls: CallTable;
  readonly #log = getLogger(["alba", "engines", "worker"]);
  #phase: Phase = { kind: "waiting", cancelTimer: () => {} };
  #state: EngineState;
  #failures = 0;
  #nextId = 1;
  #lastGone: Promise<void> = Promise.resolve();
  #readyWaiters = new Set<(ready: boolean) => void>();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? DEFAULT_BACKOFF;
    this.#calls = new CallTable(options.clock);
    this.#state = { state: "starting", words: `${options.name} is starting` };
    this.#start();
  }

  state(): EngineState {
    return this.#state;
  }

  info(): JsonObject | null {
    return this.#phase.kind === "ready" ? this.#phase.info : null;
  }

  whenReady(timeoutMs: number): Promise<boolean> {
    if (this.#phase.kind === "ready") return Promise.resolve(true);
    if (this.#phase.kind === "closed") return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const settle = (ready: boolean) => {
      cancelTimer();
      this.#readyWaiters.delete(settle);
      resolve(ready);
    };
    const cancelTimer = this.#options.clock.after(timeoutMs, () => settle(false));
    this.#readyWaiters.add(settle);
    return promise;
  }

  call({ op, json, binary, timeoutMs, signal }: WorkerCall): Promise<CallOutcome> {
    if (signal?.aborted) return refused("cancelled", "No longer wanted");
    if (this.#phase.kind !== "ready") return refused("absent", this.#state.words);
    if (this.#calls.size >= MAX_PENDING_CALLS) {
      return refused("failed", `${this.#options.name} has too much work waiting`);
    }
    const { run } = this.#phase;
    const id = this.#nextId++;
    const request = encodeFrame({ ...json, id, op }, binary);
    const outcome = this.#calls.add(id, {
      timeoutMs,
      signal,
      onTimeout: () => this.#fail(run, { cause: "call_timeout", id }),
      onCancel: () => run.child.write(encodeFrame({ id, op: "cancel" })),
    });
    run.child.write(request);
    return outcome;
  }

  async close(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { kind: "closed" };
    if (phase.kind !== "closed") {
      this.#setState({ state: "absent", words: `${this.#options.name} is stopped` });
      this.#calls.endAll(() => failure("cancelled", this.#state.words));
      for (const settle of [...this.#readyWaiters]) settle(false);
    }
    if (phase.kind === "starting" || phase.kind === "waiting") phase.cancelTimer();
    if (phase.kind === "starting" || phase.kind === "ready") {
      const { child } = phase.run;
      child.closeStdin();
      const cancelKill = this.#options.clock.after(CLOSE_GRACE_MS, () => child.kill());
      await child.exited;
      cancelKill();
    }
    await this.#lastGone;
  }

  #start(): void {
    const { command, args, env, cwd, isolate, clock, launch = launchWorker } = this.#options;
    let child: WorkerChild;
    try {
      child = launch(isolated(isolate, { command, args, env, cwd }));
    } catch (cause) {
      const errorClass = cause instanceof Error ? cause.name : "Error";
      this.#restart(null, { cause: "not_started", errorClass });
      return;
    }
    const run: WorkerRun = watchRun(child, clock, {
      onFrame: (frame) => this.#receive(run, frame),
      onEnd: (cause) => this.#fail(run, { cause }),
    });
    this.#lastGone = run.gone;
    const cancelTimer = clock.after(this.#options.readyTimeoutMs, () => {
      this.#fail(run, { cause: "ready_timeout" });
    });
    this.#phase = { kind: "starting", run, cancelTimer };
  }

  #receive(run: WorkerRun, { json, binary }: Frame): void {
    const phase = this.#phase;
    if (!("run" in phase) || phase.run !== run) return;
    if (phase.kind === "starting") {
      if (!READY_FRAME.safeParse(json).success) return this.#fail(run, { cause: "rubbish" });
      phase.cancelTimer();
      const sinceMs = this.#options.clock.monotonicMs();
      this.#phase = { kind: "ready", run, sinceMs, info: json };
      this.#setState({ state: "ready", words: `${this.#options.name} is ready` });
      for (const settle of [...this.#readyWaiters]) settle(true);
      return;
    }
    const reply = REPLY_FRAME.safeParse(json);
    if (!reply.success) return this.#fail(run, { cause: "rubbish" });
    const outcome: CallOutcome = reply.data.ok
      ? { ok: true, json, binary }
      : failure("failed", `${this.#options.name} could not do this (${reply.data.error})`);
    if (!this.#calls.answer(reply.data.id, outcome)) this.#fail(run, { cause: "rubbish" });
  }

  /** Ends a run for whatever reason; later news of the same run is ignored. */
  #fail(run: WorkerRun, failed: Failure): void {
    const phase = this.#phase;
    if (!("run" in phase) || phase.run !== run) return;
    if (phase.kind === "starting") phase.cancelTimer();
    run.child.kill();
    const readyMs = phase.kind === "ready" ? this.#options.clock.monotonicMs() - phase.sinceMs : 0;
    if (readyMs >= this.#backoff.healthyMs) this.#failures = 0;
    this.#restart(run, failed);
    this.#calls.endAll((id) => outcomeOfFailure(this.#options.name, failed, id));
  }

  #restart(run: WorkerRun | null, failed: Failure): void {
    const { firstMs, maxMs } = this.#backoff;
    const delayMs = Math.min(maxMs, firstMs * 2 ** this.#failures);
    this.#failures++;
    const waiting: Phase = { kind: "waiting", cancelTimer: () => {} };
    this.#phase = waiting;
    if (this.#failures < ABSENT_AFTER_FAILURES) {
      this.#setState({ state: "restarting", words: `${this.#options.name} is restarting` });
    }
    // The next start waits for the old process to be reaped: two models may not fit in memory.
    void this.#lastGone.then(() => {
      this.#report(run, failed, delayMs);
      if (this.#phase !== waiting) return;
      waiting.cancelTimer = this.#options.clock.after(delayMs, () => this.#start());
    });
  }

  /** Logs a failure without a word of what the worker printed, and tells the page if it is lasting. */
  #report(run: WorkerRun | null, failed: Failure, delayMs: number): void {
    const stderr = run?.stderr() ?? { lines: 0, errorClass: null };
    const errorClass = failed.cause === "not_started" ? failed.errorClass : stderr.errorClass;
    this.#log.warn("{name} failed ({cause}); next start in {delayMs} ms", {
      name: this.#options.name,
      cause: failed.cause,
      failures: this.#failures,
      delayMs,
      errorClass,
      stderrLines: stderr.lines,
    });
    if (this.#phase.kind === "closed" || this.#failures < ABSENT_AFTER_FAILURES) return;
    const why = errorClass ?? CAUSE_WORDS[failed.cause];
    this.#setState({
      state: "absent",
      words: `${this.#options.name} does not start (${why}); Alba keeps trying`,
    });
  }

  #setState(state: EngineState): void {
    if (state.state === this.#state.state && state.words === this.#state.words) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}

function failure(code: CallFailure, words: string): CallOutcome {
  return { ok: false, code, words };
}

function refused(code: CallFailure, words: string): Promise<CallOutcome> {
  return Promise.resolve(failure(code, words));
}

/** What a pending call is told when its worker was lost. */
function outcomeOfFailure(name: string, failed: Failure, id: number): CallOutcome {
  switch (failed.cause) {
    case "call_timeout":
      return failed.id === id
        ? failure("timeout", `${name} did not answer in time and is restarting`)
        : failure("crashed", `${name} stopped answering and is restarting`);
    case "rubbish":
      return failure("protocol", `${name} answered with rubbish and is restarting`);
    case "exited":
    case "ready_timeout":
    case "not_started":
      return failure("crashed", `${name} stopped and is restarting`);
  }
}

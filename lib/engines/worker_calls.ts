import type { Clock } from "@/lib/clock.ts";
import type { JsonObject } from "@/lib/engines/frames.ts";

export type CallFailure = "crashed" | "timeout" | "protocol" | "cancelled" | "absent" | "failed";

export type CallOutcome =
  | { readonly ok: true; readonly json: JsonObject; readonly binary: Uint8Array }
  | { readonly ok: false; readonly code: CallFailure; readonly words: string };

interface PendingCall {
  /** Null once the caller has its answer (it cancelled) while the worker still owes its own. */
  settle: ((outcome: CallOutcome) => void) | null;
  readonly release: () => void;
}

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onTimeout: () => void;
  readonly onCancel: () => void;
}

/**
 * The calls a worker still owes an answer. Each settles exactly once. A cancelled call stays in the
 * table until the worker answers it, because its late answer is no rubbish and because a worker that
 * hangs in it is still to be noticed by the call's own timeout.
 */
export class CallTable {
  readonly #clock: Clock;
  readonly #calls = new Map<number, PendingCall>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#calls.size;
  }

  add(id: number, limits: CallLimits): Promise<CallOutcome> {
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    const cancelTimer = this.#clock.after(limits.timeoutMs, limits.onTimeout);
    const onAbort = () => {
      limits.onCancel();
      this.#settle(id, { ok: false, code: "cancelled", words: "No longer wanted" });
    };
    limits.signal?.addEventListener("abort", onAbort, { once: true });
    const release = () => {
      cancelTimer();
      limits.signal?.removeEventListener("abort", onAbort);
    };
    this.#calls.set(id, { settle: resolve, release });
    return promise;
  }

  /** Hands the worker's answer to its caller; false when nobody asked under this id. */
  answer(id: number, outcome: CallOutcome): boolean {
    if (!this.#calls.has(id)) return false;
    this.#settle(id, outcome);
    this.#remove(id);
    return true;
  }

  /** Settles every call; `outcomeOf` may tell the call that caused the failure from the others. */
  endAll(outcomeOf: (id: number) => CallOutcome): void {
    for (const id of [...this.#calls.keys()]) {
      this.#settle(id, outcomeOf(id));
      this.#remove(id);
    }
  }

  #settle(id: number, outcome: CallOutcome): void {
    const call = this.#calls.get(id);
    call?.settle?.(outcome);
    if (call !== undefined) call.settle = null;
  }

  #remove(id: number): void {
    this.#calls.get(id)?.release();
    this.#calls.delete(id);
  }
}

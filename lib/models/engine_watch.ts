import type { Clock } from "@/lib/clock.ts";
import type { ChatEngine, ChatFailureCode, ChatOutcome } from "@/lib/engines/chat/port.ts";
import type { EngineState } from "@/lib/engines/ports.ts";

/** Loading a large model from a disk takes this long on a slow box. */
const PROBE_TIMEOUT_MS = 120_000;

const FIRST_RETRY_MS = 1_000;
/** A doctor who has started the server should not have to wait longer for it to be noticed. */
const LONGEST_RETRY_MS = 30_000;

/** Failures that say the server or its model is gone, not that one answer was poor. */
const SERVER_IS_GONE: ReadonlySet<ChatFailureCode | "ok"> = new Set([
  "model_missing",
  "refused",
  "reset",
  "http_error",
  "unloading",
]);

/** So many answers in a row that never came, or that nobody can use, are worth telling. */
const TELL_FROM = 2;

export interface EngineWatchOptions {
  readonly engine: ChatEngine;
  readonly clock: Clock;
  readonly onChange: (state: EngineState) => void;
}

/**
 * Knows whether the model can be asked. Trouble with the server ends its use at once; it is probed
 * ever more slowly until it answers, and then used again without anybody's help (CD3).
 */
export class EngineWatch {
  readonly #options: EngineWatchOptions;
  readonly #closing = new AbortController();
  #state: EngineState;
  #cancelRetry: () => void = () => {};
  #retryMs = FIRST_RETRY_MS;
  #tooSlow = 0;
  #useless = 0;

  constructor(options: EngineWatchOptions) {
    this.#options = options;
    const words =
      `Loading the model “${options.engine.model}”. The embedded rules decide meanwhile.`;
    this.#state = { state: "starting", words };
    void this.#probe();
  }

  get state(): EngineState {
    return this.#state;
  }

  /** May the model be asked now? */
  get usable(): boolean {
    return this.#state.state === "ready";
  }

  /** What a doctor should know of it; null while it does its work. */
  get trouble(): string | null {
    return this.usable && this.#complaint() === null ? null : this.#state.words;
  }

  /** Hears how every call ended, and whether its answer could be used. */
  noteOutcome(outcome: ChatOutcome, isUseful: boolean): void {
    if (this.#closing.signal.aborted || !this.usable) return;
    if (SERVER_IS_GONE.has(outcome.outcome)) {
      this.#forgive();
      this.#lose("words" in outcome ? outcome.words : "");
      return;
    }
    const before = this.#complaint();
    if (outcome.outcome === "cancelled") return;
    if (isUseful) {
      this.#forgive();
      // Only an answer shows that the server is well: one that breaks every call passes each probe.
      this.#retryMs = FIRST_RETRY_MS;
    } else if (outcome.outcome === "timeout" || outcome.outcome === "cap") this.#tooSlow += 1;
    else this.#useless += 1;
    if (before !== this.#complaint()) this.#ready();
  }

  #forgive(): void {
    this.#tooSlow = 0;
    this.#useless = 0;
  }

  #complaint(): string | null {
    if (this.#useless >= TELL_FROM) {
      return `but its last ${this.#useless} answers could not be used. The embedded rules decide`;
    }
    return this.#tooSlow >= TELL_FROM
      ? `but its last ${this.#tooSlow} answers did not come in time`
      : null;
  }

  close(): void {
    this.#closing.abort();
    this.#cancelRetry();
  }

  async #probe(): Promise<void> {
    const { engine } = this.#options;
    const { signal } = this.#closing;
    const found = await engine.probe({ timeoutMs: PROBE_TIMEOUT_MS, signal })
      .catch(() => ({ ok: false, words: "The model's server cannot be asked" }) as const);
    if (signal.aborted) return;
    if (found.ok) {
      this.#ready();
    } else this.#lose(found.words);
  }

  #ready(): void {
    const name = `The model “${this.#options.engine.model}” is ready`;
    const complaint = this.#complaint();
    this.#become({ state: "ready", words: complaint === null ? name : `${name}, ${complaint}` });
  }

  #lose(words: string): void {
    this.#become({ state: "absent", words: `${words}. The embedded rules decide.` });
    this.#cancelRetry = this.#options.clock.after(this.#retryMs, () => void this.#probe());
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  #become(state: EngineState): void {
    const { state: before, words } = this.#state;
    this.#state = state;
    if (before !== state.state || words !== state.words) this.#options.onChange(state);
  }
}

/** How failures turn into waiting. */
export interface BackoffPolicy {
  /** Failures that cost nothing: people mistype. */
  readonly free: number;
  /** Longest wait, in milliseconds. */
  readonly maxWaitMs: number;
  /** Without a failure for this long all is forgotten, in milliseconds. */
  readonly forgetMs: number;
}

/** The first wait after the free failures; doubled by each one more. */
const FIRST_WAIT_MS = 1_000;

/** Counts failures and says how long to wait before the next try; pure over the given times. */
export class FailureBackoff {
  readonly #policy: BackoffPolicy;
  #failures = 0;
  #lastMs = -Infinity;

  constructor(policy: BackoffPolicy) {
    this.#policy = policy;
  }

  /** Milliseconds until the next try is allowed; 0 when it is now. */
  waitMs(nowMs: number): number {
    if (this.forgotten(nowMs)) return 0;
    const over = this.#failures - this.#policy.free;
    if (over < 0) return 0;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** over, this.#policy.maxWaitMs);
    return Math.max(0, this.#lastMs + wait - nowMs);
  }

  fail(nowMs: number): void {
    this.#failures = this.forgotten(nowMs) ? 1 : this.#failures + 1;
    this.#lastMs = nowMs;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** True when nothing is held against this one any more. */
  forgotten(nowMs: number): boolean {
    return this.#failures === 0 || nowMs - this.#lastMs >= this.#policy.forgetMs;
  }
}

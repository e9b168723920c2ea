/**
 * The classic meter for a rate with bursts: tokens arrive steadily up to `burst`, each message
 * takes one. Pure over the times it is given.
 */
export class TokenBucket {
  readonly #ratePerS: number;
  readonly #burst: number;
  #tokens: number;
  #lastMs: number;

  /** Starts full. `ratePerS` and `burst` are positive; `nowMs` is monotonic. */
  constructor(options: { ratePerS: number; burst: number; nowMs: number }) {
    this.#ratePerS = options.ratePerS;
    this.#burst = options.burst;
    this.#tokens = options.burst;
    this.#lastMs = options.nowMs;
  }

  /** Takes one token if there is one; false means too fast. */
  take(nowMs: number): boolean {
    const earned = Math.max(0, nowMs - this.#lastMs) / 1000 * this.#ratePerS;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#lastMs = Math.max(this.#lastMs, nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

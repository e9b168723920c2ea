interface Current {
  readonly key: string;
  readonly yields: AbortController;
  readonly done: Promise<void>;
}

/**
 * Keeps the making of speech nobody waits for out of the way of a tap (SP9): the voice says one text
 * after another, so a phrase being warmed is given up for a tap and begun again when no tap is left.
 */
export class Warming {
  #taps = 0;
  #current: Current | null = null;
  #whenFree: (() => void)[] = [];

  /** Runs what a tap waits for; the very phrase that is being warmed is let finish first. */
  async before<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    this.#taps += 1;
    try {
      const current = this.#current;
      if (current?.key === key) await current.done;
      else current?.yields.abort();
      return await run();
    } finally {
      this.#taps -= 1;
      if (this.#taps === 0) { for (const go of this.#whenFree.splice(0)) go(); }
    }
  }

  /** Makes one phrase, however often taps interrupt it, unless `signal` ends it. */
  async one(
    key: string,
    make: (signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      while (!signal.aborted && (this.#taps > 0 || this.#current !== null)) await this.#free();
      if (signal.aborted) return;
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const yields = new AbortController();
      this.#current = { key, yields, done };
      try {
        await make(AbortSignal.any([signal, yields.signal]));
      } finally {
        this.#current = null;
        resolve();
        if (this.#taps === 0) { for (const go of this.#whenFree.splice(0)) go(); }
      }
      if (!yields.signal.aborted) return;
    }
  }

  /** Until the last tap is served and no phrase is being made. */
  #free(): Promise<void> {
    return new Promise((resolve) => this.#whenFree.push(resolve));
  }
}

/** Tasks of several rooms on an engine that does one at a time. */
export interface TurnQueue {
  /**
   * Runs `task` when its turn comes. A phrase's end goes before drafts, which are soon out of date;
   * otherwise first come, first served. As every room has one task here at most, none can starve
   * another. A task whose signal has aborted when its turn comes gives `null`, unrun.
   */
  run<T>(urgent: boolean, signal: AbortSignal, task: () => Promise<T>): Promise<T | null>;
}

export function turnQueue(): TurnQueue {
  const waiting: { readonly urgent: boolean; readonly start: () => Promise<void> }[] = [];
  let busy = false;
  const next = async () => {
    if (busy) return;
    busy = true;
    for (;;) {
      const urgent = waiting.findIndex((entry) => entry.urgent);
      const [entry] = waiting.splice(Math.max(urgent, 0), 1);
      if (entry === undefined) break;
      await entry.start();
    }
    busy = false;
  };
  return {
    run<T>(urgent: boolean, signal: AbortSignal, task: () => Promise<T>): Promise<T | null> {
      const { promise, resolve, reject } = Promise.withResolvers<T | null>();
      const start = async () => {
        try {
          resolve(signal.aborted ? null : await task());
        } catch (cause) {
          reject(cause);
        }
      };
      waiting.push({ urgent, start });
      void next();
      return promise;
    },
  };
}

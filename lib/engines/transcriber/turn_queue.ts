/**
 * What a task is for, most urgent first: a phrase's end, a draft (soon out of date), and work on
 * recordings that are over, which live ears never wait for beyond the one task under way.
 */
const URGENCIES = ["phrase_end", "draft", "background"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Tasks of several rooms on an engine that does one at a time. */
export interface TurnQueue {
  /**
   * Runs `task` when its turn comes: by urgency, otherwise first come, first served. As every room
   * has one live task here at most, none can starve another. A task whose signal has aborted when
   * its turn comes gives `null`, unrun.
   */
  run<T>(urgency: Urgency, signal: AbortSignal, task: () => Promise<T>): Promise<T | null>;
}

export function turnQueue(): TurnQueue {
  const waiting: { readonly rank: number; readonly start: () => Promise<void> }[] = [];
  let busy = false;
  const next = async () => {
    if (busy) return;
    busy = true;
    for (;;) {
      const most = Math.min(...waiting.map((entry) => entry.rank));
      const [entry] = waiting.splice(waiting.findIndex((one) => one.rank === most), 1);
      if (entry === undefined) break;
      await entry.start();
    }
    busy = false;
  };
  return {
    run<T>(urgency: Urgency, signal: AbortSignal, task: () => Promise<T>): Promise<T | null> {
      const { promise, resolve, reject } = Promise.withResolvers<T | null>();
      const start = async () => {
        try {
          resolve(signal.aborted ? null : await task());
        } catch (cause) {
          reject(cause);
        }
      };
      waiting.push({ rank: URGENCIES.indexOf(urgency), start });
      void next();
      return promise;
    },
  };
}

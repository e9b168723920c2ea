/**
 * Time comes in as an argument. The shell owns one `Clock`; the pure core only ever sees numbers.
 * Two readings exist because they answer different questions: `monotonicMs` orders and measures
 * within one run of the process, `wallMs` dates rows and measures across a restart.
 */
export interface Clock {
  /** Milliseconds since an arbitrary origin; never goes backwards. */
  monotonicMs(): number;
  /** Milliseconds since 1970-01-01T00:00:00Z; may jump when the box's clock is set. */
  wallMs(): number;
  /** Runs `task` once after `delayMs` (≥ 0); the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** The process clock. Timers are real, so only `serve.ts` and the command-line tasks build one. */
export function systemClock(): Clock {
  return {
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
  };
}

/** A clock that moves only when told to; used by tests and by the simulation. */
export interface ManualClock extends Clock {
  /** Moves time forward by `ms` (≥ 0), running each due task at its own moment, in order. */
  advance(ms: number): void;
}

/** Starts at `startMs` (default 0) on both readings, so that rows made in tests are predictable. */
export function manualClock(startMs = 0): ManualClock {
  let now = startMs;
  let nextId = 0;
  const tasks: { id: number; at: number; task: () => void }[] = [];
  const remove = (id: number) => {
    const index = tasks.findIndex((entry) => entry.id === id);
    if (index >= 0) tasks.splice(index, 1);
  };
  return {
    monotonicMs: () => now,
    wallMs: () => now,
    after(delayMs, task) {
      const id = nextId++;
      tasks.push({ id, at: now + Math.max(0, delayMs), task });
      tasks.sort((a, b) => a.at - b.at || a.id - b.id);
      return () => remove(id);
    },
    advance(ms) {
      const target = now + ms;
      for (let due = tasks[0]; due !== undefined && due.at <= target; due = tasks[0]) {
        tasks.shift();
        now = Math.max(now, due.at);
        due.task();
      }
      now = target;
    },
  };
}

import type { Clock } from "@/lib/clock.ts";

/** A clock that stands still until the round lets it go on to the next thing that is due. */
export interface VirtualClock extends Clock {
  /** When the next task is due; null while nothing waits. */
  nextMs(): number | null;
  /** Moves to that moment and runs its task; false while nothing waits. */
  runNext(): boolean;
}

interface Task {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Starts at `wallMs` and monotonic 0; tasks of one moment run in the order in which they were set. */
export function virtualClock(wallMs: number): VirtualClock {
  const heap: Task[] = [];
  let nowMs = 0;
  let order = 0;
  const top = (): Task | undefined => {
    while (heap[0]?.isCancelled === true) pop(heap);
    return heap[0];
  };
  return {
    monotonicMs: () => nowMs,
    wallMs: () => wallMs + nowMs,
    after(delayMs, run) {
      const task: Task = {
        atMs: roundedUp(nowMs + Math.max(0, delayMs)),
        order: order++,
        run,
        isCancelled: false,
      };
      push(heap, task);
      return () => {
        task.isCancelled = true;
      };
    },
    nextMs: () => top()?.atMs ?? null,
    runNext() {
      const task = top();
      if (task === undefined) return false;
      pop(heap);
      nowMs = task.atMs;
      task.run();
      return true;
    },
  };
}

/**
 * To whole milliseconds, as real timers do: a wait for the rest of a time that is not a whole number may
 * otherwise end a trillionth before it, and be set again for ever at the same moment.
 */
function roundedUp(ms: number): number {
  return Math.ceil(ms);
}

function isBefore(a: Task, b: Task): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

/** A binary heap: half a million tasks of a round would make a sorted list its whole cost. */
function push(heap: Task[], task: Task): void {
  let at = heap.push(task) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(task, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = task;
}

function pop(heap: Task[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    const [left, right] = [heap[child], heap[child + 1]];
    if (left === undefined) break;
    if (right !== undefined && isBefore(right, left)) child += 1;
    const next = heap[child];
    if (next === undefined || !isBefore(next, last)) break;
    heap[at] = next;
    at = child;
  }
  heap[at] = last;
}

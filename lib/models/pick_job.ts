import { isPassKind, type Job, JOB_KINDS, type Slot } from "@/lib/models/schedule_state.ts";

/**
 * Short calls that may go before a waiting call of a pass, one after the other. Two rooms at the
 * end of a turn need six (officer, re-ranker, topic each); beyond that the alarms of a pass would
 * wait for small talk.
 */
export const MOST_SHORT_IN_A_ROW = 6;

/**
 * The job that a free server takes next: by kind; among equals the room that has waited longest for
 * this kind of call, then the order of arrival. So a call of a pass waits for at most the running
 * call, the calls of every other room's pass, twice those that go before it in kind, and
 * `MOST_SHORT_IN_A_ROW` short calls before each of these.
 */
export function pickJob(waiting: readonly Job[], slot: Slot): Job | null {
  const ofPasses = waiting.filter((job) => isPassKind(job.kind));
  const passFirst = slot.shortInARow >= MOST_SHORT_IN_A_ROW && ofPasses.length > 0;
  const candidates = passFirst ? ofPasses : waiting;
  const [first, ...others] = candidates;
  if (first === undefined) return null;
  return others.reduce((best, job) => (goesBefore(job, best, slot) ? job : best), first);
}

function goesBefore(job: Job, other: Job, slot: Slot): boolean {
  const byKind = JOB_KINDS.indexOf(job.kind) - JOB_KINDS.indexOf(other.kind);
  if (byKind !== 0) return byKind < 0;
  const byTurn = lastServed(job, slot) - lastServed(other, slot);
  return byTurn !== 0 ? byTurn < 0 : job.seq < other.seq;
}

function lastServed(job: Job, slot: Slot): number {
  return slot.lastServed[turnKey(job)] ?? -1;
}

function turnKey({ kind, room }: Job): string {
  return `${kind} ${room}`;
}

/** The server's memory after it has started `job` while `waiting` others remain. */
export function afterStart(slot: Slot, job: Job, waiting: readonly Job[]): Slot {
  const passWaits = waiting.some((other) => isPassKind(other.kind));
  const isShort = !isPassKind(job.kind) && job.kind !== "prepare";
  return {
    running: { job, stopping: null },
    shortInARow: isShort && passWaits ? slot.shortInARow + 1 : 0,
    lastServed: { ...slot.lastServed, [turnKey(job)]: slot.starts },
    starts: slot.starts + 1,
  };
}

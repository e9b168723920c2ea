import assert from "node:assert/strict";
import { MOST_SHORT_IN_A_ROW } from "@/lib/models/pick_job.ts";
import {
  initialSchedule,
  isPassKind,
  type Job,
  JOB_KINDS,
  type JobEnd,
  PASS_KINDS,
  type ScheduleState,
  type SlotName,
} from "@/lib/models/schedule_state.ts";
import {
  nextWakeMs,
  schedule,
  type ScheduleEffect,
  type ScheduleEvent,
} from "@/lib/models/scheduler.ts";

/**
 * Runs the scheduler against everything it promises: each step is checked, whatever the events.
 * Servers are played by whoever calls `finish`.
 */
export class ScheduleModel {
  readonly running = new Map<SlotName, Job>();
  readonly submitted = new Set<string>();
  readonly started: Job[] = [];
  readonly ends = new Map<string, JobEnd>();
  readonly activePasses = new Map<string, string>();
  readonly passEnds = new Map<string, "landed" | "cancelled" | "dropped">();
  readonly effects: ScheduleEffect[] = [];
  readonly #abortAllowed = new Set<string>();
  /** Calls of passes, and short calls, that have gone before each waiting call of a pass. */
  readonly #overtaken = new Map<string, { passes: number; shortInARow: number }>();
  readonly #rooms = new Set<string>();
  /** By consultation, how long its requested pass is held yet. */
  readonly #holds = new Map<string, { untilMs: number; afterPassMs: number }>();
  state: ScheduleState;
  nowMs = 0;
  cancelled = false;

  constructor(hasShortServer: boolean) {
    this.state = initialSchedule(hasShortServer);
  }

  send(event: ScheduleEvent): readonly ScheduleEffect[] {
    if (event.type === "submit") this.submitted.add(event.id);
    if ("room" in event) this.#rooms.add(event.room);
    this.#hold(event);
    if (event.type === "consultation_cancelled" || event.type === "job_cancelled") {
      this.cancelled = true;
      for (const job of this.running.values()) {
        const concerned = event.type === "job_cancelled"
          ? job.id === event.job
          : job.consultation === event.consultation;
        if (concerned) this.#abortAllowed.add(job.id);
      }
    }
    for (const job of this.running.values()) {
      if (job.kind === "prepare") this.#abortAllowed.add(job.id);
    }
    const before = this.state;
    const { state, effects } = schedule(this.state, event, this.nowMs);
    this.state = state;
    for (const effect of effects) this.#see(effect, before);
    this.effects.push(...effects);
    this.#checkState();
    return effects;
  }

  /** What a pass is held for, and what lets it go (QF2, LA2). */
  #hold(event: ScheduleEvent): void {
    if (event.type === "pass_released" && this.#holds.has(event.consultation)) {
      this.#holds.set(event.consultation, { untilMs: this.nowMs, afterPassMs: 0 });
    }
    if (event.type !== "pass_requested") return;
    const { afterPassMs = 0, consultation, holdMs } = event;
    const older = this.#holds.get(consultation);
    this.#holds.set(consultation, {
      untilMs: Math.min(this.nowMs + holdMs, older?.untilMs ?? Infinity),
      afterPassMs: Math.min(afterPassMs, older?.afterPassMs ?? Infinity),
    });
  }

  #passBegins(consultation: string): void {
    const hold = this.#holds.get(consultation);
    assert.ok(hold !== undefined && hold.untilMs <= this.nowMs, "a held pass began too early");
    this.#holds.delete(consultation);
  }

  /** What is made ready behind a pass goes before the one that waits for it. */
  #passLands(consultation: string): void {
    const hold = this.#holds.get(consultation);
    if (hold === undefined || hold.afterPassMs === 0) return;
    this.#holds.set(consultation, { untilMs: this.nowMs + hold.afterPassMs, afterPassMs: 0 });
  }

  /** The server behind `slot` has answered, or let go. */
  finish(slot: SlotName): void {
    const job = this.running.get(slot);
    if (job === undefined) return;
    this.running.delete(slot);
    this.send({ type: "ended", job: job.id });
  }

  advance(ms: number): void {
    this.nowMs += ms;
    this.send({ type: "tick" });
  }

  /** Plays every server and every wait to its end. */
  drain(): void {
    for (let step = 0; step < 10_000; step++) {
      if (this.running.size > 0) {
        for (const slot of [...this.running.keys()]) this.finish(slot);
      } else {
        const wake = nextWakeMs(this.state);
        if (wake === null) break;
        this.nowMs = Math.max(this.nowMs, wake);
        this.send({ type: "tick" });
      }
    }
    for (const id of this.submitted) assert.ok(this.ends.has(id), `${id} never ended`);
    assert.equal(this.activePasses.size, 0, "a pass never ended");
    assert.deepEqual([this.state.waiting, this.state.requests, this.state.passes], [[], [], []]);
  }

  #see(effect: ScheduleEffect, before: ScheduleState): void {
    switch (effect.type) {
      case "start":
        return this.#start(effect.job);
      case "abort":
        assert.ok(this.#abortAllowed.has(effect.job.id), `${effect.job.kind} was aborted`);
        return;
      case "job_ended":
        return this.#end(effect.job, effect.end, before);
      case "deferred":
        assert.ok(effect.job.passInFlight);
        return;
      case "pass_started": {
        const { id, consultation } = effect.pass;
        assert.equal(this.activePasses.has(consultation), false, "two passes at once");
        this.#passBegins(consultation);
        this.activePasses.set(consultation, id);
        for (const kind of PASS_KINDS) this.submitted.add(`${id}/${kind}`);
        return;
      }
      case "pass_ended":
        assert.equal(this.activePasses.get(effect.pass.consultation), effect.pass.id);
        this.activePasses.delete(effect.pass.consultation);
        this.#passLands(effect.pass.consultation);
        return this.#passEnd(effect.pass.id, effect.pass.cancelled ? "cancelled" : "landed");
      case "pass_dropped":
        return this.#passEnd(effect.pass.id, "dropped");
    }
  }

  #passEnd(id: string, end: "landed" | "cancelled" | "dropped"): void {
    assert.equal(this.passEnds.has(id), false, `${id} ended twice`);
    this.passEnds.set(id, end);
  }

  #start(job: Job): void {
    assert.equal(this.running.has(job.slot), false, "two calls on one server");
    assert.ok(this.submitted.has(job.id) && !this.ends.has(job.id));
    assert.equal(this.started.some((one) => one.id === job.id), false, `${job.id} started twice`);
    this.running.set(job.slot, job);
    this.started.push(job);
    const waiting = this.state.waiting.filter((one) => one.slot === job.slot);
    const better = waiting.filter((one) => rank(one) < rank(job));
    const passWaits = waiting.some((one) => isPassKind(one.kind));
    if (isPassKind(job.kind)) {
      assert.equal(better.some((one) => isPassKind(one.kind)), false, "order within passes");
    } else {
      assert.equal(better.length, 0, `${job.kind} went before ${better[0]?.kind}`);
      assert.ok(job.kind !== "prepare" || !passWaits);
    }
    this.#overtaken.delete(job.id);
    for (const one of waiting.filter((one) => isPassKind(one.kind))) {
      const count = this.#overtaken.get(one.id) ?? { passes: 0, shortInARow: 0 };
      const isPass = isPassKind(job.kind);
      const now = {
        passes: count.passes + (isPass ? 1 : 0),
        shortInARow: isPass ? 0 : count.shortInARow + 1,
      };
      this.#overtaken.set(one.id, now);
      assert.ok(now.shortInARow <= MOST_SHORT_IN_A_ROW, "short calls starve a pass");
      if (!this.cancelled) assert.ok(now.passes <= this.#mostPassCalls(one), `${one.kind} starves`);
    }
  }

  /** A call waits for the earlier ones of its pass, and for each other room's at most this often. */
  #mostPassCalls(job: Job): number {
    const place = PASS_KINDS.findIndex((kind) => kind === job.kind);
    return place + (this.#rooms.size - 1) * (2 * place + 1);
  }

  #end(job: Job, end: JobEnd, before: ScheduleState): void {
    assert.equal(this.ends.has(job.id), false, `${job.id} ended twice`);
    this.ends.set(job.id, end);
    const ran = this.started.some((one) => one.id === job.id);
    if (end === "ran") assert.ok(ran);
    if (end === "expired") assert.ok(!ran && (job.deadlineMs ?? Infinity) <= this.nowMs);
    if (end === "abandoned") assert.equal(job.kind, "prepare");
    assert.equal(before.waiting.some((one) => one.id === job.id) && ran, false);
  }

  #checkState(): void {
    for (const slot of ["main", "short"] as const) {
      const here = this.state.slots[slot];
      const waits = this.state.waiting.some((job) => job.slot === slot);
      assert.equal(here?.running?.job.id, this.running.get(slot)?.id);
      assert.equal(waits && here?.running === null, false, "a server idles while a call waits");
    }
    for (const job of this.state.waiting) {
      assert.ok((job.deadlineMs ?? Infinity) > this.nowMs, "a late call still waits");
    }
  }
}

function rank(job: Job): number {
  return JOB_KINDS.indexOf(job.kind);
}

import { heldAfterPass, released } from "@/lib/models/held_requests.ts";
import { afterStart, pickJob } from "@/lib/models/pick_job.ts";
import {
  type ActivePass,
  isPassKind,
  type Job,
  type JobEnd,
  PASS_KINDS,
  type PassRequest,
  type ScheduleState,
  type ShortKind,
  type Slot,
  type SlotName,
} from "@/lib/models/schedule_state.ts";

export type ScheduleEvent =
  | {
    readonly type: "submit";
    readonly id: string;
    readonly kind: ShortKind | "prepare";
    readonly room: string;
    readonly consultation: string;
    /** How long its answer is of use, waiting included. */
    readonly boundMs: number;
    /** The bound that holds instead while a pass is in flight on its server (TT5). */
    readonly boundBehindPassMs: number;
  }
  | {
    readonly type: "pass_requested";
    readonly id: string;
    readonly room: string;
    readonly consultation: string;
    /** 0 to start at once; else it waits this long for the short calls of its turn end (QF2). */
    readonly holdMs: number;
    /** How long it waits once the pass before it has landed, for what is prepared then (LA2). */
    readonly afterPassMs?: number;
  }
  /** The short calls that a pass was held for have returned. */
  | { readonly type: "pass_released"; readonly consultation: string }
  /** A started job has ended, however it ended; sent exactly once for each start. */
  | { readonly type: "ended"; readonly job: string }
  | { readonly type: "job_cancelled"; readonly job: string }
  /** Nothing of this consultation is wanted any more. */
  | { readonly type: "consultation_cancelled"; readonly consultation: string }
  /** Time has passed: see `nextWakeMs`. */
  | { readonly type: "tick" };

export type ScheduleEffect =
  /** `timeoutMs` is what is left of its bound; null when only its own run is bounded. */
  | { readonly type: "start"; readonly job: Job; readonly timeoutMs: number | null }
  /** Tell the running job to stop; it still ends by an `ended` event. */
  | { readonly type: "abort"; readonly job: Job }
  /** Exactly once for every job. */
  | { readonly type: "job_ended"; readonly job: Job; readonly end: JobEnd }
  /** A short call waits behind a pass, with this bound. */
  | { readonly type: "deferred"; readonly job: Job; readonly boundMs: number }
  | { readonly type: "pass_started"; readonly pass: ActivePass }
  | { readonly type: "pass_ended"; readonly pass: ActivePass }
  /** A request that never started: a newer one took its place, or it was cancelled. */
  | { readonly type: "pass_dropped"; readonly pass: PassRequest; readonly by: string | null };

export interface Scheduled {
  readonly state: ScheduleState;
  readonly effects: readonly ScheduleEffect[];
}

/**
 * Decides which model call runs when (LA4, CD2). Pure: the same state, event and time give the same
 * result. One call at a time on a server; nothing that runs is stopped for a short call.
 */
export function schedule(state: ScheduleState, event: ScheduleEvent, nowMs: number): Scheduled {
  const work = new Work(state, nowMs);
  work.take(event);
  work.expire();
  work.startPasses();
  work.startJobs();
  return work.result();
}

/** When to send the next `tick`, or null while nothing waits for time to pass. */
export function nextWakeMs(state: ScheduleState): number | null {
  const deadlines = state.waiting.flatMap((job) => job.deadlineMs ?? []);
  const holds = state.requests.filter((request) => !isActive(state.passes, request.consultation))
    .map((request) => request.heldUntilMs);
  const times = [...deadlines, ...holds];
  return times.length === 0 ? null : Math.min(...times);
}

function isActive(passes: readonly ActivePass[], consultation: string): boolean {
  return passes.some((pass) => pass.consultation === consultation);
}

/** One step under way: fields are replaced, never changed in place. */
class Work {
  readonly #nowMs: number;
  readonly #effects: ScheduleEffect[] = [];
  #state: ScheduleState;

  constructor(state: ScheduleState, nowMs: number) {
    this.#state = state;
    this.#nowMs = nowMs;
  }

  result(): Scheduled {
    return { state: this.#state, effects: this.#effects };
  }

  take(event: ScheduleEvent): void {
    switch (event.type) {
      case "submit":
        return this.#submit(event);
      case "pass_requested":
        return this.#requestPass(event);
      case "pass_released":
        return this.#setRequests(released(this.#state.requests, event.consultation, this.#nowMs));
      case "ended":
        return this.#ended(event.job);
      case "job_cancelled":
        return this.#stop((job) => job.id === event.job, "cancelled");
      case "consultation_cancelled":
        return this.#cancelConsultation(event.consultation);
      case "tick":
        return;
    }
  }

  /** Ends what has waited for too long. */
  expire(): void {
    const isLate = (job: Job) => job.deadlineMs !== null && job.deadlineMs <= this.#nowMs;
    this.#dropWaiting(isLate, "expired");
  }

  startPasses(): void {
    for (const request of this.#state.requests) {
      const isDue = request.heldUntilMs <= this.#nowMs;
      if (isDue && !isActive(this.#state.passes, request.consultation)) this.#startPass(request);
    }
  }

  startJobs(): void {
    for (const name of ["main", "short"] as const) {
      const slot = this.#slot(name);
      if (slot === null || slot.running !== null) continue;
      const job = pickJob(this.#state.waiting.filter((one) => one.slot === name), slot);
      if (job === null) continue;
      const waiting = this.#state.waiting.filter((one) => one !== job);
      const left = waiting.filter((one) => one.slot === name);
      this.#state = { ...this.#state, waiting };
      this.#setSlot(name, afterStart(slot, job, left));
      const timeoutMs = job.deadlineMs === null ? null : job.deadlineMs - this.#nowMs;
      this.#effects.push({ type: "start", job, timeoutMs });
    }
  }

  #submit(event: Extract<ScheduleEvent, { type: "submit" }>): void {
    const { id, kind, room, consultation, boundMs, boundBehindPassMs } = event;
    const slot = this.#slot("short") === null ? "main" : "short";
    const passInFlight = this.#passInFlight(slot, null);
    const bound = passInFlight ? boundBehindPassMs : boundMs;
    const job: Job = {
      id,
      kind,
      room,
      consultation,
      pass: null,
      slot,
      seq: this.#state.seq,
      submittedMs: this.#nowMs,
      deadlineMs: this.#nowMs + bound,
      passInFlight,
    };
    if (kind !== "prepare") this.#abandonPreparation(slot);
    this.#enqueue([job]);
    if (passInFlight) this.#effects.push({ type: "deferred", job, boundMs: bound });
  }

  /** A newer request takes the place of one that has not started, and waits no longer than it. */
  #requestPass(event: Extract<ScheduleEvent, { type: "pass_requested" }>): void {
    const { id, room, consultation, holdMs, afterPassMs = 0 } = event;
    const older = this.#state.requests.find((one) => one.consultation === consultation);
    const heldUntilMs = Math.min(this.#nowMs + holdMs, older?.heldUntilMs ?? Infinity);
    if (older !== undefined) this.#effects.push({ type: "pass_dropped", pass: older, by: id });
    const others = this.#state.requests.filter((one) => one !== older);
    const afterMs = Math.min(afterPassMs, older?.afterPassMs ?? Infinity);
    this.#setRequests([...others, { id, room, consultation, heldUntilMs, afterPassMs: afterMs }]);
  }

  #startPass({ id, room, consultation }: PassRequest): void {
    const pass: ActivePass = {
      id,
      room,
      consultation,
      openJobs: PASS_KINDS.length,
      cancelled: false,
    };
    const passInFlight = this.#passInFlight("main", id);
    const jobs = PASS_KINDS.map((kind, index): Job => ({
      id: `${id}/${kind}`,
      kind,
      room,
      consultation,
      pass: id,
      slot: "main",
      seq: this.#state.seq + index,
      submittedMs: this.#nowMs,
      deadlineMs: null,
      passInFlight,
    }));
    const requests = this.#state.requests.filter((request) => request.id !== id);
    this.#state = { ...this.#state, requests, passes: [...this.#state.passes, pass] };
    this.#effects.push({ type: "pass_started", pass });
    this.#abandonPreparation("main");
    this.#enqueue(jobs);
  }

  #enqueue(jobs: readonly Job[]): void {
    const { waiting, seq } = this.#state;
    this.#state = { ...this.#state, waiting: [...waiting, ...jobs], seq: seq + jobs.length };
  }

  #ended(id: string): void {
    for (const name of ["main", "short"] as const) {
      const slot = this.#slot(name);
      if (slot === null || slot.running?.job.id !== id) continue;
      const { job, stopping } = slot.running;
      this.#setSlot(name, { ...slot, running: null });
      this.#jobEnded(job, stopping ?? "ran");
    }
  }

  #abandonPreparation(slot: SlotName): void {
    this.#stop((job) => job.kind === "prepare" && job.slot === slot, "abandoned");
  }

  #cancelConsultation(consultation: string): void {
    const mine = (one: { consultation: string }) => one.consultation === consultation;
    for (const pass of this.#state.requests.filter(mine)) {
      this.#effects.push({ type: "pass_dropped", pass, by: null });
    }
    this.#state = {
      ...this.#state,
      requests: this.#state.requests.filter((request) => !mine(request)),
      passes: this.#state.passes.map((pass) => mine(pass) ? { ...pass, cancelled: true } : pass),
    };
    this.#stop(mine, "cancelled");
  }

  /** Ends what waits; what runs is told to stop, and keeps its server until it has. */
  #stop(concerns: (job: Job) => boolean, end: "cancelled" | "abandoned"): void {
    this.#dropWaiting(concerns, end);
    for (const name of ["main", "short"] as const) {
      const slot = this.#slot(name);
      const running = slot?.running ?? null;
      if (slot === null || running === null) continue;
      if (running.stopping !== null || !concerns(running.job)) continue;
      this.#setSlot(name, { ...slot, running: { ...running, stopping: end } });
      this.#effects.push({ type: "abort", job: running.job });
    }
  }

  #dropWaiting(concerns: (job: Job) => boolean, end: JobEnd): void {
    const dropped = this.#state.waiting.filter(concerns);
    if (dropped.length === 0) return;
    const waiting = this.#state.waiting.filter((job) => !concerns(job));
    this.#state = { ...this.#state, waiting };
    for (const job of dropped) this.#jobEnded(job, end);
  }

  #jobEnded(job: Job, end: JobEnd): void {
    this.#effects.push({ type: "job_ended", job, end });
    const pass = this.#state.passes.find((one) => one.id === job.pass);
    if (pass === undefined) return;
    const left: ActivePass = { ...pass, openJobs: pass.openJobs - 1 };
    const others = this.#state.passes.filter((one) => one !== pass);
    const passes = left.openJobs === 0 ? others : [...others, left];
    this.#state = { ...this.#state, passes };
    if (left.openJobs > 0) return;
    this.#effects.push({ type: "pass_ended", pass: left });
    this.#setRequests(heldAfterPass(this.#state.requests, left.consultation, this.#nowMs));
  }

  /** Does a pass other than `own` have a call running or waiting on this server? */
  #passInFlight(slot: SlotName, own: string | null): boolean {
    const running = this.#slot(slot)?.running?.job;
    const jobs = running === undefined ? this.#state.waiting : [running, ...this.#state.waiting];
    return jobs.some((job) => job.slot === slot && isPassKind(job.kind) && job.pass !== own);
  }

  #slot(name: SlotName): Slot | null {
    return this.#state.slots[name];
  }

  #setRequests(requests: readonly PassRequest[]): void {
    this.#state = { ...this.#state, requests };
  }

  #setSlot(name: SlotName, slot: Slot): void {
    this.#state = { ...this.#state, slots: { ...this.#state.slots, [name]: slot } };
  }
}

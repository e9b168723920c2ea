import { getLogger } from "@logtape/logtape";
import type { Consultation } from "@/lib/record/consultation_row.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { FinaliseStep } from "@/lib/record/finalise_store.ts";
import {
  declarationDeadline,
  waitForDeclaration,
} from "@/lib/consultation/finalise/declaration_wait.ts";
import {
  Cancelled,
  FinaliseJob,
  type FinaliseParts,
  type StepEnd,
} from "@/lib/consultation/finalise/finalise_job.ts";
import {
  type FinalisePhase,
  type FinaliseProgress,
  finaliseProgress,
  waitingProgress,
} from "@/lib/consultation/finalise/progress.ts";

export interface FinaliserParts extends FinaliseParts {
  /** How long "Who spoke?" is waited for after Stop. */
  readonly declarationWaitMs: number;
  /** The same where Alba has led a part of it (VI5): the doctor may have left the page to her. */
  readonly autoDeclarationWaitMs: number;
}

export interface FinaliseListener {
  onProgress(progress: FinaliseProgress): void;
  /** The consultation is ready for its review, whatever the steps came to. */
  onDone(): void;
}

export interface FinaliseState extends FinaliseProgress {
  /** Wall time at which waiting for "Who spoke?" ends; null once it is answered or over. */
  readonly awaitingDeclarationUntil: number | null;
}

export type RedeclareOutcome =
  | { readonly ok: true }
  | {
    readonly ok: false;
    readonly code: "not_found" | "wrong_state" | "storage";
    readonly words: string;
  };

/** The box's work on consultations that are over: one at a time, behind live ears (CO3, FI1). */
export interface Finaliser {
  /** Works on a consultation whose recording is sealed; goes on where a crash left it. */
  start(consultation: ConsultationId, listener: FinaliseListener): void;
  /** "Who spoke?" was answered or skipped, as the record now says. */
  declared(consultation: ConsultationId): void;
  /** Gives the answer, or changes it until approval: then the speakers are told apart anew. */
  redeclare(consultation: ConsultationId, speakers: number | null): RedeclareOutcome;
  /**
   * Stop was undone (CO6): its work ends, and from this call on nothing more of it is written. What
   * it has written is the record's to discard.
   */
  cancel(consultation: ConsultationId): void;
  /** What is being done to a consultation; null when nothing is. */
  state(consultation: string): FinaliseState | null;
  /** Stops all work at once; what is not written is done again after the next start. */
  close(): Promise<void>;
}

/** Progress is told when it moved by this much, not at each of a thousand windows. */
const TOLD_STEP = 0.005;

export function openFinaliser(parts: FinaliserParts): Finaliser {
  return new SerialFinaliser(parts);
}

interface Work {
  progress: FinaliseProgress;
  readonly undone: AbortController;
  listener: FinaliseListener | null;
  /** Ends the wait for the declaration, while it is waited for. */
  release: () => void;
}

class SerialFinaliser implements Finaliser {
  readonly #parts: FinaliserParts;
  readonly #closing = new AbortController();
  readonly #works = new Map<string, Work>();
  readonly #log = getLogger(["alba", "consultation", "finalise"]);
  /** Settles when all work asked for so far is over. */
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: FinaliserParts) {
    this.#parts = parts;
  }

  start(consultation: ConsultationId, listener: FinaliseListener): void {
    const known = this.#works.get(consultation);
    if (known !== undefined) {
      known.listener = listener;
      return;
    }
    const progress = waitingProgress(this.#works.size);
    const work = newWork(progress, listener);
    this.#works.set(consultation, work);
    listener.onProgress(progress);
    this.#enqueue(consultation, work, () => this.#finalise(consultation, work));
  }

  declared(consultation: ConsultationId): void {
    this.#works.get(consultation)?.release();
  }

  redeclare(consultation: ConsultationId, speakers: number | null): RedeclareOutcome {
    const { record } = this.#parts;
    const found = record.consultations.get(consultation);
    if (found === undefined) {
      const words = `Cannot find consultation "${consultation}": no such row`;
      return { ok: false, code: "not_found", words };
    }
    if (found.state === "live" || found.state === "approved") {
      const words = `Cannot change who spoke in "${consultation}": it is ${found.state}`;
      return { ok: false, code: "wrong_state", words };
    }
    const written = record.transaction(() =>
      record.consultations.setSpeakers(consultation, speakers)
    );
    if (!written.ok) return { ok: false, code: "storage", words: written.words };
    this.declared(consultation);
    if (found.state === "review" && !this.#works.has(consultation)) {
      const work = newWork(waitingProgress(0), null);
      this.#works.set(consultation, work);
      this.#enqueue(consultation, work, () => this.#tellApartAgain(consultation, work));
    }
    return { ok: true };
  }

  cancel(consultation: ConsultationId): void {
    this.#works.get(consultation)?.undone.abort();
    this.#works.delete(consultation);
  }

  state(consultation: string): FinaliseState | null {
    const work = this.#works.get(consultation);
    if (work === undefined) return null;
    const { record, clock, speakers } = this.#parts;
    const row = record.consultations.get(consultation as ConsultationId);
    const asked = row !== undefined && row.state !== "review" && speakers.available;
    const until = asked ? declarationDeadline(row, this.#waitMs(row.id)) : null;
    const over = until === null || until <= clock.wallMs();
    return { ...work.progress, awaitingDeclarationUntil: over ? null : until };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue;
  }

  #enqueue(consultation: ConsultationId, work: Work, run: () => Promise<void>): void {
    const told = this.#toldToStop(work);
    this.#queue = this.#queue.then(async () => {
      if (told.aborted) return;
      const finished = await this.#safely(consultation, told, run);
      if (told.aborted) return;
      this.#works.delete(consultation);
      if (finished) work.listener?.onDone();
    });
  }

  /** The service is stopping, or Stop was undone. */
  #toldToStop(work: Work): AbortSignal {
    return AbortSignal.any([this.#closing.signal, work.undone.signal]);
  }

  /** False when the service is stopping; a mistake of ours must not keep anybody from the review. */
  async #safely(
    consultation: ConsultationId,
    told: AbortSignal,
    run: () => Promise<void>,
  ): Promise<boolean> {
    try {
      await run();
    } catch (error) {
      if (error instanceof Cancelled || told.aborted) return false;
      this.#log.error("Finalising went on without a part of its work", {
        consultation,
        error: error instanceof Error ? error.name : "unknown",
      });
    }
    return !told.aborted;
  }

  async #finalise(id: ConsultationId, work: Work): Promise<void> {
    const job = this.#job(id, work);
    if (job === null) return;
    await this.#step(job, "transcript", () => job.transcript());
    await this.#declaration(id, work);
    await this.#step(job, "speakers", () => job.speakers());
    await this.#step(job, "quality", () => job.quality());
    await this.#step(job, "envelope", () => job.envelope());
    await this.#followAnswer(job);
  }

  async #tellApartAgain(id: ConsultationId, work: Work): Promise<void> {
    const job = this.#job(id, work);
    if (job !== null) await this.#followAnswer(job);
  }

  /** An answer that came or changed after the speakers were told apart is followed, too. */
  async #followAnswer(job: FinaliseJob): Promise<void> {
    const { record } = this.#parts;
    const { id } = job.consultation;
    for (;;) {
      const row = record.consultations.get(id);
      const told = record.finalising.get(id, "speakers");
      if (row === undefined || row.state === "approved") return;
      if (told !== undefined && told.result["declared"] === row.speakers) return;
      const before = row.speakers;
      const end = await this.#tried(job, "speakers", () => job.speakers());
      if (end.result["declared"] !== before) return;
    }
  }

  async #step(job: FinaliseJob, step: FinaliseStep, run: () => Promise<StepEnd>): Promise<void> {
    const known = this.#parts.record.finalising.get(job.consultation.id, step);
    if (known !== undefined && known.state !== "begun") return;
    await this.#tried(job, step, run);
  }

  /** A step that cannot be done is noted, and the next one goes on. */
  async #tried(
    job: FinaliseJob,
    step: FinaliseStep,
    run: () => Promise<StepEnd>,
  ): Promise<StepEnd> {
    let end: StepEnd;
    try {
      end = await run();
    } catch (error) {
      if (error instanceof Cancelled || this.#closing.signal.aborted) throw error;
      const name = error instanceof Error ? error.name : "unknown";
      const consultation = job.consultation.id;
      this.#log.error("A step of finalising failed", { consultation, step, error: name });
      end = { outcome: "failed", code: "unexpected", result: {} };
    }
    job.end(step, end);
    return end;
  }

  #job(id: ConsultationId, work: Work): FinaliseJob | null {
    const found = this.#parts.record.consultations.get(id);
    if (found === undefined) return null;
    return new FinaliseJob(found, this.#parts, this.#toldToStop(work), this.#teller(work));
  }

  async #declaration(id: ConsultationId, work: Work): Promise<void> {
    const { record, clock, speakers } = this.#parts;
    // Nobody can tell voices apart here, so the answer would change nothing that cannot follow it.
    if (!speakers.available) return;
    const row: Consultation | undefined = record.consultations.get(id);
    const waitMs = this.#waitMs(id);
    const until = row === undefined ? null : declarationDeadline(row, waitMs);
    if (until === null) return;
    this.#teller(work)("declaration", 0);
    const told = this.#toldToStop(work);
    await waitForDeclaration(
      clock,
      until,
      waitMs,
      told,
      (release) => work.release = release,
    );
    if (told.aborted) throw new Cancelled();
  }

  #waitMs(id: ConsultationId): number {
    const { autoDeclarationWaitMs, declarationWaitMs, record } = this.#parts;
    return record.runs.list(id).length === 0 ? declarationWaitMs : autoDeclarationWaitMs;
  }

  /** Turns a phase's own share into progress, measured from where the phase began here. */
  #teller(work: Work): (phase: FinalisePhase, done: number) => void {
    const { clock } = this.#parts;
    let begun: { phase: FinalisePhase; atMs: number; done: number } | null = null;
    return (phase, done) => {
      if (begun === null || begun.phase !== phase) {
        begun = { phase, atMs: clock.monotonicMs(), done };
      }
      const since = { sinceMs: clock.monotonicMs() - begun.atMs, begunAt: begun.done };
      const progress = finaliseProgress(phase, done, since);
      const before = work.progress;
      work.progress = progress;
      const moved = Math.abs(progress.share - before.share) >= TOLD_STEP;
      if (moved || progress.words !== before.words) work.listener?.onProgress(progress);
    };
  }
}

function newWork(progress: FinaliseProgress, listener: FinaliseListener | null): Work {
  return { progress, listener, undone: new AbortController(), release: () => {} };
}

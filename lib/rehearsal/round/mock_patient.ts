import type { Clock } from "@/lib/clock.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { newPatient, patientStep } from "@/lib/rehearsal/patients/patient.ts";
import type { PatientState, Segment, Utterance } from "@/lib/rehearsal/patients/patient_state.ts";
import type { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import type { SimulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import { drawLogNormal, forkSeed, type Seeded, seeded } from "@/lib/rehearsal/seeded.ts";

/** Last word to committed text, as measured with the base model alone (docs/measurements/ears.md). */
const COMMIT_MEDIAN_MS = 800;
const COMMIT_SPREAD = 0.25;

/** Of a silence the ears decide this often, and so long after it (docs/measurements/ears.md). */
const DECIDE_STEP_MS = 1_000;
const DECIDE_LAG_MS = 1_000;

/** A patient's own sense of a silence; `patientStep` is told this often. */
const SILENCE_STEP_MS = 500;

interface Planned {
  readonly segment: Segment;
  readonly kind: Utterance["kind"];
  readonly fromMs: number;
  readonly toMs: number;
  readonly cancel: () => void;
}

export interface MockPatientParts {
  readonly card: CaseCard;
  readonly seed: number;
  readonly clock: Clock;
  readonly room: RoomSound;
  readonly ears: SimulatedEars;
  readonly isAlbaHeard: () => boolean;
}

/** A seeded patient on the time line: it speaks into the room, and its words become text. */
export class MockPatient {
  readonly #parts: MockPatientParts;
  readonly #random: Seeded;
  #state: PatientState;
  #planned: Planned[] = [];
  #unsaid: readonly Segment[] = [];
  #lastSoundMs = 0;
  #committedAtMs = 0;
  /** What has been or will be said and is not text yet. */
  readonly #undecided = new Set<{ readonly fromMs: number }>();
  readonly #told = new Set<string>();
  #lastText = "";
  /** Turns of the patient's that something of ours cut short. */
  cutOffs = 0;
  /** Utterances that the patient has begun. */
  turns = 0;

  constructor(parts: MockPatientParts) {
    this.#parts = parts;
    this.#state = newPatient(parts.card, parts.seed);
    this.#random = seeded(forkSeed(parts.seed, "commit lag"));
    this.#stepLater();
    this.#decideLater();
  }

  /** Facts that stand in the transcript. */
  told(): readonly string[] {
    return [...this.#told];
  }

  /** More of the same turn is to come. */
  isMidTurn(): boolean {
    const nowMs = this.#parts.clock.monotonicMs();
    return this.#planned.some(({ kind, toMs }) => kind === "speech" && toMs > nowMs);
  }

  handsBack(): boolean {
    return this.#lastText === this.#parts.card.handBack;
  }

  /** A voice begins: a patient does not talk over it. `asks` when it is a question of Alba's own. */
  hush(asks: boolean): void {
    const nowMs = this.#parts.clock.monotonicMs();
    const unsaid = this.#planned.filter(({ fromMs }) => fromMs >= nowMs);
    if (asks && unsaid.some(({ kind }) => kind === "speech")) this.cutOffs += 1;
    for (const { cancel } of unsaid) cancel();
    this.#planned = this.#planned.filter(({ fromMs }) => fromMs < nowMs);
    this.#parts.room.hushFrom(nowMs);
    this.#unsaid = [...this.#unsaid, ...unsaid.map(({ segment }) => segment)];
  }

  /** Somebody has spoken to the end. */
  hear(text: string): void {
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    this.#lastSoundMs = this.#parts.clock.monotonicMs();
    this.#step({ type: "heard", text, unsaid });
  }

  #stepLater(): void {
    this.#parts.clock.after(SILENCE_STEP_MS, () => {
      this.#onSilence();
      this.#stepLater();
    });
  }

  /** The ears decide also that nobody spoke, or that a cough is no word. */
  #decideLater(): void {
    const { clock, ears } = this.#parts;
    clock.after(DECIDE_STEP_MS, () => {
      const begun = [...this.#undecided].map(({ fromMs }) => fromMs);
      ears.heardThrough(Math.max(0, Math.min(clock.monotonicMs() - DECIDE_LAG_MS, ...begun)));
      this.#decideLater();
    });
  }

  #onSilence(): void {
    const { clock, isAlbaHeard } = this.#parts;
    const nowMs = clock.monotonicMs();
    this.#planned = this.#planned.filter(({ toMs }) => toMs > nowMs);
    if (isAlbaHeard()) this.#lastSoundMs = nowMs;
    if (this.#planned.length > 0 || isAlbaHeard()) return;
    this.#step({ type: "silence", ms: nowMs - this.#lastSoundMs });
  }

  #step(input: Parameters<typeof patientStep>[2]): void {
    const { state, says } = patientStep(this.#parts.card, this.#state, input);
    this.#state = state;
    let fromMs = Math.max(this.#parts.clock.monotonicMs(), this.#lastSoundMs);
    for (const utterance of says) fromMs = this.#say(utterance, fromMs);
  }

  /** Lays an utterance on the time line; returns when it will be over. */
  #say({ kind, segments, startDelayMs }: Utterance, afterMs: number): number {
    const { clock, room } = this.#parts;
    this.turns += 1;
    let atMs = Math.max(clock.monotonicMs(), afterMs + startDelayMs);
    for (const segment of segments) {
      const [fromMs, toMs] = [atMs, atMs + segment.speechMs];
      room.add({ fromMs, toMs, kind });
      const cancel = this.#commitLater(segment, kind, fromMs, toMs);
      this.#planned.push({ segment, kind, fromMs, toMs, cancel });
      this.#lastSoundMs = Math.max(this.#lastSoundMs, toMs);
      atMs = toMs + segment.pauseAfterMs;
    }
    return this.#lastSoundMs;
  }

  /** Words become text in their order, each a while after its last word. */
  #commitLater(
    segment: Segment,
    kind: Utterance["kind"],
    fromMs: number,
    toMs: number,
  ): () => void {
    const { clock, ears } = this.#parts;
    const lagMs = drawLogNormal(this.#random, COMMIT_MEDIAN_MS, COMMIT_SPREAD);
    if (segment.text === "") return () => {};
    this.#committedAtMs = Math.max(this.#committedAtMs + 1, toMs + lagMs);
    const waits = { fromMs };
    this.#undecided.add(waits);
    const cancel = clock.after(this.#committedAtMs - clock.monotonicMs(), () => {
      this.#undecided.delete(waits);
      for (const fact of segment.facts) this.#told.add(fact);
      if (kind === "speech") this.#lastText = segment.text;
      ears.commit(segment.text, fromMs, toMs);
    });
    return () => {
      this.#undecided.delete(waits);
      cancel();
    };
  }
}

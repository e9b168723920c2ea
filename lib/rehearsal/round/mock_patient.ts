import type { Clock } from "@/lib/clock.ts";
import type { CaseCard } from "@/lib/rehearsal/patients/case_card.ts";
import { newPatient, patientStep } from "@/lib/rehearsal/patients/patient.ts";
import type { PatientState, Segment, Utterance } from "@/lib/rehearsal/patients/patient_state.ts";
import type { RoomSound } from "@/lib/rehearsal/round/room_sound.ts";
import type { SimulatedEars } from "@/lib/rehearsal/round/simulated_ears.ts";
import { talksOnMs, wordsFate } from "@/lib/rehearsal/patients/profiles.ts";
import type { Profile } from "@/lib/rehearsal/patients/profiles.ts";
import type { FaultHits } from "@/lib/rehearsal/round/fault_hits.ts";
import { drawLogNormal, forkSeed, type Seeded, seeded } from "@/lib/rehearsal/seeded.ts";

/** Last word to committed text, as measured with the base model alone (docs/measurements/ears.md). */
const COMMIT_MEDIAN_MS = 800;
const COMMIT_SPREAD = 0.25;

/** What was told stands in the transcript when most of its words do. */
const TOLD_SHARE = 0.5;

/** A patient's own sense of a silence; `patientStep` is told this often. */
const SILENCE_STEP_MS = 500;

const INTERJECTION = "Sorry, can I just say something about that?";

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
  readonly profile: Profile;
  readonly hits: FaultHits;
  readonly isAlbaHeard: () => boolean;
}

/** A seeded patient on the time line: it speaks into the room, and its words become text. */
export class MockPatient {
  readonly #parts: MockPatientParts;
  readonly #random: Seeded;
  readonly #interjections: Seeded;
  #state: PatientState;
  #planned: Planned[] = [];
  #unsaid: readonly Segment[] = [];
  #lastSoundMs = 0;
  /** In the order in which they became text. */
  readonly #texts: { readonly endMs: number; readonly atMs: number }[] = [];
  #pieces = 0;
  #spokenInto = 0;
  readonly #told = new Set<string>();
  #lastText = "";
  /** Turns of the patient's that something of ours cut short. */
  cutOffs = 0;
  /** Utterances that the patient has begun. */
  turns = 0;
  /** From the last word of each piece that became text until it was, ms. */
  readonly lagsMs: number[] = [];

  constructor(parts: MockPatientParts) {
    this.#parts = parts;
    this.#state = newPatient(parts.card, parts.seed);
    this.#random = seeded(forkSeed(parts.seed, "commit lag"));
    this.#interjections = seeded(forkSeed(parts.seed, "interjections"));
    this.#stepLater();
  }

  /** Where what had become text by then ends, ms; null before the first. */
  textEndMs(byMs: number): number | null {
    return this.#texts.findLast(({ atMs }) => atMs <= byMs)?.endMs ?? null;
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

  /**
   * A voice begins, for `ms`: a patient does not talk over it, or only for a while. `asks` when it is a
   * question of Alba's own.
   */
  hush(asks: boolean, ms: number): void {
    const { clock, hits, profile, room } = this.#parts;
    const nowMs = clock.monotonicMs();
    const talksMs = talksOnMs(profile, this.#spokenInto++);
    const untilMs = nowMs + talksMs;
    const [unsaid, kept] = split(this.#planned, ({ fromMs }) => fromMs >= untilMs);
    if (asks && unsaid.some(({ kind }) => kind === "speech")) this.cutOffs += 1;
    for (const { cancel } of unsaid) cancel();
    this.#planned = kept;
    room.hushFrom(untilMs);
    this.#unsaid = [...this.#unsaid, ...unsaid.map(({ segment }) => segment)];
    if (talksMs === 0) return;
    hits.add("talks_over");
    const talksOn = kept.some(({ kind, toMs }) => kind === "speech" && toMs > nowMs);
    if (!talksOn) this.#interject(nowMs + this.#interjections.between(0, ms), talksMs);
  }

  /** Something that is no answer: words that come into Alba's own. */
  #interject(fromMs: number, ms: number): void {
    const { clock, room } = this.#parts;
    const segment = { text: INTERJECTION, speechMs: ms, pauseAfterMs: 0, facts: [], opening: 0 };
    const toMs = fromMs + ms;
    clock.after(fromMs - clock.monotonicMs(), () => {
      this.turns += 1;
      room.add({ fromMs, toMs, kind: "speech" });
      this.#lastSoundMs = Math.max(this.#lastSoundMs, toMs);
      this.#planned.push({ segment, kind: "speech", fromMs, toMs, cancel: () => {} });
      this.#commitLater(segment, "speech", fromMs, toMs);
    });
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

  /** Words become text in their order, each a while after its last word, if the ears have them. */
  #commitLater(
    segment: Segment,
    kind: Utterance["kind"],
    fromMs: number,
    toMs: number,
  ): () => void {
    const { clock, ears, hits, profile } = this.#parts;
    const lagMs = drawLogNormal(this.#random, COMMIT_MEDIAN_MS, COMMIT_SPREAD);
    if (segment.text === "") return () => {};
    const fate = wordsFate(profile, this.#pieces++);
    if (fate.kind === "lost") hits.add("lost_words");
    else if (fate.lateMs > 0) hits.add("late_words");
    return ears.expect({
      ...{ text: segment.text, fromMs, toMs },
      isLost: fate.kind === "lost",
      lagMs: lagMs + (fate.kind === "text" ? fate.lateMs : 0),
      decided: (heard, of) => {
        if (kind === "speech") this.#lastText = segment.text;
        if (heard === 0) return;
        const atMs = clock.monotonicMs();
        this.#texts.push({ endMs: toMs, atMs });
        this.lagsMs.push(atMs - toMs);
        if (heard < of * TOLD_SHARE) return;
        for (const fact of segment.facts) this.#told.add(fact);
      },
    });
  }
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

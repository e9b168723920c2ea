import type { Clock } from "@/lib/clock.ts";
import type { AutoPage } from "@/lib/page/auto_page_port.ts";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { forkSeed, type Seeded, seeded } from "@/lib/rehearsal/seeded.ts";
import type { SimulatedPage } from "@/lib/rehearsal/round/simulated_page.ts";

/** A doctor reads a banner before tapping it away. */
const READS_MS = { from: 2_000, to: 12_000 } as const;

/** How long a doctor takes over "Ask yours instead" or "Let Alba ask". */
const CHOOSES_MS = { from: 800, to: 4_000 } as const;

/** How often, of all doctors. */
const TAKES_OVER = 0.15;
const DISPLACES = 0.5;
const STARTS_AGAIN = 0.25;
const TAPS_TWICE = 0.4;

const TAPS_FIRST = 0.15;
const TURNS_OFF = 0.15;

/** A question of Alba's has begun by then, and is not over. */
const TURNS_OFF_MS = 1_200;

/** Before auto mode is on, and so before anybody has been told what listens. */
const TAPS_FIRST_MS = 200;

/** A second tap falls into the voice that the first has called up. */
const TAPS_AGAIN_MS = 1_500;

/** What a doctor does of their own accord, each at some time of the consultation. */
const HABITS = [
  { what: "tap_question", share: 0.3 },
  { what: "tap_question", share: 0.15 },
  { what: "tap_phrase", share: 0.15 },
  { what: "hand_over", share: 0.15 },
  { what: "tap_handover", share: 0.1 },
  { what: "escape", share: 0.12 },
  { what: "off_and_on", share: 0.1 },
  { what: "typed", share: 0.1 },
  { what: "off_the_record", share: 0.05 },
] as const;
type Habit = typeof HABITS[number]["what"];

/** Habits fall into the first minutes, when most of a history is taken. */
const HABIT_MS = { from: 15_000, to: 420_000 } as const;

/** What a doctor sees and presses. */
export type DoctorsPage =
  & Pick<SimulatedPage, "autoView" | "cancelSpeech" | "live" | "send" | "speak">
  & { readonly auto: Pick<AutoPage, "choose" | "handOver" | "resume" | "takeOver" | "toggle"> };

export interface MockDoctorParts {
  readonly clock: Clock;
  readonly page: DoctorsPage;
  readonly seed: number;
  /** The doctor's own hand; false for a doctor who only supervises. */
  readonly isActive: boolean;
  /** The history is taken, or the doctor has had enough. */
  readonly onDone: () => void;
}

/** The supervising doctor: starts the run, reads the banners, and has habits drawn from the seed. */
export class MockDoctor {
  readonly #parts: MockDoctorParts;
  readonly #random: Seeded;
  readonly #tapsTwice: boolean;
  /** Turns auto mode off in the middle of a question, once. */
  #turnsOff: boolean;
  /** Alarms that a tap of this doctor's has named, each in the words on the page at such a tap. */
  readonly tapped = new Map<string, readonly string[]>();
  #isReading = false;
  #restarts = 0;
  #hasStopped = false;
  #isOn = false;

  constructor(parts: MockDoctorParts) {
    this.#parts = parts;
    this.#random = seeded(forkSeed(parts.seed, "doctor"));
    this.#tapsTwice = seeded(forkSeed(parts.seed, "taps twice")).chance(TAPS_TWICE);
    this.#turnsOff = seeded(forkSeed(parts.seed, "turns off")).chance(TURNS_OFF) && parts.isActive;
    const tapsFirst = seeded(forkSeed(parts.seed, "taps first")).chance(TAPS_FIRST);
    if (tapsFirst && parts.isActive) this.#after(TAPS_FIRST_MS, () => this.#act("tap_phrase"));
    this.#after(500, () => parts.page.auto.toggle(true));
    for (const { what, share } of HABITS) {
      const has = this.#random.chance(share) && parts.isActive;
      const atMs = this.#random.between(HABIT_MS.from, HABIT_MS.to);
      if (has) this.#after(atMs, () => this.#act(what));
    }
  }

  /** Has pressed Esc or Stop, ever. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  heard(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        // A pause that fell into a gap of the line stands there when the page is back.
        if ((message.auto?.paused ?? []).length > 0) this.#read();
        return this.#foundOff(message.auto?.on === true);
      case "auto_paused":
        return message.actions.length > 0 ? this.#read() : undefined;
      case "auto_speak":
        return "agenda" in message.ref ? this.#turnOff() : undefined;
      case "speak_confirm":
        return this.#choose();
      case "auto_toggled":
        this.#isOn = message.on;
        return message.on || message.starting ? undefined : this.#runOver();
      default:
        return;
    }
  }

  #after(ms: number, act: () => void): void {
    this.#parts.clock.after(ms, act);
  }

  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const { auto } = this.#parts.page;
    const takesOver = this.#random.chance(TAKES_OVER);
    this.#after(this.#random.between(READS_MS.from, READS_MS.to), () => {
      this.#isReading = false;
      const view = this.#parts.page.autoView;
      if (view === null || view.phase !== "PAUSED_URGENT") return;
      const shown = view.paused.map(({ id }) => id);
      for (const { action, id } of this.#displayed(shown)) {
        this.tapped.set(id, [...this.tapped.get(id) ?? [], action]);
      }
      if (takesOver) auto.takeOver(shown);
      else auto.resume(shown);
      // A new alarm may have come between the look and the tap, or the line may have been down.
      this.#after(1_500, () => {
        if (this.#parts.page.autoView?.phase === "PAUSED_URGENT") this.#read();
      });
    });
  }

  #displayed(shown: readonly string[]) {
    return this.#parts.page.live.alarms.filter(({ id }) => shown.includes(id));
  }

  #turnOff(): void {
    if (!this.#turnsOff) return;
    this.#turnsOff = false;
    this.#after(TURNS_OFF_MS, () => this.#act("off_and_on"));
  }

  #choose(): void {
    const whose = this.#random.chance(DISPLACES) ? "doctor" : "alba";
    const ms = this.#random.between(CHOOSES_MS.from, CHOOSES_MS.to);
    this.#after(ms, () => this.#parts.page.auto.choose(whose));
  }

  #runOver(): void {
    const again = this.#random.chance(STARTS_AGAIN) && this.#restarts === 0;
    if (!again) return this.#after(4_000, this.#parts.onDone);
    this.#restarts += 1;
    this.#after(5_000, () => this.#parts.page.auto.toggle(true));
  }

  /** A page that comes back to a restarted service finds auto mode off, and its doctor turns it on. */
  #foundOff(isOn: boolean): void {
    const wasOn = this.#isOn;
    this.#isOn = isOn;
    if (wasOn && !isOn) this.#after(3_000, () => this.#parts.page.auto.toggle(true));
  }

  #act(habit: Habit): void {
    const { page } = this.#parts;
    switch (habit) {
      case "tap_question":
        if (this.#tapsTwice) this.#after(TAPS_AGAIN_MS, () => this.#tapQuestion());
        return this.#tapQuestion();
      case "tap_phrase":
        return page.speak({ phrase: this.#random.pick(["i_see", "mm_hm", "go_on"] as const) });
      case "hand_over":
        return page.auto.handOver();
      case "tap_handover":
        return page.speak({ phrase: "examination_handover" });
      case "escape":
        this.#hasStopped = true;
        return page.cancelSpeech();
      case "off_and_on":
        page.auto.toggle(false);
        return this.#after(3_000, () => page.auto.toggle(true));
      case "typed":
        page.send({ type: "typed", text: "It hurts more at night.", role: "patient" });
        return;
      case "off_the_record":
        page.send({ type: "pause" });
        return this.#after(8_000, () => page.send({ type: "resume" }));
    }
  }

  #tapQuestion(): void {
    const { agenda } = this.#parts.page.live;
    if (agenda === null || agenda.questions.length === 0) return;
    const index = Math.floor(this.#random.next() * agenda.questions.length);
    this.#parts.page.speak({ agenda: { version: agenda.version, index } });
  }
}

import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Ears, EarsEngine, EarsEvent, EngineState, HeardWord } from "@/lib/engines/ports.ts";
import { textOf } from "@/lib/engines/transcriber/hypothesis.ts";

/** What the fake hears, by its place in the recording; lines are in order and do not overlap. */
export interface FakeLine {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Marks the whole line as heard with doubt. */
  readonly lowConfidence?: boolean;
}

/** Ears for tests and simulation: no clock but the audio, no chance, every event sent within a call. */
export interface FakeEars extends EarsEngine {
  /** The engine is gone: nothing is heard until `recover`, nothing is lost. */
  die(): void;
  /** As `die`, but the engine has not noticed: it only falls behind. */
  hang(): void;
  recover(): void;
}

/** As with the real ears, a line is committed after this much silence. */
const COMMIT_SILENCE: Samples = msToSamples(500);

/** What a hang must have cost before the page is told. */
const BEHIND: Samples = msToSamples(4_000);

/** The two probabilities that a scripted word can have. */
const CONFIDENT = 0.95;
const UNSURE = 0.3;

type Health = "ready" | "dead" | "hung";

export function fakeEars(lines: readonly FakeLine[], clock: Clock): FakeEars {
  const streams = new Set<FakeStream>();
  let health: Health = "ready";
  const change = (next: Health) => {
    health = next;
    for (const stream of [...streams]) stream.follow(next);
  };
  return {
    kind: "whisper",
    state: () => stateOf(health, 0),
    open({ startAt, onEvent }) {
      const onClose = (closed: FakeStream) => streams.delete(closed);
      const stream = new FakeStream({ lines, clock, startAt, onEvent, health, onClose });
      streams.add(stream);
      return stream;
    },
    die: () => change("dead"),
    hang: () => change("hung"),
    recover: () => change("ready"),
  };
}

function stateOf(health: Health, behind: number): EngineState {
  if (health === "dead") return { state: "restarting", words: "Transcriber is restarting" };
  if (health === "ready" || behind < BEHIND) {
    return { state: "ready", words: "Transcriber is ready" };
  }
  const behindS = Math.round(behind / msToSamples(1_000));
  const words = `Catching up, ${behindS} s behind`;
  return { state: "catching_up", words, behindMs: behindS * 1_000 };
}

interface FakeStreamOptions {
  readonly lines: readonly FakeLine[];
  readonly clock: Clock;
  readonly startAt: Samples;
  readonly onEvent: (event: EarsEvent) => void;
  readonly health: Health;
  readonly onClose: (stream: FakeStream) => void;
}

class FakeStream implements Ears {
  readonly #options: FakeStreamOptions;
  readonly #muted: { start: number; end: number }[] = [];
  /** What is still to be said, line by line. */
  #pending: readonly (readonly HeardWord[])[];
  #fed: Samples;
  #heard: Samples;
  #health: Health;
  #told: string;
  #tentative = "";
  #closed = false;
  #flushWaiters: (() => void)[] = [];

  constructor(options: FakeStreamOptions) {
    this.#options = options;
    this.#fed = options.startAt;
    this.#heard = options.startAt;
    this.#health = options.health;
    this.#told = stateOf(options.health, 0).words;
    this.#pending = options.lines
      .map((line) => wordsOf(line).filter((word) => word.start >= options.startAt))
      .filter((words) => words.length > 0);
  }

  feed(pcm: Int16Array, muted: boolean): void {
    if (this.#closed) return;
    const end = samples(this.#fed + pcm.length);
    if (muted && pcm.length > 0) this.#muted.push({ start: this.#fed, end });
    this.#fed = end;
    this.#hear(false);
  }

  flush(timeoutMs: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#health === "ready") {
      this.#hear(true);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.clock.after(timeoutMs, resolve);
    this.#flushWaiters.push(() => {
      cancelTimer();
      resolve();
    });
    return promise;
  }

  close(): void {
    this.#closed = true;
    this.#settleFlushes();
    this.#options.onClose(this);
  }

  follow(health: Health): void {
    this.#health = health;
    this.#tellState();
    this.#hear(this.#flushWaiters.length > 0);
    if (health === "ready") this.#settleFlushes();
  }

  #settleFlushes(): void {
    for (const settle of this.#flushWaiters.splice(0)) settle();
  }

  #tell(event: EarsEvent): void {
    if (!this.#closed) this.#options.onEvent(event);
  }

  #tellState(): void {
    const engine = stateOf(this.#health, this.#fed - this.#heard);
    if (engine.words === this.#told) return;
    this.#told = engine.words;
    this.#tell({ type: "state", engine });
  }

  #hear(flushing: boolean): void {
    this.#tellState();
    if (this.#health !== "ready") return;
    const decided = flushing ? this.#fed : samples(Math.max(0, this.#fed - COMMIT_SILENCE));
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const said = next.filter((word) => word.end <= (flushing ? this.#fed : decided));
      const later = next.slice(said.length);
      if (said.length === 0 || (later.length > 0 && !flushing)) break;
      this.#pending = later.length > 0
        ? [later, ...this.#pending.slice(1)]
        : this.#pending.slice(1);
      this.#commit(said);
    }
    const next = this.#pending[0] ?? [];
    const through = Math.min(decided, next[0]?.start ?? decided);
    if (through > this.#heard) {
      this.#heard = samples(through);
      this.#tell({ type: "heard", through: this.#heard });
    }
    this.#tellTentative(textOf(this.#audible(next)));
  }

  #tellTentative(text: string): void {
    if (text === this.#tentative) return;
    this.#tentative = text;
    this.#tell({ type: "tentative", text });
  }

  #commit(said: readonly HeardWord[]): void {
    const words = this.#audible(said);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return;
    const lowConfidence = words.some((word) => word.probability < CONFIDENT);
    const speech = { start: first.start, end: last.end, text: textOf(words), words, lowConfidence };
    this.#tell({ type: "committed", speech });
  }

  /** The words that have been fed whole and not muted. */
  #audible(words: readonly HeardWord[]): HeardWord[] {
    return words.filter((word) =>
      word.end <= this.#fed &&
      !this.#muted.some((span) => word.start < span.end && word.end > span.start)
    );
  }
}

/** The line's words share its time evenly. */
function wordsOf(line: FakeLine): HeardWord[] {
  const texts = line.text.split(" ");
  const at = (index: number) =>
    msToSamples(line.startMs + (line.endMs - line.startMs) * index / texts.length);
  const probability = line.lowConfidence === true ? UNSURE : CONFIDENT;
  return texts.map((text, index) => ({ text, start: at(index), end: at(index + 1), probability }));
}

import { overlapping, type Span } from "@/lib/audio/spans.ts";
import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Ears, EarsEngine, EarsEvent, EngineState, HeardWord } from "@/lib/engines/ports.ts";

const READY: EngineState = { state: "ready", words: "Transcriber is ready" };
const DEAD: EngineState = { state: "restarting", words: "Transcriber is restarting" };

/** Of a silence the ears decide this often, and so long after it (docs/measurements/ears.md). */
const DECIDE_STEP_MS = 1_000;
const DECIDE_LAG: Samples = msToSamples(1_000);

const CONFIDENT = 0.95;

/** Something said in the room, at its place in time. */
export interface RoomLine {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** From its last word until it is text, if nothing said before it is later. */
  readonly lagMs: number;
  /** The ears take it for no speech. */
  readonly isLost: boolean;
  /** It is text, as far as its words were heard; none where all of it fell away. */
  readonly decided: (heard: number, of: number) => void;
}

export interface SimulatedEars extends EarsEngine {
  /** Tells the ears what will be said; returns how to take it back before it is. */
  expect(line: RoomLine): () => void;
  /** The worker is gone: nothing is decided until it is back, and then all that waited. */
  die(): void;
  recover(): void;
}

export interface SimulatedEarsParts {
  readonly clock: Clock;
  /** Where of the recording a moment of the room falls, in samples. */
  readonly placeOf: (ms: number) => number;
  /** Where there is nothing to hear in it, however often it is read; in order. */
  readonly silences: readonly Span[];
}

interface Waiting {
  readonly line: RoomLine;
  readonly dueMs: number;
  readonly cancel: () => void;
}

/**
 * Ears that are told what is said, and hear of it what they are fed: words under Alba's voice, in gaps
 * and before a stream's start fall away as they do with the real ones (SP8, TR5).
 */
export function simulatedEars(parts: SimulatedEarsParts): SimulatedEars {
  const { clock } = parts;
  const waiting: Waiting[] = [];
  let stream: SimulatedStream | null = null;
  let isDead = false;

  const advance = () => {
    if (stream === null || isDead) return;
    const nowMs = clock.monotonicMs();
    for (let next = waiting[0]; next !== undefined && next.dueMs <= nowMs; next = waiting[0]) {
      if (!stream.commit(next.line)) return;
      waiting.shift();
      stream.decidedThrough(waiting, nowMs);
    }
  };
  const decideLater = () =>
    clock.after(DECIDE_STEP_MS, () => {
      if (!isDead) stream?.decidedThrough(waiting, clock.monotonicMs());
      decideLater();
    });
  const change = (dead: boolean) => {
    if (isDead === dead) return;
    isDead = dead;
    stream?.tell({ type: "state", engine: dead ? DEAD : READY });
    advance();
  };
  decideLater();

  return {
    kind: "whisper",
    state: () => isDead ? DEAD : READY,
    open({ onEvent, startAt }) {
      const opened = new SimulatedStream(parts, startAt, onEvent, {
        fed: advance,
        flush() {
          while (waiting[0] !== undefined && opened.commit(waiting[0].line)) {
            waiting.shift()?.cancel();
          }
        },
        closed: () => void (stream = stream === opened ? null : stream),
      });
      stream = opened;
      return opened;
    },
    expect(line) {
      // In their order: a line does not overtake one that was said before it.
      const dueMs = Math.max(line.toMs + line.lagMs, (waiting.at(-1)?.dueMs ?? 0) + 1);
      const cancel = clock.after(dueMs - clock.monotonicMs(), advance);
      const entry: Waiting = { line, dueMs, cancel };
      waiting.push(entry);
      return () => {
        const at = waiting.indexOf(entry);
        if (at >= 0) waiting.splice(at, 1);
        cancel();
      };
    },
    die: () => change(true),
    recover: () => change(false),
  };
}

interface StreamHost {
  fed(): void;
  flush(): void;
  closed(): void;
}

class SimulatedStream implements Ears {
  readonly #parts: SimulatedEarsParts;
  readonly #startAt: Samples;
  readonly #onEvent: (event: EarsEvent) => void;
  readonly #host: StreamHost;
  readonly #muted: Span[] = [];
  #fed: Samples;
  #through = 0;
  #isClosed = false;

  constructor(
    parts: SimulatedEarsParts,
    startAt: Samples,
    onEvent: (event: EarsEvent) => void,
    host: StreamHost,
  ) {
    this.#parts = parts;
    this.#startAt = startAt;
    this.#onEvent = onEvent;
    this.#host = host;
    this.#fed = startAt;
  }

  feed(pcm: Int16Array, muted: boolean): void {
    const start = this.#fed;
    const end = samples(start + pcm.length);
    this.#fed = end;
    if (muted) this.#muted.push({ start, end });
    this.#host.fed();
  }

  flush(): Promise<void> {
    this.#host.flush();
    return Promise.resolve();
  }

  close(): void {
    this.#isClosed = true;
    this.#host.closed();
  }

  tell(event: EarsEvent): void {
    if (!this.#isClosed) this.#onEvent(event);
  }

  /** False while the recording has not come so far, as when the line is down. */
  commit(line: RoomLine): boolean {
    const { placeOf } = this.#parts;
    const [start, end] = [placeOf(line.fromMs), placeOf(line.toMs)];
    if (end > this.#fed) return false;
    const words = wordsOf(line.text, start, end);
    const heard = line.isLost
      ? []
      : words.filter((word) => word.start >= this.#startAt && this.#isAudible(word));
    const [first, last] = [heard[0], heard.at(-1)];
    line.decided(heard.length, words.length);
    if (first === undefined || last === undefined) return true;
    const text = heard.map((word) => word.text).join(" ");
    const speech = { start: first.start, end: last.end, text, words: heard, lowConfidence: false };
    this.tell({ type: "committed", speech });
    return true;
  }

  /** All before the first line that is being said, or waits, is decided; also that nobody spoke. */
  decidedThrough(waiting: readonly Waiting[], nowMs: number): void {
    const begun = waiting.filter(({ line }) => line.fromMs <= nowMs);
    const starts = begun.map(({ line }) => Math.round(this.#parts.placeOf(line.fromMs)));
    const through = Math.max(0, Math.min(this.#fed - DECIDE_LAG, ...starts));
    if (through <= this.#through) return;
    this.#through = through;
    this.tell({ type: "heard", through: samples(through) });
  }

  #isAudible(word: HeardWord): boolean {
    return [this.#muted, this.#parts.silences].every((spans) =>
      overlapping(spans, word).length === 0
    );
  }
}

/** The words share their line's time evenly. */
function wordsOf(text: string, start: number, end: number): HeardWord[] {
  const texts = text.split(" ");
  const at = (index: number) => samples(Math.round(start + (end - start) * index / texts.length));
  return texts.map((word, index) => ({
    text: word,
    start: at(index),
    end: at(index + 1),
    probability: CONFIDENT,
  }));
}

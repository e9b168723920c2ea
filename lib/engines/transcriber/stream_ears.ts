import { getLogger } from "@logtape/logtape";
import { type Samples, samples, samplesToMs } from "@/lib/audio/units.ts";
import type { Clock } from "@/lib/clock.ts";
import type { Ears, EarsEvent, EngineState } from "@/lib/engines/ports.ts";
import type { DecodedWindow, TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import type { Hypothesis } from "@/lib/engines/transcriber/hypothesis.ts";
import { PcmWindow } from "@/lib/engines/transcriber/pcm_window.ts";
import { stepStream } from "@/lib/engines/transcriber/step.ts";
import {
  initialStream,
  type StreamEffect,
  type StreamEvent,
  type StreamState,
} from "@/lib/engines/transcriber/stream_state.ts";
import { Mailbox } from "@/lib/mailbox.ts";

/** A mistake repeats itself at once: tried again without a pause, it would starve every room. */
const RETRY_AFTER_MISTAKE_MS = 1_000;

type EffectOf<T extends StreamEffect["type"]> = Extract<StreamEffect, { readonly type: T }>;

export interface StreamEarsOptions {
  readonly startAt: Samples;
  readonly backend: TranscriberBackend;
  readonly clock: Clock;
  readonly onEvent: (event: EarsEvent) => void;
  readonly onClose: (ears: StreamEars) => void;
}

/**
 * One recording's stream: keeps its audio, runs the reducer's effects on the backend and hands the
 * answers back as events, one at a time.
 */
export class StreamEars implements Ears {
  readonly #options: StreamEarsOptions;
  readonly #pcm: PcmWindow;
  readonly #closing = new AbortController();
  readonly #mailbox = new Mailbox<StreamEvent>((event) => this.#handle(event));
  readonly #log = getLogger(["alba", "engines", "ears"]);
  #state: StreamState;
  #carry = new Uint8Array();
  #flushWaiters: (() => void)[] = [];

  constructor(options: StreamEarsOptions) {
    this.#options = options;
    this.#pcm = new PcmWindow(options.startAt);
    this.#state = initialStream(options.startAt);
  }

  /** Samples of audio kept in memory. */
  get kept(): number {
    return this.#pcm.length;
  }

  /** The state as this stream's doctor should see it: an engine that works may still be behind. */
  engineState(): EngineState {
    const engine = this.#options.backend.state();
    const { behindS } = this.#state;
    if (engine.state !== "ready" || behindS === null) return engine;
    return {
      state: "catching_up",
      words: `Catching up, ${behindS} s behind`,
      behindMs: behindS * 1000,
    };
  }

  feed(pcm: Int16Array, muted: boolean): void {
    if (this.#closing.signal.aborted) return;
    this.#pcm.append(pcm, muted);
    this.#mailbox.post({ type: "fed", count: pcm.length, muted });
  }

  flush(timeoutMs: number): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.clock.after(timeoutMs, () => settle());
    const settle = () => {
      cancelTimer();
      this.#flushWaiters = this.#flushWaiters.filter((waiter) => waiter !== settle);
      resolve();
    };
    this.#flushWaiters.push(settle);
    this.#mailbox.post({ type: "flush" });
    return promise;
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#pcm.forget(this.#pcm.end);
    for (const settle of this.#flushWaiters) settle();
    this.#options.onClose(this);
  }

  /** The engine's state has changed. */
  tellState(): void {
    this.#tell({ type: "state", engine: this.engineState() });
  }

  #tell(event: EarsEvent): void {
    if (!this.#closing.signal.aborted) this.#options.onEvent(event);
  }

  /** A mistake of ours costs the step or the effect it is in, and the stream goes on. */
  #handle(event: StreamEvent): void {
    if (this.#closing.signal.aborted) return;
    let effects: readonly StreamEffect[] = [];
    try {
      ({ state: this.#state, effects } = stepStream(this.#state, event));
    } catch (error) {
      this.#mistaken(event.type, error);
      const failure = failureOf(event);
      if (failure !== null) this.#postLater(failure);
    }
    for (const effect of effects) {
      try {
        this.#run(effect);
      } catch (error) {
        this.#mistaken(effect.type, error);
      }
    }
  }

  #mistaken(kind: string, error: unknown): void {
    const name = error instanceof Error ? error.name : "unknown";
    this.#log.error("A step of the transcriber failed", { kind, error: name });
  }

  #postLater(event: StreamEvent): void {
    const { signal } = this.#closing;
    const cancel = this.#options.clock.after(RETRY_AFTER_MISTAKE_MS, () => {
      signal.removeEventListener("abort", cancel);
      this.#mailbox.post(event);
    });
    signal.addEventListener("abort", cancel, { once: true });
  }

  #run(effect: StreamEffect): void {
    switch (effect.type) {
      case "detect":
        return this.#answer(effect, () => this.#detected(effect));
      case "decode":
        return this.#answer(effect, () => this.#decoded(effect));
      case "forget":
        return this.#pcm.forget(effect.before);
      case "tell":
        return this.#tell(effect.event);
      case "behind":
        return this.tellState();
      case "given_up":
        return this.#giveUp(effect);
      case "flushed":
        for (const settle of this.#flushWaiters) settle();
        return;
    }
  }

  /** Asks the engine; every question gets its answer, also where the engine breaks its word. */
  #answer(asked: Asked, ask: () => Promise<StreamEvent>): void {
    ask().then((event) => this.#mailbox.post(event)).catch((error) => {
      this.#mistaken(asked.type, error);
      this.#postLater(unanswered(asked));
    });
  }

  async #detected({ id, start, end }: EffectOf<"detect">): Promise<StreamEvent> {
    const { backend } = this.#options;
    const pcm = this.#pcm.slice(start, end);
    const outcome = await backend.detector.detect(this.#carry, pcm, this.#closing.signal);
    if (!outcome.ok) return { type: "detection_failed", id };
    this.#carry = new Uint8Array(outcome.carry);
    return { type: "detected", id, probabilities: outcome.probabilities };
  }

  async #decoded({ id, start, end, quality }: EffectOf<"decode">): Promise<StreamEvent> {
    const { backend } = this.#options;
    const pcm = this.#pcm.slice(start, end);
    const outcome = await backend.decoder.decode({ pcm, quality }, this.#closing.signal);
    if (!outcome.ok) return { type: "decode_failed", id, blamed: outcome.blamed };
    const hypothesis = inRecording(outcome.window, start, end);
    return { type: "decoded", id, hypothesis, tookMs: outcome.tookMs };
  }

  #giveUp({ span }: EffectOf<"given_up">): void {
    const seconds = Math.ceil(samplesToMs(span.end - span.start) / 1000);
    this.#log.error("Gave up transcribing {seconds} s after repeated failures", { seconds });
    const words = `${seconds} s could not be transcribed; the recording has them`;
    this.#tell({ type: "state", engine: { ...this.engineState(), words } });
  }
}

type Asked = EffectOf<"detect"> | EffectOf<"decode">;

/** A window that comes to grief is to blame until it is given up: it cannot be tried for ever. */
function unanswered({ type, id }: Asked): StreamEvent {
  return type === "detect"
    ? { type: "detection_failed", id }
    : { type: "decode_failed", id, blamed: true };
}

/** What an answer that could not be taken in stands for; null for what answers nothing. */
function failureOf(event: StreamEvent): StreamEvent | null {
  switch (event.type) {
    case "detected":
      return { type: "detection_failed", id: event.id };
    case "decoded":
      return { type: "decode_failed", id: event.id, blamed: true };
    case "detection_failed":
    case "decode_failed":
    case "fed":
    case "flush":
      return null;
  }
}

/** The window's words at their places in the recording, inside the window. */
function inRecording(window: DecodedWindow, start: Samples, end: Samples): Hypothesis {
  const inside = (offset: number) =>
    samples(Math.round(Math.max(start, Math.min(end, start + offset))));
  const words = window.words.map((word) => ({
    text: word.text,
    start: inside(word.start),
    end: inside(word.end),
    probability: word.probability,
  }));
  const { noSpeech, meanLogProbability, compression } = window;
  return { start, end, words, noSpeech, meanLogProbability, compression };
}

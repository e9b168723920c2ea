import type { Clock } from "@/lib/clock.ts";
import type { EngineState, SynthesisOutcome, VoiceEngine } from "@/lib/engines/ports.ts";

/** What the fake does with its next text; texts beyond the script are spoken at once. */
export type FakeVoiceAct =
  | { readonly act: "speak" }
  | { readonly act: "slow"; readonly delayMs: number }
  | { readonly act: "crash" }
  | { readonly act: "hang" };

export interface FakeVoiceOptions {
  readonly clock: Clock;
  readonly maxUtteranceS?: number;
  /** A text that hangs is given up after this time. */
  readonly timeoutMs?: number;
  /** How long the fake is away after a crash or a hang. */
  readonly restartMs?: number;
}

export interface FakeVoice extends VoiceEngine {
  /** Appends what to do with the next texts, one act each. */
  script(...acts: readonly FakeVoiceAct[]): void;
}

const SAMPLE_RATE_HZ = 22_050;

/** Close to the real voice, so that durations in tests are plausible. */
const CHARS_PER_S = 18;

const TONE_HZ = 220;
const TONE_PEAK = 8_000;

const READY: EngineState = { state: "ready", words: "Speech engine is ready" };
const RESTARTING: EngineState = { state: "restarting", words: "Speech engine is restarting" };
const STOPPED: EngineState = { state: "absent", words: "Speech engine is stopped" };

/**
 * A voice engine without a process: the same text is always the same tone, longer for longer text.
 * It keeps the same contract as Piper (`tests/engines/voice_contract.ts`), crashes included.
 */
export function fakeVoice(options: FakeVoiceOptions): FakeVoice {
  return new ScriptedVoice(options);
}

class ScriptedVoice implements FakeVoice {
  readonly kind = "piper";
  readonly fingerprint = "fake voice";
  readonly #options: Required<FakeVoiceOptions>;
  readonly #acts: FakeVoiceAct[] = [];
  readonly #listeners = new Set<(engine: EngineState) => void>();
  readonly #pending = new Set<(outcome: SynthesisOutcome) => void>();
  #state: EngineState = READY;
  #cancelRestart: () => void = () => {};

  constructor(options: FakeVoiceOptions) {
    this.#options = { maxUtteranceS: 20, timeoutMs: 15_000, restartMs: 250, ...options };
  }

  script(...acts: readonly FakeVoiceAct[]): void {
    this.#acts.push(...acts);
  }

  state(): EngineState {
    return this.#state;
  }

  onState(listener: (engine: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  synthesise(text: string, signal: AbortSignal): Promise<SynthesisOutcome> {
    const { clock, maxUtteranceS, timeoutMs } = this.#options;
    if (signal.aborted) return Promise.resolve(failure("cancelled", "No longer wanted"));
    if (this.#state !== READY) return Promise.resolve(failure("absent", this.#state.words));
    if (text.length > maxUtteranceS * CHARS_PER_S) {
      const words = `This would take longer to say than ${maxUtteranceS} s`;
      return Promise.resolve(failure("too_long", words));
    }
    const act = this.#acts.shift() ?? { act: "speak" };
    const { promise, settle } = this.#begin(signal);
    switch (act.act) {
      case "speak":
        settle({ ok: true, speech: tone(text) });
        break;
      case "slow":
        clock.after(act.delayMs, () => settle({ ok: true, speech: tone(text) }));
        break;
      case "crash":
        this.#fall(failure("crashed", "Speech engine stopped and is restarting"));
        break;
      case "hang":
        clock.after(timeoutMs, () => {
          if (!this.#pending.has(settle)) return;
          settle(failure("timeout", "Speech engine did not answer in time and is restarting"));
          this.#fall(failure("crashed", "Speech engine stopped answering and is restarting"));
        });
        break;
    }
    return promise;
  }

  close(): Promise<void> {
    this.#cancelRestart();
    this.#endAll(failure("cancelled", STOPPED.words));
    this.#setState(STOPPED);
    return Promise.resolve();
  }

  #begin(signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<SynthesisOutcome>();
    const onAbort = () => settle(failure("cancelled", "No longer wanted"));
    const settle = (outcome: SynthesisOutcome) => {
      this.#pending.delete(settle);
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#pending.add(settle);
    return { promise, settle };
  }

  /** All texts in hand are lost, and the engine is away for a while. */
  #fall(outcome: SynthesisOutcome): void {
    this.#endAll(outcome);
    this.#setState(RESTARTING);
    this.#cancelRestart = this.#options.clock.after(
      this.#options.restartMs,
      () => this.#setState(READY),
    );
  }

  #endAll(outcome: SynthesisOutcome): void {
    for (const settle of [...this.#pending]) settle(outcome);
  }

  #setState(state: EngineState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function failure(
  code: "absent" | "crashed" | "timeout" | "too_long" | "cancelled",
  words: string,
): SynthesisOutcome {
  return { ok: false, code, words };
}

function tone(text: string) {
  const pcm = new Int16Array(Math.ceil((text.length + 1) / CHARS_PER_S * SAMPLE_RATE_HZ));
  for (let index = 0; index < pcm.length; index++) {
    pcm[index] = Math.round(
      TONE_PEAK * Math.sin(2 * Math.PI * TONE_HZ * index / SAMPLE_RATE_HZ),
    );
  }
  return { pcm, sampleRateHz: SAMPLE_RATE_HZ };
}

import { fileURLToPath } from "node:url";
import { getLogger } from "@logtape/logtape";
import { z } from "zod";
import type { Clock } from "@/lib/clock.ts";
import { type Isolation, workerEnvironment } from "@/lib/engines/isolation.ts";
import type { EngineState, SynthesisOutcome, VoiceEngine } from "@/lib/engines/ports.ts";
import { type SupervisedWorker, superviseWorker } from "@/lib/engines/worker.ts";
import type { CallFailure, CallOutcome } from "@/lib/engines/worker_calls.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";

/** Loading takes 1 to 2 s here; a slow disk on the first start after boot may take ten times that. */
const READY_TIMEOUT_MS = 30_000;

/** The longest utterance (60 s) takes about 7 s to synthesise on one core that is half busy. */
const SYNTHESIS_TIMEOUT_MS = 15_000;

/** Alba's voice says about 18 characters a second; text beyond twice that rate is refused unheard. */
const MAX_CHARS_PER_S = 40;

const WORKER = fileURLToPath(new URL("./workers/piper_worker.py", import.meta.url));

const SYNTHESIS_REPLY = z.discriminatedUnion("end", [
  z.looseObject({ end: z.literal("done"), sampleRateHz: z.int().min(8_000).max(48_000) }),
  z.looseObject({ end: z.literal("too_long") }),
  z.looseObject({ end: z.literal("cancelled") }),
]);

export interface PiperOptions {
  readonly python: string;
  readonly voicePath: string;
  readonly configPath: string;
  /** Changes with the voice's files and with Piper's version, see `EngineInstallation`. */
  readonly voiceFingerprint: string;
  /** Times normal: 0.5 to 2. */
  readonly speed: number;
  /** Times normal: 0.1 to 2; above 1 the peaks are clipped. */
  readonly volume: number;
  /** Longer speech is refused as `too_long`. */
  readonly maxUtteranceS: number;
  /** The worker's HOME and working folder; nothing is written there. */
  readonly home: string;
  readonly isolation: Isolation;
  readonly clock: Clock;
  readonly synthesisTimeoutMs?: number;
  readonly launch?: LaunchWorker;
}

/** Starts Piper in its worker process; it is warm (one text synthesised) when it says ready. */
export function piperVoice(options: PiperOptions): VoiceEngine {
  return new PiperVoice(options);
}

class PiperVoice implements VoiceEngine {
  readonly kind = "piper";
  readonly fingerprint: string;
  readonly #options: PiperOptions;
  readonly #worker: SupervisedWorker;
  readonly #listeners = new Set<(engine: EngineState) => void>();
  readonly #log = getLogger(["alba", "engines", "piper"]);
  /** Settles when the text before has its outcome: a text's timeout must not run while it waits. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(options: PiperOptions) {
    this.#options = options;
    this.fingerprint = `piper ${options.voiceFingerprint} ${options.speed} ${options.volume}`;
    this.#worker = superviseWorker({
      name: "Speech engine",
      command: options.python,
      args: [WORKER, options.voicePath, options.configPath],
      env: workerEnvironment(options.home),
      cwd: options.home,
      readyTimeoutMs: READY_TIMEOUT_MS,
      clock: options.clock,
      isolate: options.isolation,
      onState: (state) => this.#listeners.forEach((listener) => listener(state)),
      launch: options.launch,
    });
  }

  state(): EngineState {
    return this.#worker.state();
  }

  onState(listener: (engine: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  synthesise(text: string, signal: AbortSignal): Promise<SynthesisOutcome> {
    const { maxUtteranceS, speed } = this.#options;
    if (text.length > maxUtteranceS * speed * MAX_CHARS_PER_S) {
      return Promise.resolve(tooLong(maxUtteranceS));
    }
    // Never rejects: the texts behind it would wait for ever.
    const turn = this.#lastTurn.then(() => this.#synthesiseNow(text, signal)).catch((error) => {
      const name = error instanceof Error ? error.name : "unknown";
      this.#log.error("A text could not be given to the speech engine", { error: name });
      return unusable("Speech engine cannot say this text");
    });
    this.#lastTurn = turn;
    return unlessAborted(turn, signal);
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #synthesiseNow(text: string, signal: AbortSignal): Promise<SynthesisOutcome> {
    if (signal.aborted) return CANCELLED;
    // Only the first start is waited for; during a restart the caller has its fallback at once.
    if (this.#worker.state().state === "starting") await this.#worker.whenReady(READY_TIMEOUT_MS);
    const { speed, volume, maxUtteranceS, synthesisTimeoutMs } = this.#options;
    const outcome = await this.#worker.call({
      op: "synthesise",
      json: { text, speed, volume, maxS: maxUtteranceS },
      timeoutMs: synthesisTimeoutMs ?? SYNTHESIS_TIMEOUT_MS,
      signal,
    });
    return speechFrom(outcome, maxUtteranceS);
  }
}

const CANCELLED: SynthesisOutcome = { ok: false, code: "cancelled", words: "No longer wanted" };

function tooLong(maxUtteranceS: number): SynthesisOutcome {
  const words = `This would take longer to say than ${maxUtteranceS} s`;
  return { ok: false, code: "too_long", words };
}

function unusable(words: string): SynthesisOutcome {
  return { ok: false, code: "crashed", words };
}

function speechFrom(outcome: CallOutcome, maxUtteranceS: number): SynthesisOutcome {
  if (!outcome.ok) return { ok: false, code: codeOf(outcome.code), words: outcome.words };
  const reply = SYNTHESIS_REPLY.safeParse(outcome.json);
  if (!reply.success) return unusable("Speech engine answered what Alba does not understand");
  switch (reply.data.end) {
    case "too_long":
      return tooLong(maxUtteranceS);
    case "cancelled":
      return CANCELLED;
    case "done": {
      if (outcome.binary.length < 2) return unusable("Speech engine made no sound of this text");
      const { sampleRateHz } = reply.data;
      return { ok: true, speech: { pcm: pcm16(outcome.binary), sampleRateHz } };
    }
  }
}

/** Little-endian bytes as samples, read one by one so that the host's byte order does not matter. */
function pcm16(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pcm = new Int16Array(Math.floor(bytes.length / 2));
  for (let index = 0; index < pcm.length; index++) pcm[index] = view.getInt16(index * 2, true);
  return pcm;
}

function codeOf(code: CallFailure): "absent" | "crashed" | "timeout" | "cancelled" {
  switch (code) {
    case "absent":
    case "cancelled":
    case "timeout":
    case "crashed":
      return code;
    case "protocol":
    case "failed":
      return "crashed";
  }
}

/** The turn's outcome, or `cancelled` as soon as the signal says so, though the turn goes on. */
function unlessAborted(
  turn: Promise<SynthesisOutcome>,
  signal: AbortSignal,
): Promise<SynthesisOutcome> {
  const { promise, resolve } = Promise.withResolvers<SynthesisOutcome>();
  const onAbort = () => resolve(CANCELLED);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  void turn.then((outcome) => {
    signal.removeEventListener("abort", onAbort);
    resolve(outcome);
  });
  return promise;
}

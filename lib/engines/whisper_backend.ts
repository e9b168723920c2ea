import { z } from "zod";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import type { Clock } from "@/lib/clock.ts";
import { type Isolation, workerEnvironment } from "@/lib/engines/isolation.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type {
  BackendFailure,
  DecodeOutcome,
  DecodeRequest,
  DetectionOutcome,
  SpeechDecoder,
  SpeechDetector,
  TranscriberBackend,
} from "@/lib/engines/transcriber/backend.ts";
import { MEDICAL_PROMPT } from "@/lib/engines/transcriber/medical_prompt.ts";
import {
  contextFrames,
  DECODE_QUALITIES,
  DETECTION_WINDOW,
} from "@/lib/engines/transcriber/policy.ts";
import { turnQueue } from "@/lib/engines/transcriber/turn_queue.ts";
import { type SupervisedWorker, superviseWorker } from "@/lib/engines/worker.ts";
import type { CallFailure } from "@/lib/engines/worker_calls.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";

/** Loading takes 1 to 2 s here; a slow disk on the first start after boot may take ten times that. */
const READY_TIMEOUT_MS = 60_000;

/**
 * A 30 s window takes 1 s on two free cores. One that takes thirty times that hangs; on a box that is
 * merely overloaded a restart would make things worse.
 */
const DECODE_TIMEOUT_MS = 30_000;

/** 32 s of audio take 30 ms. */
const DETECT_TIMEOUT_MS = 5_000;

/** Alba's phrases, rules and prompts are English; detecting the language would cost each window. */
const LANGUAGE = "en";

/** How often a call that waits for its engine looks whether its stream is still open. */
const WAIT_STEP_MS = 1_000;

const WHISPER_WORKER = new URL("./workers/whisper_worker.py", import.meta.url).pathname;
const VAD_WORKER = new URL("./workers/vad_worker.py", import.meta.url).pathname;

const DECODE_REPLY = z.looseObject({
  words: z.array(z.object({
    text: z.string().min(1).max(5_000),
    start: z.int().min(0),
    end: z.int().min(0),
    probability: z.number().min(0).max(1),
  })).max(500),
  noSpeech: z.number(),
  meanLogProbability: z.number(),
  compression: z.number(),
  wallMs: z.number().min(0),
});
const DETECT_REPLY = z.looseObject({ probabilities: z.array(z.number().min(0).max(1)) });

export interface WhisperOptions {
  readonly python: string;
  /** Folder with model.bin, config.json, tokenizer.json and vocabulary.json. */
  readonly modelFolder: string;
  readonly device: "auto" | "cpu" | "cuda";
  /** The workers' HOME and working folder; nothing is written there. */
  readonly home: string;
  readonly isolation: Isolation;
  readonly clock: Clock;
  readonly decodeTimeoutMs?: number;
  readonly launch?: LaunchWorker;
}

/** Starts both workers. They are told apart only in `state()`: without either there is no hearing. */
export function whisperBackend(options: WhisperOptions, onState: () => void): TranscriberBackend {
  return new WhisperBackend(options, onState);
}

class WhisperBackend implements TranscriberBackend {
  readonly detector: SpeechDetector = {
    detect: (carry, pcm, signal) => this.#detect(carry, pcm, signal),
  };
  readonly decoder: SpeechDecoder = { decode: (request, signal) => this.#decode(request, signal) };
  readonly #options: WhisperOptions;
  readonly #whisper: SupervisedWorker;
  readonly #silero: SupervisedWorker;
  readonly #turns = turnQueue();
  #closed = false;

  constructor(options: WhisperOptions, onState: () => void) {
    this.#options = options;
    const { python, modelFolder, device, home, clock, isolation, launch } = options;
    const shared = {
      command: python,
      env: workerEnvironment(home),
      cwd: home,
      readyTimeoutMs: READY_TIMEOUT_MS,
      clock,
      isolate: isolation,
      onState,
      launch,
    };
    this.#whisper = superviseWorker({
      ...shared,
      name: "Transcriber",
      args: [WHISPER_WORKER, modelFolder, device],
    });
    this.#silero = superviseWorker({ ...shared, name: "Speech detector", args: [VAD_WORKER] });
  }

  state(): EngineState {
    const [whisper, silero] = [this.#whisper.state(), this.#silero.state()];
    return SEVERITY[silero.state] > SEVERITY[whisper.state] ? silero : whisper;
  }

  async whenReady(timeoutMs: number): Promise<boolean> {
    const workers = [this.#whisper, this.#silero];
    const ready = await Promise.all(workers.map((worker) => worker.whenReady(timeoutMs)));
    return ready.every((one) => one);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#whisper.close(), this.#silero.close()]);
  }

  async #detect(
    carry: Uint8Array,
    pcm: Int16Array,
    signal: AbortSignal,
  ): Promise<DetectionOutcome> {
    if (!await this.#present(this.#silero, signal)) return ABSENT;
    const sound = pcmToBytes(pcm);
    const binary = new Uint8Array(carry.length + sound.length);
    binary.set(carry);
    binary.set(sound, carry.length);
    const json = { stateBytes: carry.length };
    const timeoutMs = DETECT_TIMEOUT_MS;
    const outcome = await this.#silero.call({ op: "detect", json, binary, timeoutMs, signal });
    if (!outcome.ok) return failure(outcome.code);
    const reply = DETECT_REPLY.safeParse(outcome.json);
    const expected = Math.ceil(pcm.length / DETECTION_WINDOW);
    if (reply.data?.probabilities.length !== expected) return failure("protocol");
    return { ok: true, probabilities: reply.data.probabilities, carry: outcome.binary };
  }

  async #decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    const { urgency } = DECODE_QUALITIES[request.quality];
    const outcome = await this.#turns.run(urgency, signal, () => this.#decodeNow(request, signal));
    return outcome ?? ABSENT;
  }

  async #decodeNow(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    if (!await this.#present(this.#whisper, signal)) return ABSENT;
    const { pcm, quality } = request;
    const json = {
      language: LANGUAGE,
      prompt: DECODE_QUALITIES[quality].prompted ? MEDICAL_PROMPT : "",
      beam: DECODE_QUALITIES[quality].beam,
      contextFrames: contextFrames(pcm.length, quality),
    };
    const timeoutMs = this.#options.decodeTimeoutMs ?? DECODE_TIMEOUT_MS;
    const binary = pcmToBytes(pcm);
    const outcome = await this.#whisper.call({ op: "decode", json, binary, timeoutMs, signal });
    if (!outcome.ok) return failure(outcome.code);
    const reply = DECODE_REPLY.safeParse(outcome.json);
    if (!reply.success) return failure("protocol");
    return { ok: true, window: reply.data, tookMs: reply.data.wallMs };
  }

  /** Waits until the worker is there; false when nobody needs it any more. */
  async #present(worker: SupervisedWorker, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && !this.#closed) {
      if (await worker.whenReady(WAIT_STEP_MS)) return !signal.aborted;
    }
    return false;
  }
}

/** The worse of the two workers' states is the engine's. */
const SEVERITY: Readonly<Record<EngineState["state"], number>> = {
  ready: 0,
  catching_up: 1,
  starting: 2,
  restarting: 3,
  absent: 4,
};

const ABSENT: BackendFailure = { ok: false, blamed: false };

function failure(code: CallFailure): BackendFailure {
  switch (code) {
    case "absent":
    case "cancelled":
      return ABSENT;
    case "crashed":
    case "timeout":
    case "protocol":
    case "failed":
      return { ok: false, blamed: true };
  }
}

import { z } from "zod";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import type { Clock } from "@/lib/clock.ts";
import { type Isolation, workerEnvironment } from "@/lib/engines/isolation.ts";
import type { Ears, EarsEngine, EngineState } from "@/lib/engines/ports.ts";
import type {
  BackendFailure,
  DecodeOutcome,
  DecodeRequest,
  DetectionOutcome,
  TranscriberBackend,
} from "@/lib/engines/transcriber/backend.ts";
import { MEDICAL_PROMPT } from "@/lib/engines/transcriber/medical_prompt.ts";
import {
  contextFrames,
  DECODE_QUALITIES,
  DETECTION_WINDOW,
} from "@/lib/engines/transcriber/policy.ts";
import { StreamEars } from "@/lib/engines/transcriber/stream_ears.ts";
import { turnQueue } from "@/lib/engines/transcriber/turn_queue.ts";
import { type SupervisedWorker, superviseWorker } from "@/lib/engines/worker.ts";
import type { CallFailure } from "@/lib/engines/worker_calls.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";

/** Loading takes 1 to 2 s here; a slow disk on the first start after boot may take ten times that. */
const READY_TIMEOUT_MS = 60_000;

/** A 30 s window takes 1 s on two free cores; a box that needs ten times that is stuck. */
const DECODE_TIMEOUT_MS = 15_000;

/** 32 s of audio take 30 ms. */
const DETECT_TIMEOUT_MS = 5_000;

/** Alba's phrases, rules and prompts are English; detecting the language would cost each window. */
const LANGUAGE = "en";

/** How often a call that waits for its engine looks whether its stream is still open. */
const WAIT_STEP_MS = 1_000;

const DECODE_WORKER = new URL("./workers/whisper_worker.py", import.meta.url).pathname;
const VAD_WORKER = new URL("./workers/vad_worker.py", import.meta.url).pathname;

const DECODE_REPLY = z.looseObject({
  words: z.array(z.object({
    text: z.string().min(1).max(200),
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

/** An engine that holds processes, and so has to be closed with the service. */
export interface WhisperEars extends EarsEngine {
  readonly kind: "whisper";
  /** True as soon as both workers are warm; false after `timeoutMs`. */
  whenReady(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts Whisper and the speech detector, each in its own process; every room shares them. */
export function whisperEars(options: WhisperOptions): WhisperEars {
  return new Whisper(options);
}

class Whisper implements WhisperEars {
  readonly kind = "whisper";
  readonly #options: WhisperOptions;
  readonly #decoder: SupervisedWorker;
  readonly #detector: SupervisedWorker;
  readonly #turns = turnQueue();
  readonly #streams = new Set<StreamEars>();
  readonly #backend: TranscriberBackend = {
    detector: { detect: (carry, pcm, signal) => this.#detect(carry, pcm, signal) },
    decoder: { decode: (request, signal) => this.#decode(request, signal) },
  };
  #closed = false;

  constructor(options: WhisperOptions) {
    this.#options = options;
    const { python, modelFolder, device, home, clock, isolation, launch } = options;
    const shared = {
      command: python,
      env: workerEnvironment(home),
      cwd: home,
      readyTimeoutMs: READY_TIMEOUT_MS,
      clock,
      isolate: isolation,
      onState: () => this.#streams.forEach((stream) => stream.tellState()),
      launch,
    };
    this.#decoder = superviseWorker({
      ...shared,
      name: "Transcriber",
      args: [DECODE_WORKER, modelFolder, device],
    });
    this.#detector = superviseWorker({ ...shared, name: "Speech detector", args: [VAD_WORKER] });
  }

  state(): EngineState {
    const [decoder, detector] = [this.#decoder.state(), this.#detector.state()];
    return SEVERITY[detector.state] > SEVERITY[decoder.state] ? detector : decoder;
  }

  open({ startAt, onEvent }: Parameters<EarsEngine["open"]>[0]): Ears {
    const stream = new StreamEars({
      startAt,
      onEvent,
      backend: this.#backend,
      clock: this.#options.clock,
      engineState: () => this.state(),
      onClose: (closed) => this.#streams.delete(closed),
    });
    this.#streams.add(stream);
    return stream;
  }

  async whenReady(timeoutMs: number): Promise<boolean> {
    const workers = [this.#decoder, this.#detector];
    const ready = await Promise.all(workers.map((worker) => worker.whenReady(timeoutMs)));
    return ready.every((one) => one);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of [...this.#streams]) stream.close();
    await Promise.all([this.#decoder.close(), this.#detector.close()]);
  }

  async #detect(
    carry: Uint8Array,
    pcm: Int16Array,
    signal: AbortSignal,
  ): Promise<DetectionOutcome> {
    if (!await this.#present(this.#detector, signal)) return ABSENT;
    const sound = pcmToBytes(pcm);
    const binary = new Uint8Array(carry.length + sound.length);
    binary.set(carry);
    binary.set(sound, carry.length);
    const json = { stateBytes: carry.length };
    const timeoutMs = DETECT_TIMEOUT_MS;
    const outcome = await this.#detector.call({ op: "detect", json, binary, timeoutMs, signal });
    if (!outcome.ok) return failure(outcome.code);
    const reply = DETECT_REPLY.safeParse(outcome.json);
    const expected = Math.ceil(pcm.length / DETECTION_WINDOW);
    if (reply.data?.probabilities.length !== expected) return failure("protocol");
    return { ok: true, probabilities: reply.data.probabilities, carry: outcome.binary };
  }

  async #decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    const urgent = request.quality !== "draft";
    const outcome = await this.#turns.run(urgent, signal, () => this.#decodeNow(request, signal));
    return outcome ?? ABSENT;
  }

  async #decodeNow(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    if (!await this.#present(this.#decoder, signal)) return ABSENT;
    const { pcm, quality } = request;
    const json = {
      language: LANGUAGE,
      // A prompt can be what makes Whisper loop or guess; the careful decode goes without.
      prompt: quality === "careful" ? "" : MEDICAL_PROMPT,
      beam: DECODE_QUALITIES[quality].beam,
      contextFrames: contextFrames(pcm.length, quality),
    };
    const timeoutMs = this.#options.decodeTimeoutMs ?? DECODE_TIMEOUT_MS;
    const binary = pcmToBytes(pcm);
    const outcome = await this.#decoder.call({ op: "decode", json, binary, timeoutMs, signal });
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

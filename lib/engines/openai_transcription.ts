import { pcmToBytes } from "@/lib/audio/pcm.ts";
import { SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { wavHeader } from "@/lib/audio/wav.ts";
import type { Clock } from "@/lib/clock.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type {
  BackendFailure,
  DecodeOutcome,
  DecodeRequest,
  SpeechDecoder,
  TranscriberBackend,
} from "@/lib/engines/transcriber/backend.ts";
import { backendEars, type ServiceEars } from "@/lib/engines/transcriber/backend_ears.ts";
import { energyDetector } from "@/lib/engines/transcriber/energy_detector.ts";
import { MEDICAL_PROMPT } from "@/lib/engines/transcriber/medical_prompt.ts";
import { parseTranscription, windowOf } from "@/lib/engines/transcriber/openai_reply.ts";
import { DECODE_QUALITIES } from "@/lib/engines/transcriber/policy.ts";
import { turnQueue } from "@/lib/engines/transcriber/turn_queue.ts";

/** A server on this box that needs longer for 30 s of audio cannot follow a consultation. */
const REQUEST_TIMEOUT_MS = 20_000;

/** A reply holds a few words; a longer one is not from a transcription server. */
const MOST_REPLY_BYTES = 1024 * 1024;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/** What is sent to see whether the server answers; it also makes it load its model. */
const PROBE_SAMPLES = SAMPLE_RATE_HZ;

export interface OpenAiEarsOptions {
  /** Base address with the version, such as http://127.0.0.1:9000/v1. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token; empty for none. */
  readonly apiKey: string;
  readonly clock: Clock;
  readonly requestTimeoutMs?: number;
}

/** Ears over any server with OpenAI's `/audio/transcriptions` (verbose_json). */
export function openAiEars(options: OpenAiEarsOptions): ServiceEars {
  return backendEars({
    kind: "openai",
    clock: options.clock,
    start: (onState) => new OpenAiBackend(options, onState),
  });
}

type Answer = { readonly kind: "words"; readonly outcome: DecodeOutcome } | {
  readonly kind: "refused" | "unreachable";
};

class OpenAiBackend implements TranscriberBackend {
  readonly detector = energyDetector();
  readonly decoder: SpeechDecoder = { decode: (request, signal) => this.#decode(request, signal) };
  readonly #options: OpenAiEarsOptions;
  readonly #onState: () => void;
  readonly #turns = turnQueue();
  readonly #closing = new AbortController();
  #state: EngineState = { state: "starting", words: "Waiting for the transcription server" };
  #waiters = new Set<() => void>();
  #retryMs = FIRST_RETRY_MS;

  constructor(options: OpenAiEarsOptions, onState: () => void) {
    this.#options = options;
    this.#onState = onState;
    void this.#probe();
  }

  state(): EngineState {
    return this.#state;
  }

  async whenReady(timeoutMs: number): Promise<boolean> {
    await this.#until(timeoutMs, () => this.#state.state === "ready", this.#closing.signal);
    return this.#state.state === "ready";
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#become({ state: "absent", words: "The transcription server is no longer used" });
    return Promise.resolve();
  }

  #become(state: EngineState): void {
    this.#state = state;
    this.#onState();
    for (const wake of [...this.#waiters]) wake();
  }

  /** Waits for a state; ends early when a signal aborts. */
  #until(timeoutMs: number, reached: () => boolean, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.clock.after(timeoutMs, () => done());
    const done = () => {
      cancelTimer();
      this.#waiters.delete(wake);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const wake = () => {
      if (reached() || this.#closing.signal.aborted) done();
    };
    this.#waiters.add(wake);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
    else wake();
    return promise;
  }

  /** Asks again and again, ever more slowly, until the server has answered one request. */
  async #probe(): Promise<void> {
    const silence = new Int16Array(PROBE_SAMPLES);
    while (!this.#closing.signal.aborted) {
      const answer = await this.#ask(silence, false, this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      if (answer.kind === "words") {
        this.#retryMs = FIRST_RETRY_MS;
        return this.#become({ state: "ready", words: "Transcriber is ready" });
      }
      this.#become({ state: "absent", words: wordsOf(answer.kind, this.#options.baseUrl) });
      await this.#until(this.#retryMs, () => false, this.#closing.signal);
      this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
    }
  }

  async #decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    const { urgency } = DECODE_QUALITIES[request.quality];
    const turn = () => this.#decodeNow(request, signal);
    return await this.#turns.run(urgency, signal, turn) ?? ABSENT;
  }

  async #decodeNow({ pcm, quality }: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome> {
    while (this.#state.state !== "ready") {
      if (signal.aborted || this.#closing.signal.aborted) return ABSENT;
      await this.#until(LONGEST_RETRY_MS, () => this.#state.state === "ready", signal);
    }
    const answer = await this.#ask(pcm, DECODE_QUALITIES[quality].prompted, signal);
    if (answer.kind === "words") return answer.outcome;
    if (signal.aborted || this.#closing.signal.aborted) return ABSENT;
    this.#become({ state: "restarting", words: wordsOf(answer.kind, this.#options.baseUrl) });
    void this.#probe();
    return { ok: false, blamed: answer.kind === "refused" };
  }

  async #ask(pcm: Int16Array, prompted: boolean, signal: AbortSignal): Promise<Answer> {
    const { baseUrl, apiKey, clock, requestTimeoutMs } = this.#options;
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    const cancelTimer = clock.after(requestTimeoutMs ?? REQUEST_TIMEOUT_MS, stop);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    const started = clock.monotonicMs();
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/audio/transcriptions`, {
        method: "POST",
        headers: apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
        body: this.#form(pcm, prompted),
        signal: stopped.signal,
        redirect: "error",
      });
      const text = await limitedText(response);
      if (!response.ok || text === null) return { kind: "refused" };
      const reply = parseTranscription(text);
      if (reply === null) return { kind: "refused" };
      const window = windowOf(reply, pcm.length);
      const tookMs = clock.monotonicMs() - started;
      return { kind: "words", outcome: { ok: true, window, tookMs } };
    } catch {
      return { kind: "unreachable" };
    } finally {
      cancelTimer();
      signal.removeEventListener("abort", stop);
    }
  }

  #form(pcm: Int16Array, prompted: boolean): FormData {
    const form = new FormData();
    const wav = [wavHeader(samples(pcm.length), SAMPLE_RATE_HZ), pcmToBytes(pcm.slice())];
    form.set(
      "file",
      new Blob(wav.map((part) => new Uint8Array(part)), { type: "audio/wav" }),
      "window.wav",
    );
    form.set("model", this.#options.model);
    form.set("language", "en");
    form.set("temperature", "0");
    form.set("response_format", "verbose_json");
    form.append("timestamp_granularities[]", "word");
    form.append("timestamp_granularities[]", "segment");
    if (prompted) form.set("prompt", MEDICAL_PROMPT);
    return form;
  }
}

const ABSENT: BackendFailure = { ok: false, blamed: false };

function wordsOf(kind: "refused" | "unreachable", baseUrl: string): string {
  return kind === "refused"
    ? `The transcription server at ${baseUrl} answers, but not with a transcript`
    : `The transcription server at ${baseUrl} does not answer`;
}

/** The body as text; null when it is longer than any transcript. */
async function limitedText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_REPLY_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

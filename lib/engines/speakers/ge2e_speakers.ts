import { fileURLToPath } from "node:url";
import { z } from "zod";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import type { Span } from "@/lib/audio/spans.ts";
import type { Clock } from "@/lib/clock.ts";
import { type Isolation, workerEnvironment } from "@/lib/engines/isolation.ts";
import type {
  EmbedOutcome,
  SpeakerEncoder,
  SpeakerEngine,
} from "@/lib/engines/speakers/speaker_encoder.ts";
import { type SupervisedWorker, superviseWorker } from "@/lib/engines/worker.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";

/** Loading takes under a second; a slow disk on the first start after boot may take thirty times that. */
const READY_TIMEOUT_MS = 30_000;

/** A window takes 20 ms of one core; beside live ears and at the lowest priority ten times that. */
const EMBED_TIMEOUT_MS = 60_000;

/** Asked again when its process died; a window that kills it three times is given up. */
const MOST_TRIES = 3;

const WORKER = fileURLToPath(new URL("../workers/speaker_worker.py", import.meta.url));

const EMBED_REPLY = z.looseObject({ count: z.int().min(0), size: z.int().min(1).max(4096) });

export interface Ge2eOptions {
  readonly python: string;
  /** Resemblyzer's `pretrained.pt`. */
  readonly weightsPath: string;
  /** The worker's HOME and working folder; nothing is written there. */
  readonly home: string;
  readonly isolation: Isolation;
  readonly clock: Clock;
  readonly launch?: LaunchWorker;
}

/** Resemblyzer's GE2E encoder (Apache-2.0) in a worker of its own, at the lowest priority. */
export function ge2eSpeakers(options: Ge2eOptions): SpeakerEngine {
  return { available: true, label: "ge2e", open: () => new Ge2eEncoder(options) };
}

class Ge2eEncoder implements SpeakerEncoder {
  readonly #worker: SupervisedWorker;

  constructor({ python, weightsPath, home, isolation, clock, launch }: Ge2eOptions) {
    this.#worker = superviseWorker({
      name: "Speaker encoder",
      command: python,
      args: [WORKER, weightsPath],
      env: workerEnvironment(home),
      cwd: home,
      readyTimeoutMs: READY_TIMEOUT_MS,
      clock,
      isolate: isolation,
      launch,
    });
  }

  async embed(
    pcm: Int16Array,
    windows: readonly Span[],
    signal: AbortSignal,
  ): Promise<EmbedOutcome> {
    let words = "";
    for (let tries = 0; tries < MOST_TRIES && !signal.aborted; tries++) {
      await this.#worker.whenReady(READY_TIMEOUT_MS);
      const outcome = await this.#worker.call({
        op: "embed",
        json: { windows: windows.map(({ start, end }) => [start, end]) },
        binary: pcmToBytes(pcm),
        timeoutMs: EMBED_TIMEOUT_MS,
        signal,
      });
      if (outcome.ok) return embeddingsFrom(outcome.json, outcome.binary, windows.length);
      words = outcome.words;
    }
    return signal.aborted
      ? { ok: false, code: "cancelled", words: "No longer wanted" }
      : { ok: false, code: "crashed", words };
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}

function embeddingsFrom(json: unknown, bytes: Uint8Array, expected: number): EmbedOutcome {
  const reply = EMBED_REPLY.safeParse(json);
  const size = reply.data?.size ?? 0;
  if (reply.data?.count !== expected || bytes.length !== expected * size * 4) {
    const words = "Speaker encoder answered what Alba does not understand";
    return { ok: false, code: "crashed", words };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const embeddings = Array.from(
    { length: expected },
    (_, row) =>
      Float32Array.from({ length: size }, (_, at) => view.getFloat32((row * size + at) * 4, true)),
  );
  return { ok: true, embeddings };
}

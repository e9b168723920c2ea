import { fileURLToPath } from "node:url";
import { z } from "zod";
import { pcmToBytes } from "@/lib/audio/pcm.ts";
import type { Clock } from "@/lib/clock.ts";
import { boundedEar } from "@/lib/engines/ear/bounded_ear.ts";
import type { TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import { type Isolation, workerEnvironment } from "@/lib/engines/isolation.ts";
import { superviseWorker } from "@/lib/engines/worker.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";

/** Loading takes half a second; a slow disk on the first start after boot may take sixty times that. */
const READY_TIMEOUT_MS = 30_000;

/** A score takes 50 ms of one core; one that takes two hundred times that hangs. */
const SCORE_TIMEOUT_MS = 10_000;

const WORKER = fileURLToPath(new URL("../workers/ear_worker.py", import.meta.url));

const SCORE_REPLY = z.looseObject({ finished: z.number().min(0).max(1) });

export interface SmartTurnOptions {
  readonly python: string;
  /** `smart-turn-v3.2-cpu.onnx`. */
  readonly modelPath: string;
  /** The worker's HOME and working folder; nothing is written there. */
  readonly home: string;
  readonly isolation: Isolation;
  readonly clock: Clock;
  readonly launch?: LaunchWorker;
}

/** Smart Turn v3.2 (BSD-2-Clause) in a worker of its own, behind live ears in priority. */
export function smartTurnEar(options: SmartTurnOptions): TurnEar {
  const { python, modelPath, home, isolation, clock, launch } = options;
  const worker = superviseWorker({
    name: "Ear for turn ends",
    command: python,
    args: [WORKER, modelPath],
    env: workerEnvironment(home),
    cwd: home,
    readyTimeoutMs: READY_TIMEOUT_MS,
    clock,
    isolate: isolation,
    launch,
  });
  return boundedEar({
    label: "smart-turn-v3.2",
    state: () => worker.state(),
    close: () => worker.close(),
    async score(pcm, signal) {
      const binary = pcmToBytes(pcm);
      const timeoutMs = SCORE_TIMEOUT_MS;
      const outcome = await worker.call({ op: "score", binary, timeoutMs, signal });
      if (!outcome.ok) {
        const code = outcome.code === "absent" ? "absent" : "crashed";
        return { ok: false, code, words: outcome.words };
      }
      const reply = SCORE_REPLY.safeParse(outcome.json);
      return reply.success
        ? { ok: true, finished: reply.data.finished }
        : { ok: false, code: "crashed", words: NOT_UNDERSTOOD };
    },
  }, clock);
}

const NOT_UNDERSTOOD = "Ear for turn ends answered what Alba does not understand";

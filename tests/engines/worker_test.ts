import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY, workerEnvironment } from "@/lib/engines/isolation.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import {
  type SupervisedWorker,
  superviseWorker,
  type WorkerOptions,
} from "@/lib/engines/worker.ts";
import { pythonAvailable } from "./python_available.ts";

const FIXTURE = new URL("./fixtures/worker_fixture.py", import.meta.url).pathname;
const DEADLINE_MS = 20_000;
const ignore = !pythonAvailable();

interface Supervised {
  readonly worker: SupervisedWorker;
  readonly states: EngineState[];
}

/** Runs `body` with the fixture worker, started and ready, and closes it whatever happens. */
async function withWorker(
  body: (supervised: Supervised) => Promise<void>,
  options: Partial<WorkerOptions> = {},
): Promise<void> {
  const states: EngineState[] = [];
  const worker = superviseWorker({
    name: "Speech engine",
    command: "python3",
    args: [FIXTURE],
    env: { ...workerEnvironment("/"), PATH: Deno.env.get("PATH") ?? "" },
    cwd: "/",
    readyTimeoutMs: DEADLINE_MS,
    backoff: { firstMs: 10, maxMs: 50, healthyMs: 60_000 },
    clock: systemClock(),
    isolate: ENVIRONMENT_ONLY,
    onState: (state) => states.push(state),
    ...options,
  });
  try {
    await body({ worker, states });
  } finally {
    await worker.close();
  }
}

Deno.test({
  name: "[TR4] a worker answers calls by id, and many may be in flight",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      assert.ok(await worker.whenReady(DEADLINE_MS));
      const binary = new Uint8Array(3 * 1024 * 1024).map((_, index) => index % 251);
      const outcomes = await Promise.all(
        ["one", "two", "größer"].map((text) =>
          worker.call({ op: "echo", json: { text }, binary, timeoutMs: DEADLINE_MS })
        ),
      );
      const texts = outcomes.map((outcome) => outcome.ok && outcome.json.text);
      assert.deepEqual(texts, ["one", "two", "größer"]);
      for (const outcome of outcomes) assert.ok(outcome.ok && equalBytes(outcome.binary, binary));
    }),
});

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

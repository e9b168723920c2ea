import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY, workerEnvironment } from "@/lib/engines/isolation.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import {
  type SupervisedWorker,
  superviseWorker,
  type WorkerOptions,
} from "@/lib/engines/worker.ts";
import { configure, type LogRecord, reset } from "@logtape/logtape";
import { launchWorker, type WorkerChild } from "@/lib/engines/worker_child.ts";
import { pythonAvailable } from "./python_available.ts";
import { until } from "./until.ts";

const FIXTURE = fileURLToPath(new URL("./fixtures/worker_fixture.py", import.meta.url));
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

const FALLS = [
  { op: "die", code: "crashed" },
  { op: "hang", code: "timeout" },
  { op: "rubbish", code: "protocol" },
];

for (const { op, code } of FALLS) {
  Deno.test({
    name: `[TR4] a worker told to ${op} is replaced by a new process`,
    ignore,
    fn: () =>
      withWorker(async ({ worker, states }) => {
        assert.ok(await worker.whenReady(DEADLINE_MS));
        const firstPid = worker.info()?.pid;
        const outcome = await worker.call({ op, timeoutMs: 300 });
        assert.equal(outcome.ok ? "ok" : outcome.code, code);
        assert.ok(await worker.whenReady(DEADLINE_MS));
        assert.notEqual(worker.info()?.pid, firstPid);
        const echo = await worker.call({ op: "echo", timeoutMs: DEADLINE_MS });
        assert.ok(echo.ok);
        assert.deepEqual(states.map(({ state }) => state), ["ready", "restarting", "ready"]);
      }),
  });
}

Deno.test({
  name: "[TR4] what a library prints does not reach the protocol",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      assert.ok(await worker.whenReady(DEADLINE_MS));
      const json = { text: "x".repeat(200_000) };
      const outcome = await worker.call({ op: "chatter", json, timeoutMs: DEADLINE_MS });
      assert.ok(outcome.ok && outcome.json.text === "still well");
    }),
});

Deno.test({
  name: "[TR4] a withdrawn call is dropped by the worker, which goes on with the next",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      assert.ok(await worker.whenReady(DEADLINE_MS));
      const wanted = new AbortController();
      const slow = worker.call({ op: "slow", timeoutMs: 60_000, signal: wanted.signal });
      wanted.abort();
      const outcome = await slow;
      assert.equal(outcome.ok ? "ok" : outcome.code, "cancelled");
      // Far less than the ten seconds that the withdrawn call would have taken.
      assert.ok((await worker.call({ op: "echo", timeoutMs: 5_000 })).ok);
    }),
});

Deno.test({
  name: "[SE5] of a failed call only the exception's class is told; stderr is counted, not logged",
  ignore,
  async fn() {
    const logged: LogRecord[] = [];
    await configure({
      sinks: { test: (record) => logged.push(record) },
      loggers: [{ category: "alba", sinks: ["test"], lowestLevel: "debug" }, {
        category: ["logtape", "meta"],
        sinks: [],
      }],
      reset: true,
    });
    try {
      await withWorker(async ({ worker }) => {
        assert.ok(await worker.whenReady(DEADLINE_MS));
        const json = { text: "my chest hurts" };
        const outcome = await worker.call({ op: "fail", json, timeoutMs: DEADLINE_MS });
        assert.ok(!outcome.ok && outcome.code === "failed");
        assert.equal(outcome.words, "Speech engine could not do this (ValueError)");
        assert.ok((await worker.call({ op: "chatter", json, timeoutMs: DEADLINE_MS })).ok);
        await worker.call({ op: "die", timeoutMs: DEADLINE_MS });
        await until(() => logged.length > 0);
        assert.equal(logged[0]?.properties.stderrLines, 2);
        assert.doesNotMatch(JSON.stringify(logged), /chest hurts/);
      });
    } finally {
      await reset();
    }
  },
});

Deno.test({
  name: "[TR4] a worker that cannot load its engine says which exception stopped it",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      await until(() => worker.state().state === "absent");
      assert.equal(
        worker.state().words,
        "Speech engine does not start (ModuleNotFoundError); Alba keeps trying",
      );
    }, { args: [FIXTURE, "broken"] }),
});

Deno.test({
  name: "[TR4] a worker that is still loading leaves when it is closed",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      assert.equal(await worker.whenReady(100), false);
      assert.equal(worker.state().state, "starting");
    }, { args: [FIXTURE, "never_ready"] }),
});

Deno.test({
  name: "[OP5] a stop signal to the whole process group leaves the worker to its service",
  ignore,
  fn: () =>
    withWorker(async ({ worker }) => {
      assert.ok(await worker.whenReady(DEADLINE_MS));
      const pid = Number(worker.info()?.pid);
      Deno.kill(pid, "SIGINT");
      Deno.kill(pid, "SIGTERM");
      assert.ok((await worker.call({ op: "echo", timeoutMs: DEADLINE_MS })).ok);
      assert.equal(worker.info()?.pid, pid);
    }),
});

Deno.test({
  name: "[TR4] a worker in the midst of work leaves by itself when its stdin ends",
  ignore,
  async fn() {
    let child: WorkerChild | null = null;
    await withWorker(async ({ worker }) => {
      assert.ok(await worker.whenReady(DEADLINE_MS));
      void worker.call({ op: "hang", timeoutMs: DEADLINE_MS });
    }, { launch: (command) => child = launchWorker(command) });
    const { exited }: WorkerChild = child ?? assert.fail("no child was started");
    assert.deepEqual(await exited, { code: 0, signal: null });
  },
});

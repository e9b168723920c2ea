import assert from "node:assert/strict";
import fc from "fast-check";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import { type SupervisedWorker, superviseWorker } from "@/lib/engines/worker.ts";
import type { CallOutcome } from "@/lib/engines/worker_calls.ts";
import type { LaunchWorker } from "@/lib/engines/worker_child.ts";
import { type SimulatedChildren, simulatedChildren } from "./worker_simulated_child.ts";

const READY_TIMEOUT_MS = 10_000;

interface Bench {
  readonly clock: ManualClock;
  readonly children: SimulatedChildren;
  readonly worker: SupervisedWorker;
  readonly states: EngineState[];
}

function bench(options: { ignoresClose?: boolean; launch?: LaunchWorker } = {}): Bench {
  const clock = manualClock();
  const children = simulatedChildren(options);
  const states: EngineState[] = [];
  const worker = superviseWorker({
    name: "Speech engine",
    command: "worker",
    args: [],
    env: {},
    cwd: "/",
    readyTimeoutMs: READY_TIMEOUT_MS,
    clock,
    isolate: ENVIRONMENT_ONLY,
    onState: (state) => states.push(state),
    launch: options.launch ?? children.launch,
  });
  return { clock, children, worker, states };
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

async function readyBench(options: { ignoresClose?: boolean } = {}): Promise<Bench> {
  const made = bench(options);
  made.children.last().say({ ready: true });
  await settle();
  return made;
}

/** Advances the clock until the supervisor starts another child; returns how long that took. */
async function msToNextStart(children: SimulatedChildren, clock: ManualClock): Promise<number> {
  const before = children.all.length;
  let waitedMs = 0;
  await settle();
  while (children.all.length === before) {
    clock.advance(50);
    waitedMs += 50;
    await settle();
  }
  return waitedMs;
}

function codeOf(outcome: CallOutcome): string {
  return outcome.ok ? "ok" : outcome.code;
}

Deno.test("[TR4] answers reach their callers by id, in whatever order they come", async () => {
  const { worker, children } = await readyBench();
  const calls = ["a", "b", "c"].map((text) =>
    worker.call({ op: "echo", json: { text }, timeoutMs: 1_000 })
  );
  await settle();
  const child = children.last();
  for (const { id, text } of [...child.received].reverse()) child.say({ id, ok: true, text });
  const outcomes = await Promise.all(calls);
  assert.deepEqual(outcomes.map((outcome) => outcome.ok && outcome.json.text), ["a", "b", "c"]);
  await worker.close();
});

Deno.test("[TR4] a call that is not answered in time kills the worker; the others are told", async () => {
  const { worker, children, clock } = await readyBench();
  const slow = worker.call({ op: "slow", timeoutMs: 1_000 });
  const other = worker.call({ op: "other", timeoutMs: 5_000 });
  clock.advance(999);
  assert.ok(children.last().isAlive());
  clock.advance(1);
  assert.ok(children.last().wasKilled());
  assert.deepEqual([await slow, await other].map(codeOf), ["timeout", "crashed"]);
  await worker.close();
});

Deno.test("[TR4] rubbish kills the worker: printed text, an unknown id, a reply without sense", async () => {
  const rubbish: ((bench: Bench) => void)[] = [
    ({ children }) => children.last().print("Segmentation fault\n"),
    ({ children }) => children.last().say({ id: 99, ok: true }),
    ({ children }) => children.last().say({ ok: true }),
    ({ children }) => children.last().say({ id: 1, ok: "yes" }),
    ({ children }) => children.last().say({ ready: true }),
  ];
  for (const [index, babble] of rubbish.entries()) {
    const made = await readyBench();
    const call = made.worker.call({ op: "work", timeoutMs: 1_000 });
    babble(made);
    assert.equal(codeOf(await call), "protocol", `rubbish ${index}`);
    assert.ok(made.children.last().wasKilled());
    await made.worker.close();
  }
});

Deno.test("[TR4] restarts wait twice as long each time, up to 30 s, and at once after a healthy minute", async () => {
  const { worker, children, clock } = bench();
  const waits: number[] = [];
  for (let failure = 0; failure < 10; failure++) {
    children.last().exit(1);
    waits.push(await msToNextStart(children, clock));
  }
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);

  children.last().say({ ready: true });
  await settle();
  clock.advance(59_999);
  children.last().exit(1);
  assert.equal(await msToNextStart(children, clock), 30_000);
  children.last().say({ ready: true });
  await settle();
  clock.advance(60_000);
  children.last().exit(1);
  assert.equal(await msToNextStart(children, clock), 250);
  await worker.close();
});

Deno.test("[TR4] the page reads plain words about what the engine is doing", async () => {
  const { worker, children, clock, states } = bench();
  assert.equal(worker.state().words, "Speech engine is starting");
  children.last().say({ ready: true });
  await settle();
  for (let failure = 0; failure < 5; failure++) {
    children.last().complain(
      "Traceback (most recent call last):\n  File x\nMemoryError: Mrs Jones\n",
    );
    children.last().exit(1);
    await msToNextStart(children, clock);
  }
  children.last().say({ ready: true });
  await settle();
  await worker.close();
  assert.deepEqual(states.map(({ state, words }) => [state, words]), [
    ["ready", "Speech engine is ready"],
    ["restarting", "Speech engine is restarting"],
    ["absent", "Speech engine does not start (MemoryError); Alba keeps trying"],
    ["ready", "Speech engine is ready"],
    ["absent", "Speech engine is stopped"],
  ]);
});

Deno.test("[TR4] a worker that never says ready is killed and tried again", async () => {
  const { worker, children, clock } = bench();
  const ready = worker.whenReady(60_000);
  clock.advance(READY_TIMEOUT_MS);
  assert.ok(children.last().wasKilled());
  await settle();
  clock.advance(250);
  assert.equal(children.all.length, 2);
  children.last().say({ ready: true });
  assert.equal(await ready, true);
  await worker.close();
});

Deno.test("[TR4] a worker whose first frame is not ready is not taken as a worker", async () => {
  const { worker, children } = bench();
  children.last().say({ id: 1, ok: true });
  await settle();
  assert.ok(children.last().wasKilled());
  assert.equal(worker.state().state, "restarting");
  await worker.close();
});

Deno.test("[TR4] a worker closed between two starts is not started again", async () => {
  for (const isReaped of [false, true]) {
    const { worker, children, clock } = await readyBench();
    void worker.call({ op: "hang", timeoutMs: 100 });
    clock.advance(100);
    if (isReaped) await settle();
    await worker.close();
    clock.advance(60_000);
    await settle();
    assert.equal(children.all.length, 1);
  }
});

Deno.test("[TR4] an executable that cannot be started is absent, not fatal", async () => {
  let starts = 0;
  const { worker, clock } = bench({
    launch() {
      starts++;
      throw new Deno.errors.NotFound("no such file");
    },
  });
  for (let failure = 0; failure < 5; failure++) {
    await settle();
    clock.advance(30_000);
  }
  await settle();
  assert.ok(starts >= 5);
  assert.equal(
    worker.state().words,
    "Speech engine does not start (NotFound); Alba keeps trying",
  );
  assert.equal(codeOf(await worker.call({ op: "work", timeoutMs: 10 })), "absent");
  await worker.close();
});

Deno.test("[TR4] a withdrawn call settles at once; its late answer is no rubbish, its hang is noticed", async () => {
  const { worker, children, clock } = await readyBench();
  const withdraw = async () => {
    const wanted = new AbortController();
    const call = worker.call({ op: "work", timeoutMs: 1_000, signal: wanted.signal });
    wanted.abort();
    assert.equal(codeOf(await call), "cancelled");
  };
  await withdraw();
  const child = children.last();
  assert.deepEqual(child.received.map(({ op }) => op), ["work", "cancel"]);
  child.say({ id: child.received[0]?.id, ok: true });
  await settle();
  assert.equal(worker.state().state, "ready");
  await withdraw();
  clock.advance(1_000);
  assert.ok(child.wasKilled());
  await worker.close();
});

Deno.test("[TR4] close asks first, then kills, and waits for the end", async () => {
  const polite = await readyBench();
  await polite.worker.close();
  assert.deepEqual(
    [polite.children.last().isAlive(), polite.children.last().wasKilled()],
    [false, false],
  );

  const stubborn = await readyBench({ ignoresClose: true });
  const call = stubborn.worker.call({ op: "work", timeoutMs: 60_000 });
  let closed = false;
  const closing = stubborn.worker.close().then(() => closed = true);
  assert.equal(codeOf(await call), "cancelled");
  stubborn.clock.advance(999);
  await settle();
  assert.equal(closed, false);
  stubborn.clock.advance(1);
  await closing;
  assert.ok(stubborn.children.last().wasKilled());
  assert.equal(stubborn.children.all.length, 1, "a closed worker is not started again");
});

type Move =
  | { readonly move: "ready" | "call" | "rubbish" | "exit" }
  | { readonly move: "answer" | "abort"; readonly index: number }
  | { readonly move: "advance"; readonly ms: number };

const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ move: fc.constant("ready" as const) }) },
  { weight: 5, arbitrary: fc.record({ move: fc.constant("call" as const) }) },
  { weight: 5, arbitrary: fc.record({ move: fc.constant("answer" as const), index: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ move: fc.constant("abort" as const), index: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ move: fc.constant("rubbish" as const) }) },
  { weight: 1, arbitrary: fc.record({ move: fc.constant("exit" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ move: fc.constant("advance" as const), ms: fc.nat(3_000) }),
  },
);

Deno.test("[TR4] whatever happens: each call settles once, one child at a time, none survives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moveArbitrary, { maxLength: 40 }), fc.boolean(), playMoves),
    { numRuns: 150 },
  );
});

async function playMoves(moves: readonly Move[], ignoresClose: boolean): Promise<void> {
  const { worker, children, clock } = bench({ ignoresClose });
  const calls: { readonly wanted: AbortController; settled: CallOutcome[] }[] = [];
  for (const move of moves) {
    play(move);
    await settle();
    const alive = children.all.filter((child) => child.isAlive());
    assert.ok(alive.length <= 1, "two children at once");
  }
  const closing = worker.close();
  await settle();
  clock.advance(1_000);
  await closing;
  await settle();
  assert.ok(children.all.every((child) => !child.isAlive()), "a child survived");
  for (const [index, { settled }] of calls.entries()) {
    assert.equal(settled.length, 1);
    const [outcome] = settled;
    if (outcome?.ok) assert.equal(outcome.json.text, index, "the answer of another call");
  }

  function play(move: Move): void {
    const child = children.last();
    switch (move.move) {
      case "ready":
        child.say({ ready: true });
        break;
      case "call": {
        const wanted = new AbortController();
        const call = { wanted, settled: [] as CallOutcome[] };
        const json = { text: calls.length };
        calls.push(call);
        void worker.call({ op: "echo", json, timeoutMs: 2_000, signal: wanted.signal })
          .then((outcome) => call.settled.push(outcome));
        break;
      }
      case "answer": {
        const request = child.received.filter(({ op }) => op === "echo").at(-1 - move.index);
        if (request !== undefined) child.say({ id: request.id, ok: true, text: request.text });
        break;
      }
      case "abort":
        calls.at(-1 - move.index)?.wanted.abort();
        break;
      case "rubbish":
        child.print("rubbish on stdout");
        break;
      case "exit":
        child.exit(1);
        break;
      case "advance":
        clock.advance(move.ms);
        break;
    }
  }
}

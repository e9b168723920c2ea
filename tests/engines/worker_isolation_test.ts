import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { systemClock } from "@/lib/clock.ts";
import {
  ENVIRONMENT_ONLY,
  executablesFor,
  isolated,
  type Isolation,
  probeIsolation,
  workerEnvironment,
} from "@/lib/engines/isolation.ts";
import { superviseWorker } from "@/lib/engines/worker.ts";
import { pythonAvailable } from "./python_available.ts";

const FIXTURE = fileURLToPath(new URL("./fixtures/worker_fixture.py", import.meta.url));
const DEADLINE_MS = 20_000;
const python = pythonAvailable() ? pythonPath() : null;
const isolation = python === null ? ENVIRONMENT_ONLY : await probeIsolation(python);
const canIsolate = isolation.kind === "network_namespace";

function pythonPath(): string {
  const script = "import sys; print(sys.executable)";
  const { stdout } = new Deno.Command("python3", { args: ["-c", script] }).outputSync();
  return new TextDecoder().decode(stdout).trim();
}

/** Whether a worker, run in this way, reaches a listener on the box's own loopback. */
async function reachesListener(isolate: Isolation): Promise<unknown> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const worker = superviseWorker({
    name: "Speech engine",
    command: python ?? "",
    args: [FIXTURE],
    env: workerEnvironment("/"),
    cwd: "/",
    readyTimeoutMs: DEADLINE_MS,
    clock: systemClock(),
    isolate,
  });
  try {
    assert.ok(await worker.whenReady(DEADLINE_MS));
    const json = { port: listener.addr.port };
    const outcome = await worker.call({ op: "connect", json, timeoutMs: DEADLINE_MS });
    assert.ok(outcome.ok);
    return outcome.json.connected;
  } finally {
    await worker.close();
    listener.close();
  }
}

Deno.test({
  name: canIsolate
    ? "[SE3] an isolated worker's Python reaches nothing, not even this box"
    : "[SE3] an isolated worker reaches nothing: skipped, no network namespaces are allowed here",
  ignore: !canIsolate,
  fn: async () => assert.equal(await reachesListener(isolation), false),
});

Deno.test({
  name:
    "[SE3] without a namespace the same worker does reach this box (so the test above can fail)",
  ignore: python === null,
  fn: async () => assert.equal(await reachesListener(ENVIRONMENT_ONLY), true),
});

Deno.test("[SE3] the probe takes the first way that truly cuts the network, or says there is none", async () => {
  const tried: string[] = [];
  const onlyUserNamespaces = await probeIsolation("/venv/bin/python", (command, args) => {
    tried.push([command, ...args.slice(0, 2)].join(" "));
    return Promise.resolve(args[0] === "--map-root-user");
  });
  assert.deepEqual(tried, [
    "/usr/bin/unshare --net --",
    "/usr/bin/unshare --map-root-user --net",
  ]);
  assert.deepEqual(
    isolated(onlyUserNamespaces, { command: "/p", args: ["w"], env: {}, cwd: "/" }),
    {
      command: "/usr/bin/unshare",
      args: ["--map-root-user", "--net", "--", "/p", "w"],
      env: {},
      cwd: "/",
    },
  );
  const none = await probeIsolation("/venv/bin/python", () => Promise.resolve(false));
  assert.equal(none.kind, "environment_only");
  assert.match(none.words, /does not let Alba cut them off/);
});

Deno.test("[SE3] the service needs leave to run one executable per engine, and workers get no setting", () => {
  assert.deepEqual(executablesFor(ENVIRONMENT_ONLY, "/venv/bin/python"), ["/venv/bin/python"]);
  if (canIsolate) assert.deepEqual(executablesFor(isolation, "/p"), [isolation.unshare]);
  const names = Object.keys(workerEnvironment("/"));
  assert.ok(names.includes("HF_HUB_OFFLINE") && !names.includes("OWNER_PASSPHRASE"));
});

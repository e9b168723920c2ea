import assert from "node:assert/strict";
import { join } from "node:path";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY, probeIsolation } from "@/lib/engines/isolation.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { fakeSpeakers } from "@/lib/engines/speakers/fake_speakers.ts";
import { ge2eSpeakers } from "@/lib/engines/speakers/ge2e_speakers.ts";
import { launchWorker, type WorkerChild } from "@/lib/engines/worker_child.ts";
import { encoderContract, hum } from "./encoder_contract.ts";
import { msToSamples, samples } from "@/lib/audio/units.ts";

const enginesDir = Deno.env.get("ALBA_TEST_ENGINES") ?? "";
const installation = enginesDir === "" ? null : readInstallation(enginesDir);
const python = installation?.python ?? null;
const speakers = installation?.speakers ?? null;
const ignore = python === null || speakers === null;
const real = ignore ? "real GE2E: skipped, ALBA_TEST_ENGINES has no encoder" : "real GE2E";
const isolation = python === null ? ENVIRONMENT_ONLY : await probeIsolation(python);

const WINDOW = { start: samples(0), end: msToSamples(1_600) };

function ge2e(weightsPath: string, onLaunch: (child: WorkerChild) => void = () => {}) {
  assert.ok(python !== null);
  return ge2eSpeakers({
    ...{ python, weightsPath, home: "/", isolation, clock: systemClock() },
    launch(command) {
      const child = launchWorker(command);
      onLaunch(child);
      return child;
    },
  });
}

encoderContract({ name: "fake", ignore: false, open: () => fakeSpeakers().engine });
encoderContract({ name: real, ignore, open: () => ge2e(speakers?.weightsPath ?? "") });

Deno.test({
  name: `[TR4, FI1] an encoder whose process dies is asked again (${real})`,
  ignore,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const children: WorkerChild[] = [];
    const engine = ge2e(speakers?.weightsPath ?? "", (child) => children.push(child));
    assert.ok(engine.available);
    const encoder = engine.open();
    const { signal } = new AbortController();
    assert.ok((await encoder.embed(hum(120, 1_600), [WINDOW], signal)).ok);
    children[0]?.kill();
    assert.ok((await encoder.embed(hum(120, 1_600), [WINDOW], signal)).ok);
    assert.equal(children.length, 2);
    await encoder.close();
  },
});

Deno.test({
  name: `[SE8] weights that hold code are not run and not loaded (${real})`,
  ignore,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    assert.ok(python !== null);
    const folder = Deno.makeTempDirSync();
    try {
      const weights = join(folder, "weights.pt");
      const proof = join(folder, "was_run");
      const script = "import os, pickle, sys\n" +
        "class Evil:\n def __reduce__(self): return (os.mkdir, (sys.argv[2],))\n" +
        "open(sys.argv[1], 'wb').write(b''.join(pickle.dumps(x) for x in (1, 2, 3, Evil())))";
      const args = ["-c", script, weights, proof];
      assert.ok(new Deno.Command(python, { args }).outputSync().success);
      const worker =
        new URL("../../lib/engines/workers/speaker_worker.py", import.meta.url).pathname;
      // Its stdin stays open: a worker whose stdin ends leaves before it has read anything.
      const piped = { stdin: "piped", stdout: "null", stderr: "piped" } as const;
      const child = new Deno.Command(python, { args: [worker, weights], ...piped }).spawn();
      const run = await child.output();
      await child.stdin.close();
      assert.ok(!run.success);
      assert.match(new TextDecoder().decode(run.stderr), /UnpicklingError/);
      assert.throws(() => Deno.statSync(proof), Deno.errors.NotFound);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

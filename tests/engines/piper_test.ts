import assert from "node:assert/strict";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY, probeIsolation } from "@/lib/engines/isolation.ts";
import { piperVoice } from "@/lib/engines/piper.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { launchWorker, type WorkerChild } from "@/lib/engines/worker_child.ts";
import { until } from "./until.ts";
import { voiceContract } from "./voice_contract.ts";

const enginesDir = Deno.env.get("ALBA_TEST_ENGINES") ?? "";
const installation = enginesDir === "" ? null : readInstallation(enginesDir);
const { python, piper } = installation ?? { python: null, piper: null };
const ignore = python === null || piper === null;
const name = ignore ? "real Piper: skipped, ALBA_TEST_ENGINES names no engines" : "real Piper";
const isolation = python === null ? ENVIRONMENT_ONLY : await probeIsolation(python);

/** Opens the real voice and keeps its process at hand, to kill or to stop it. */
function openPiper() {
  assert.ok(python !== null && piper !== null);
  let child: WorkerChild | null = null;
  const engine = piperVoice({
    ...piper,
    python,
    speed: 1,
    volume: 1,
    maxUtteranceS: 10,
    home: "/",
    isolation,
    clock: systemClock(),
    // Several times what a text takes on a busy machine; the hang costs the test this long.
    synthesisTimeoutMs: 8_000,
    launch: (command) => child = launchWorker(command),
  });
  return { engine, pid: () => child?.pid ?? 0 };
}

voiceContract({
  name,
  ignore,
  open() {
    const { engine, pid } = openPiper();
    return {
      engine,
      // Stopped first, so that the text is surely in hand when the process dies.
      crashNext() {
        const dying = pid();
        Deno.kill(dying, "SIGSTOP");
        queueMicrotask(() => Deno.kill(dying, "SIGKILL"));
      },
      hangNext: () => Deno.kill(pid(), "SIGSTOP"),
      slowNext: () => {},
      until,
    };
  },
});

Deno.test({
  name: `[SK2] speed and volume change the speech and the cache key (${name})`,
  ignore,
  async fn() {
    assert.ok(python !== null && piper !== null);
    const open = (speed: number, volume: number) =>
      piperVoice({
        ...piper,
        python,
        speed,
        volume,
        maxUtteranceS: 20,
        home: "/",
        isolation,
        clock: systemClock(),
      });
    const plain = open(1, 1);
    const changed = open(2, 0.25);
    try {
      assert.notEqual(plain.fingerprint, changed.fingerprint);
      const text = "Please tell me about it in your own words.";
      const signal = new AbortController().signal;
      const [normal, quick] = await Promise.all([
        plain.synthesise(text, signal),
        changed.synthesise(text, signal),
      ]);
      assert.ok(normal.ok && quick.ok);
      const ratio = quick.speech.pcm.length / normal.speech.pcm.length;
      assert.ok(ratio > 0.35 && ratio < 0.75, `twice the speed made ${ratio} of the length`);
      assert.ok(peak(quick.speech.pcm) < 0.3 * peak(normal.speech.pcm));
    } finally {
      await plain.close();
      await changed.close();
    }
  },
});

function peak(pcm: Int16Array): number {
  return pcm.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
}

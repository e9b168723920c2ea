import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import { piperVoice } from "@/lib/engines/piper.ts";
import { until } from "./until.ts";
import { simulatedChildren } from "./worker_simulated_child.ts";

Deno.test("[TR4, SP8] a text that cannot be sent fails by itself, and the next one is said", async () => {
  const children = simulatedChildren();
  const voice = piperVoice({
    python: "python3",
    voicePath: "voice.onnx",
    configPath: "voice.json",
    voiceFingerprint: "v",
    speed: 1,
    volume: 1,
    // So long that no text is refused for its length: the frame's own limit is met instead.
    maxUtteranceS: 1_000_000,
    home: "/",
    isolation: ENVIRONMENT_ONLY,
    clock: manualClock(),
    launch: children.launch,
  });
  const child = children.last();
  child.say({ ready: true });
  await until(() => voice.state().state === "ready");
  const { signal } = new AbortController();
  const outcomes: unknown[] = [];
  const thrown: unknown[] = [];
  const onThrown = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    thrown.push(event.reason);
  };
  addEventListener("unhandledrejection", onThrown);
  void voice.synthesise("x".repeat(2_000_000), signal).then((outcome) => outcomes.push(outcome));
  void voice.synthesise("Please go on.", signal).then((outcome) => outcomes.push(outcome));
  await until(() => child.received.length > 0 || thrown.length > 0);
  removeEventListener("unhandledrejection", onThrown);
  assert.deepEqual(thrown, [], "a text's failure is an answer, and never an exception");
  const id = child.received[0]?.id;
  assert.ok(typeof id === "number");
  child.say({ id, ok: true, end: "done", sampleRateHz: 22_050 }, new Uint8Array([1, 0]));
  await until(() => outcomes.length === 2);
  assert.deepEqual(outcomes, [
    { ok: false, code: "crashed", words: "Speech engine cannot say this text" },
    { ok: true, speech: { pcm: new Int16Array([1]), sampleRateHz: 22_050 } },
  ]);
  await voice.close();
});

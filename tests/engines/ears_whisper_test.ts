import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import { whisperEars } from "@/lib/engines/whisper.ts";
import { launchWorker, type WorkerChild } from "@/lib/engines/worker_child.ts";
import { wordError } from "@/lib/text/word_error.ts";
import { addRoomNoise, seeded } from "../fixtures/dialogues/mix.ts";
import { synthesise } from "../fixtures/dialogues/synthesis.ts";
import { earsContract, type SpokenRecording } from "./ears_contract.ts";
import { findEngines } from "./test_engines.ts";

const engines = await findEngines();
if (engines === null) {
  console.log("Real Whisper is not tested: ALBA_TEST_ENGINES names no folder with engines");
}

const LINES = [
  "Good morning, doctor. I have been getting a pain in my chest.",
  "It does not go to my jaw.",
  "Yes.",
  "My father had a heart attack when he was fifty eight.",
];

let spoken: Promise<SpokenRecording> | null = null;

/** The lines in Piper's voice, two seconds of room noise around each; made once for all tests. */
function recording(): Promise<SpokenRecording> {
  spoken ??= speak();
  return spoken;
}

async function speak(): Promise<SpokenRecording> {
  assert.ok(engines !== null);
  const clips = await synthesise("joe", LINES, engines);
  const gap = 2 * 16_000;
  const mixed = new Float32Array(clips.reduce((sum, clip) => sum + clip.length + gap, gap));
  let at = gap;
  const lines = clips.map((clip, index) => {
    mixed.set(clip, at);
    const startMs = at / 16;
    at += clip.length + gap;
    return { startMs, endMs: startMs + clip.length / 16, text: LINES[index] ?? "" };
  });
  addRoomNoise(mixed, -55, seeded("contract"));
  return { pcm: Int16Array.from(mixed, (value) => Math.round(value * 32_767)), lines };
}

/** Two words in ten may be misheard: the contract is about streaming, not about Whisper. */
const MOST_WORD_ERROR = 0.2;

interface Started {
  readonly child: WorkerChild;
  /** Whisper itself; the other worker is the speech detector. */
  readonly decodes: boolean;
}

function openWhisper(children: Started[], decodeTimeoutMs?: number) {
  assert.ok(engines !== null);
  return whisperEars({
    python: engines.python,
    modelFolder: engines.whisper,
    device: "cpu",
    home: Deno.makeTempDirSync(),
    isolation: ENVIRONMENT_ONLY,
    clock: systemClock(),
    decodeTimeoutMs,
    launch: (command) => {
      const child = launchWorker(command);
      children.push({
        child,
        decodes: command.args.some((one) => one.endsWith("whisper_worker.py")),
      });
      return child;
    },
  });
}

earsContract({
  name: "Whisper",
  ignore: engines === null,
  recording,
  open: async () => {
    const children: Started[] = [];
    const engine = openWhisper(children);
    assert.ok(await engine.whenReady(60_000));
    return {
      engine,
      kill: () => children.slice(-2).forEach(({ child }) => child.kill()),
      revive: () => {},
      settle: () => new Promise((resolve) => setTimeout(resolve, 0)),
      close: () => engine.close(),
    };
  },
  same: (said, heard) =>
    said === "" ? heard === "" : wordError(said, heard).rate <= MOST_WORD_ERROR,
});

Deno.test({
  name: "[TR4] a Whisper that hangs is restarted, and all that was said is committed once",
  ignore: engines === null,
  async fn() {
    const { pcm } = await recording();
    const children: Started[] = [];
    const engine = openWhisper(children, 4_000);
    assert.ok(await engine.whenReady(60_000));
    const events: EarsEvent[] = [];
    const ears = engine.open({ startAt: samples(0), onEvent: (event) => events.push(event) });
    ears.feed(pcm.subarray(0, pcm.length / 2), false);
    const hung = children.find(({ decodes }) => decodes);
    assert.ok(hung !== undefined);
    Deno.kill(hung.child.pid, "SIGSTOP");
    ears.feed(pcm.subarray(pcm.length / 2), false);
    await ears.flush(90_000);
    const text = events.flatMap((event) => event.type === "committed" ? [event.speech.text] : []);
    assert.ok(wordError(LINES.join(" "), text.join(" ")).rate <= MOST_WORD_ERROR, text.join(" "));
    assert.equal(children.filter(({ decodes }) => decodes).length, 2);
    const states = events.flatMap((event) => event.type === "state" ? [event.engine] : []);
    assert.ok(states.some((state) => state.state === "restarting"));
    ears.close();
    await engine.close();
  },
});

Deno.test({
  name: "[TR3] no words are invented in a minute of room noise",
  ignore: engines === null,
  async fn() {
    const engine = openWhisper([]);
    assert.ok(await engine.whenReady(60_000));
    const noise = new Float32Array(60 * 16_000);
    addRoomNoise(noise, -40, seeded("noise"));
    const events: EarsEvent[] = [];
    const ears = engine.open({ startAt: samples(0), onEvent: (event) => events.push(event) });
    ears.feed(Int16Array.from(noise, (value) => Math.round(value * 32_767)), false);
    await ears.flush(60_000);
    assert.deepEqual(events.filter((event) => event.type === "committed"), []);
    ears.close();
    await engine.close();
  },
});

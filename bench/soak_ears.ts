/**
 * An hour of audio through the real ears, in lockstep: the dialogues again and again with long
 * silences between. Prints a JSON line per round (memory, word error, drift) and one at the end.
 * `deno run -A bench/soak_ears.ts --engines DIR --dialogues DIR [--minutes 60] [--silence-s 60]`
 */
import { parseArgs } from "node:util";
import { samples } from "@/lib/audio/units.ts";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import type { TranscriberBackend } from "@/lib/engines/transcriber/backend.ts";
import { backendEars } from "@/lib/engines/transcriber/backend_ears.ts";
import { whisperBackend } from "@/lib/engines/whisper_backend.ts";
import { launchWorker } from "@/lib/engines/worker_child.ts";
import { wordError } from "@/lib/text/word_error.ts";
import { findEngines } from "../tests/engines/test_engines.ts";
import { type Dialogue, dialogueNames, readDialogue } from "./ears/dialogue.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    engines: { type: "string" },
    dialogues: { type: "string" },
    minutes: { type: "string", default: "60" },
    "silence-s": { type: "string", default: "60" },
  },
});
if (values.engines === undefined || values.dialogues === undefined) {
  throw new Error("Cannot soak: --engines and --dialogues are needed");
}
Deno.env.set("ALBA_TEST_ENGINES", values.engines);
const engines = await findEngines();
if (engines === null) throw new Error("Cannot soak: --engines is empty");

const FRAME = 320;
let open = 0;

/** Counts the calls under way, so that the next frame waits for the answers to the last. */
function counted(backend: TranscriberBackend): TranscriberBackend {
  const count = async <T>(call: Promise<T>): Promise<T> => {
    open++;
    try {
      return await call;
    } finally {
      open--;
    }
  };
  return {
    detector: {
      detect: (carry, pcm, signal) => count(backend.detector.detect(carry, pcm, signal)),
    },
    decoder: { decode: (request, signal) => count(backend.decoder.decode(request, signal)) },
    state: () => backend.state(),
    whenReady: (timeoutMs) => backend.whenReady(timeoutMs),
    close: () => backend.close(),
  };
}

const clock = systemClock();
const home = await Deno.makeTempDir();
const pids: number[] = [];
const options = {
  python: engines.python,
  modelFolder: engines.whisper,
  device: "cpu" as const,
  home,
  isolation: ENVIRONMENT_ONLY,
  clock,
  launch: (command: Parameters<typeof launchWorker>[0]) => {
    const child = launchWorker(command);
    pids.push(child.pid);
    return child;
  },
};
const ears = backendEars({
  kind: "whisper",
  clock,
  start: (onState) => counted(whisperBackend(options, onState)),
});
if (!await ears.whenReady(120_000)) throw new Error("Cannot soak: Whisper did not start");

/** Null for a worker that has been replaced in the meantime. */
function residentMb(pid: number | "self"): number | null {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return null;
  }
}

/** Median distance between where a phrase begins and where its first word was heard. */
function driftMs({ phrases }: Dialogue, words: readonly HeardWord[], offsetMs: number): number {
  const starts = words.map((word) => word.start / 16 - offsetMs);
  const distances = phrases.map(({ start_ms }) =>
    starts.reduce((best, start) => Math.min(best, Math.abs(start - start_ms)), 10_000)
  );
  distances.sort((a, b) => a - b);
  return Math.round(distances[Math.floor(distances.length / 2)] ?? 0);
}

const words: HeardWord[] = [];
const told: string[] = [];
let heard = 0;
let fed = 0;
const stream = ears.open({
  startAt: samples(0),
  onEvent: (event) => {
    if (event.type === "committed") words.push(...event.speech.words);
    if (event.type === "heard") heard = event.through;
    if (event.type === "state") told.push(event.engine.words);
  },
});

async function feed(pcm: Int16Array, mutedAt: (sample: number) => boolean): Promise<void> {
  for (let at = 0; at < pcm.length; at += FRAME) {
    stream.feed(pcm.subarray(at, at + FRAME), mutedAt(at));
    fed += Math.min(FRAME, pcm.length - at);
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const began = performance.now();
const dialogues = await Promise.all(
  dialogueNames(values.dialogues).map((name) => readDialogue(values.dialogues ?? "", name)),
);
const quiet = new Int16Array(Number(values["silence-s"]) * 16_000).map((_, index) => index % 7 - 3);
for (let round = 0; fed < Number(values.minutes) * 60 * 16_000; round++) {
  for (const dialogue of dialogues) {
    const offset = fed;
    await feed(dialogue.pcm, dialogue.mutedAt);
    await feed(quiet, () => false);
    const mine = words.filter((word) => word.start >= offset && word.start < fed);
    const error = wordError(dialogue.text, mine.map((word) => word.text).join(" "));
    console.log(JSON.stringify({
      round,
      minute: Math.round(fed / 960_000 * 10) / 10,
      dialogue: dialogue.name,
      wordErrorRate: Math.round(error.rate * 1_000) / 1_000,
      driftMs: driftMs(dialogue, mine, offset / 16),
      undecidedS: Math.round((fed - heard) / 1_600) / 10,
      denoMb: residentMb("self"),
      workersMb: pids.map(residentMb),
    }));
  }
}
await stream.flush(60_000);
const ordered = words.every((word, index) => word.start >= (words[index - 1]?.end ?? 0));
console.log(JSON.stringify({
  minutes: fed / 960_000,
  heardAll: heard === fed,
  words: words.length,
  ordered,
  workersStarted: pids.length,
  told: [...new Set(told)],
  tookMinutes: Math.round((performance.now() - began) / 6_000) / 10,
}));
stream.close();
await ears.close();
await Deno.remove(home, { recursive: true });

import assert from "node:assert/strict";
import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { systemClock } from "@/lib/clock.ts";
import { smartTurnEar } from "@/lib/engines/ear/smart_turn_ear.ts";
import { EAR_WINDOW, type TurnEar } from "@/lib/engines/ear/turn_ear.ts";
import { ENVIRONMENT_ONLY, probeIsolation } from "@/lib/engines/isolation.ts";
import { readInstallation } from "@/lib/engines/setup_installation.ts";
import { launchWorker, type WorkerChild } from "@/lib/engines/worker_child.ts";
import { earContract, hum } from "./ear_contract.ts";
import { spokenEnds } from "./spoken_ends.ts";
import { until } from "./until.ts";

const enginesDir = Deno.env.get("ALBA_TEST_ENGINES") ?? "";
const installation = enginesDir === "" ? null : readInstallation(enginesDir);
const python = installation?.python ?? null;
const model = installation?.ear ?? null;
const ignore = python === null || model === null;
const real = ignore ? "real ear: skipped, ALBA_TEST_ENGINES has none" : "real Smart Turn";
const isolation = python === null ? ENVIRONMENT_ONLY : await probeIsolation(python);
const dialogues = Deno.env.get("ALBA_TEST_DIALOGUES") ?? "";
if (ignore || dialogues === "") {
  console.log(
    "The real ear hears no spoken lines: it needs ALBA_TEST_ENGINES with an ear and " +
      "ALBA_TEST_DIALOGUES, a folder that tests/fixtures/dialogues/generate.ts has filled",
  );
}

async function open(onLaunch: (child: WorkerChild) => void = () => {}): Promise<TurnEar> {
  assert.ok(python !== null && model !== null);
  const ear = smartTurnEar({
    ...{ python, modelPath: model.modelPath, home: "/", isolation, clock: systemClock() },
    launch(command) {
      const child = launchWorker(command);
      onLaunch(child);
      return child;
    },
  });
  await until(() => ear.state().state === "ready");
  return ear;
}

earContract({ name: real, ignore, open });

function realTest(words: string, skip: boolean, fn: () => Promise<void>): void {
  const [sanitizeOps, sanitizeResources] = [false, false];
  Deno.test({ name: `${words} (${real})`, ignore: skip, sanitizeOps, sanitizeResources, fn });
}

/** Made with the model's own features, as its package computes them, on the same sound. */
const REFERENCE: readonly [string, Int16Array, number][] = [
  ["8 s", hum(EAR_WINDOW), 0.8171],
  ["1 s, silent before", hum(SAMPLE_RATE_HZ), 0.9466],
  ["3 s and a second of silence", ended(), 0.8549],
  ["nothing", new Int16Array(), 0.987],
];

function ended(): Int16Array {
  const sound = new Int16Array(4 * SAMPLE_RATE_HZ);
  sound.set(hum(3 * SAMPLE_RATE_HZ));
  return sound;
}

realTest("[TT14] scores are those of the model fed as its makers feed it", ignore, async () => {
  const ear = await open();
  for (const [name, sound, reference] of REFERENCE) {
    const outcome = await ear.score(sound);
    assert.ok(outcome.ok);
    assert.ok(Math.abs(outcome.finished - reference) < 0.01, `${name}: ${outcome.finished}`);
  }
  await ear.close();
});

realTest("[TR4, TT14] an ear whose process is killed scores again", ignore, async () => {
  const children: WorkerChild[] = [];
  const ear = await open((child) => children.push(child));
  children[0]?.kill();
  await until(() => ear.state().state !== "ready");
  await until(() => ear.state().state === "ready");
  assert.ok((await ear.score(hum(SAMPLE_RATE_HZ))).ok);
  assert.equal(children.length, 2);
  await ear.close();
});

realTest(
  "[TT14] of spoken lines more ends than broken-off phrases are called finished",
  ignore || dialogues === "",
  async () => {
    const ear = await open();
    const share = async (kind: "end" | "cut") => {
      const places = ["chest_pain", "headache"].flatMap((name) => spokenEnds(dialogues, name))
        .filter((one) => one.voice === "joe" && one.kind === kind);
      let finished = 0;
      for (const place of places) {
        const outcome = await ear.score(place.after(700));
        assert.ok(outcome.ok);
        if (outcome.finished >= 0.5) finished++;
      }
      console.log(`${kind}: ${finished} of ${places.length} are called finished`);
      return finished / places.length;
    };
    const [ends, cuts] = [await share("end"), await share("cut")];
    assert.ok(ends > 0.6 && ends > cuts, `${ends} of the ends, ${cuts} of the rest`);
    await ear.close();
  },
);

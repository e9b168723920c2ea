import assert from "node:assert/strict";
import { manualClock, systemClock } from "@/lib/clock.ts";
import { samples } from "@/lib/audio/units.ts";
import { fakeEars, type FakeLine } from "@/lib/engines/fake_ears.ts";
import type { EarsEvent } from "@/lib/engines/ports.ts";
import { typedEars } from "@/lib/engines/typed_ears.ts";
import { earsContract } from "./ears_contract.ts";

const LINES: readonly FakeLine[] = [
  { startMs: 2_000, endMs: 3_200, text: "Good morning, how are you?" },
  { startMs: 4_800, endMs: 6_400, text: "I have a cough." },
  { startMs: 8_000, endMs: 8_400, text: "No." },
  { startMs: 10_000, endMs: 12_000, text: "Ten milligrams, not twenty.", lowConfidence: true },
];

earsContract({
  name: "fake",
  ignore: false,
  recording: () => Promise.resolve({ pcm: new Int16Array(14 * 16_000), lines: LINES }),
  open: () => {
    const engine = fakeEars(LINES, systemClock());
    return Promise.resolve({
      engine,
      kill: () => engine.die(),
      revive: () => engine.recover(),
      settle: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  },
  same: (said, heard) => said === heard,
});

Deno.test("[TR4] the fake's hang is told as catching up, and ends with all that was said", () => {
  const engine = fakeEars(LINES, manualClock());
  const events: EarsEvent[] = [];
  const ears = engine.open({ startAt: samples(0), onEvent: (event) => events.push(event) });
  engine.hang();
  ears.feed(new Int16Array(14 * 16_000), false);
  const behind = events.at(-1);
  assert.ok(behind?.type === "state" && behind.engine.state === "catching_up");
  assert.equal(behind.engine.words, "Catching up, 14 s behind");
  assert.equal(behind.engine.behindMs, 14_000);
  engine.recover();
  const said = events.flatMap((event) => event.type === "committed" ? [event.speech.text] : []);
  assert.deepEqual(said, LINES.map((line) => line.text));
});

Deno.test("[TR3] typed ears hear nothing, and say why", async () => {
  const engine = typedEars("No speech engine is installed: type what is said");
  const events: EarsEvent[] = [];
  const ears = engine.open({ startAt: samples(100), onEvent: (event) => events.push(event) });
  ears.feed(new Int16Array(320), false);
  await ears.flush(0);
  ears.close();
  ears.feed(new Int16Array(320), false);
  assert.equal(engine.state().state, "absent");
  assert.match(engine.state().words, /type/);
  assert.deepEqual(events, [
    { type: "state", engine: engine.state() },
    { type: "heard", through: 420 },
  ]);
});

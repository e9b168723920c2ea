import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { absentEar, NO_EAR } from "@/lib/engines/ear/absent_ear.ts";
import { EAR_LATE_MS } from "@/lib/engines/ear/bounded_ear.ts";
import { fakeEar } from "@/lib/engines/ear/fake_ear.ts";
import { smartTurnEar } from "@/lib/engines/ear/smart_turn_ear.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import { earContract, hum } from "./ear_contract.ts";
import { until } from "./until.ts";
import { simulatedChildren } from "./worker_simulated_child.ts";

earContract({
  name: "fake",
  ignore: false,
  open: () => Promise.resolve(fakeEar({ clock: manualClock() })),
});

/** The real adapter with a worker whose part the test plays. */
async function supervised() {
  const clock = manualClock();
  const children = simulatedChildren();
  const ear = smartTurnEar({
    ...{ python: "python3", modelPath: "model.onnx", home: "/", clock },
    isolation: ENVIRONMENT_ONLY,
    launch: children.launch,
  });
  children.last().say({ ready: true });
  await until(() => ear.state().state === "ready");
  return { clock, children, ear };
}

/** The worker's newest request once it has got one. */
async function asked({ children }: Awaited<ReturnType<typeof supervised>>, count = 1) {
  const { received } = children.last();
  await until(() => received.length >= count);
  return received[count - 1] ?? {};
}

Deno.test("[TT14] a score that takes more than 1.5 s is dropped, and its late answer is nobody's", async () => {
  const box = await supervised();
  const { children, clock, ear } = box;
  const slow = ear.score(hum(8_000));
  const request = await asked(box);
  clock.advance(EAR_LATE_MS);
  const outcome = await slow;
  assert.ok(!outcome.ok && outcome.code === "late");
  children.last().say({ id: Number(request["id"]), ok: true, finished: 0.9 });
  const next = ear.score(hum(8_000));
  // The second request follows the withdrawal of the first.
  const second = await asked(box, 3);
  children.last().say({ id: Number(second["id"]), ok: true, finished: 0.2 });
  const scored = await next;
  assert.ok(scored.ok && scored.finished === 0.2);
  assert.equal(children.all.length, 1, "being late is no reason to be killed");
  await ear.close();
});

Deno.test("[TT14] the time that a score took is told", async () => {
  const box = await supervised();
  const score = box.ear.score(hum(8_000));
  const request = await asked(box);
  box.clock.advance(70);
  box.children.last().say({ id: Number(request["id"]), ok: true, finished: 0.4 });
  assert.deepEqual(await score, { ok: true, finished: 0.4, ms: 70 });
  await box.ear.close();
});

Deno.test("[TR4, TT14] an ear whose worker dies or hangs is started again and scores again", async () => {
  const box = await supervised();
  const { children, clock, ear } = box;
  const lost = ear.score(hum(8_000));
  await asked(box);
  children.last().exit(1);
  const died = await lost;
  assert.ok(!died.ok && died.code === "crashed");
  const away = await ear.score(hum(8_000));
  assert.ok(!away.ok && away.code === "absent", "nothing is kept for later");
  await restarted(box, 2);
  const hung = ear.score(hum(8_000));
  await asked(box);
  clock.advance(10_000);
  await hung;
  assert.ok(children.last().wasKilled());
  await restarted(box, 3);
  const score = ear.score(hum(8_000));
  const request = await asked(box);
  children.last().say({ id: Number(request["id"]), ok: true, finished: 1 });
  assert.ok((await score).ok);
  await ear.close();
});

async function restarted(box: Awaited<ReturnType<typeof supervised>>, count: number) {
  await until(() => {
    box.clock.advance(500);
    return box.children.all.length === count;
  });
  box.children.last().say({ ready: true });
  await until(() => box.ear.state().state === "ready");
}

Deno.test("[TT14] an answer that is no probability is none", async () => {
  for (const finished of [1.2, -0.1, "yes", null]) {
    const box = await supervised();
    const score = box.ear.score(hum(8_000));
    const request = await asked(box);
    box.children.last().say({ id: Number(request["id"]), ok: true, finished });
    const outcome = await score;
    assert.ok(!outcome.ok && outcome.code === "crashed", String(finished));
    await box.ear.close();
  }
});

Deno.test("[TT14] an ear that broke says so; one that is not there says who judges instead", async () => {
  const broken = fakeEar({ clock: manualClock() });
  broken.break();
  const outcome = await broken.score(hum(100));
  assert.ok(!outcome.ok && outcome.code === "crashed");
  const absent = absentEar(NO_EAR);
  assert.match(absent.state().words, /judged by words and silence/);
  assert.ok(!(await absent.score(hum(100))).ok);
});

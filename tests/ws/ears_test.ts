import assert from "node:assert/strict";
import { FRAME_SAMPLES, samples } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import { range } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

async function recordingPage(box: TestBox, frames: number) {
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, frames);
  return { id, page };
}

/** What the frames of a stretch of the recording hold, one sample after the other. */
function soundOf(from: number, to: number): number[] {
  return range(from, to).flatMap((sequence) => [...numbered(sequence)]);
}

const TROUBLE: readonly (readonly [string, EngineState])[] = [
  ["died", { state: "restarting", words: "Speech recognition stopped and is restarting" }],
  ["hangs", { state: "restarting", words: "Speech recognition does not answer; restarting" }],
  ["prints rubbish", {
    state: "restarting",
    words: "Speech recognition makes no sense; restarting",
  }],
  ["has fallen behind", {
    state: "catching_up",
    words: "Catching up (12 s behind)",
    behindMs: 12_000,
  }],
];

for (const [words, engine] of TROUBLE) {
  Deno.test(`[TR4] ears whose worker ${words}: the page says so, records on, and loses no line`, async () => {
    await using box = await openTestBox();
    const { id, page } = await recordingPage(box, 10);
    box.ears.commit("Before.", 0, 1_600);
    box.ears.emit({ type: "state", engine });
    await page.settled();
    assert.deepEqual(page.all("engine").at(-1)?.stt, { state: engine.state, words: engine.words });
    await sendFrames(box, page, 10, 20);
    box.ears.emit({ type: "state", engine: { state: "ready", words: "Ready" } });
    box.ears.commit("After.", 1_600, 4_800);
    await page.settled();
    assert.equal(page.all("engine").at(-1)?.stt.state, "ready");
    const texts = page.all("transcript").flatMap(({ committed }) => committed.map((c) => c.text));
    assert.deepEqual(texts, ["Before.", "After."]);
    assert.deepEqual(box.record.segments.list(id).map(({ text }) => text), texts);
    assert.deepEqual(box.ears.fed.flatMap(({ pcm }) => [...pcm]), soundOf(0, 20));
    const changes = box.record.audit.list(id).filter(({ kind }) => kind === "engine.changed");
    assert.equal(changes.length, 2);
    await page.drop();
  });
}

Deno.test("[TR3] tentative text comes and goes; committed lines only ever come", async () => {
  await using box = await openTestBox();
  const { page } = await recordingPage(box, 10);
  box.ears.emit({ type: "tentative", text: "I have" });
  box.ears.emit({ type: "tentative", text: "I have had" });
  box.ears.commit("I have had a cough.", 0, 1_600);
  box.ears.emit({ type: "tentative", text: "" });
  await page.settled();
  const seen = page.all("transcript");
  assert.deepEqual(seen.map(({ tentative }) => tentative), [
    "I have",
    "I have had",
    "I have had",
    "",
  ]);
  assert.deepEqual(seen.map(({ committed }) => committed.length), [0, 0, 1, 0]);
  await page.drop();
});

Deno.test("[TR5, SP8] the ears hear zeros while Alba is heard, and the recording holds the room", async () => {
  await using box = await openTestBox();
  const { page } = await recordingPage(box, 5);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  page.say({ type: "speak_started", utterance_id });
  await sendFrames(box, page, 5, 15);
  page.say({ type: "speak_ended", utterance_id, reason: "completed" });
  await sendFrames(box, page, 15, 40);
  const muted = box.ears.fed.map((piece) => piece.muted);
  // 300 ms of tail are fifteen frames.
  assert.deepEqual(muted, [
    ...Array(5).fill(false),
    ...Array(25).fill(true),
    ...Array(10).fill(false),
  ]);
  assert.deepEqual(box.ears.fed.flatMap(({ pcm }) => [...pcm]), soundOf(0, 40));
  await page.drop();
});

Deno.test("[TR4, CO1, SP8] a restarted service hears again what was not written down, zeros included", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box, 5);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  page.say({ type: "speak_started", utterance_id });
  await sendFrames(box, page, 5, 15);
  page.say({ type: "speak_ended", utterance_id, reason: "completed" });
  await sendFrames(box, page, 15, 50);
  box.ears.commit("Hello.", 0, 2 * FRAME_SAMPLES);
  await page.settled();
  await box.restart(2_000);
  // "Going away" or "service restart" (RFC 6455, IANA): the page comes back after either.
  assert.ok([1001, 1012].includes((await page.ended).code));
  const again = box.ears.fed;
  assert.equal(again[0]?.from, 2 * FRAME_SAMPLES);
  assert.deepEqual(again.flatMap(({ pcm }) => [...pcm]), soundOf(2, 50));
  const mutedSamples = again.flatMap(({ muted, pcm }) => Array(pcm.length).fill(muted));
  const expected = range(2, 50).flatMap((frame) =>
    Array(FRAME_SAMPLES).fill(frame >= 5 && frame < 30)
  );
  assert.deepEqual(mutedSamples, expected);
  const back = new TestPage(box, id);
  const snapshot = await back.hello();
  assert.deepEqual(snapshot.committed.map(({ text }) => text), ["Hello."]);
  await back.drop();
});

Deno.test("[CO1] words that come between Stop and the flush are written down before the review", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box, 10);
  const release = box.ears.holdFlush();
  page.say({ type: "stop" });
  await page.settled();
  box.ears.commit("Thank you, doctor.", 0, 3_000);
  box.ears.emit({ type: "heard", through: samples(3_200) });
  release();
  await page.ended;
  assert.deepEqual(box.record.segments.list(id).map(({ text }) => text), ["Thank you, doctor."]);
  assert.equal(page.all("lifecycle").at(-1)?.lifecycle, "review");
});

for (const state of ["live", "stopping"] as const) {
  Deno.test(`[CO1, OP5] a service that is stopped and started resumes a consultation that is ${state}`, async () => {
    await using box = await openTestBox();
    const { id, page } = await recordingPage(box, 50);
    const release = box.ears.holdFlush();
    if (state === "stopping") {
      page.say({ type: "stop" });
      await page.settled();
    }
    assert.equal(box.record.consultations.get(id)?.state, state);
    await box.restart(3_000);
    await page.ended;
    if (state === "stopping") {
      release();
      const over = new TestPage(box, id);
      assert.equal((await over.ended).code, 4003);
      assert.equal(box.record.consultations.get(id)?.state, "review");
      return;
    }
    const back = new TestPage(box, id);
    assert.deepEqual((await back.hello()).position_ms, 1_000);
    const kinds = box.record.audit.list(id).map(({ kind }) => kind);
    assert.ok(kinds.includes("consultation.resumed"), kinds.join(", "));
    release();
    await back.drop();
  });
}

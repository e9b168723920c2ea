import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { until } from "@/tests/engines/until.ts";
import { range, recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

async function recording(box: TestBox, frames: number): Promise<[ConsultationId, TestPage]> {
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, frames);
  return [id, page];
}

/** Presses "Undo Stop" as a browser without a script does. */
async function undo(box: TestBox, id: ConsultationId): Promise<number> {
  const { origin, cookie } = box;
  const response = await fetch(`${origin}/consultations/${id}/undo-stop`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie },
  });
  await response.body?.cancel();
  return response.status;
}

function stateOf(box: TestBox, id: ConsultationId) {
  return box.record.consultations.get(id)?.state;
}

Deno.test("[CO6] Stop undone while the last words are awaited: live again, and they are heard", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 50);
  box.ears.commit("It began on Monday.", 0, 8_000);
  const release = box.ears.holdFlush();
  page.say({ type: "stop" });
  await until(() => stateOf(box, id) === "stopping");
  assert.equal(await undo(box, id), 303);
  release();
  assert.equal((await page.ended).code, 1012);
  assert.equal(stateOf(box, id), "live");

  const again = new TestPage(box, id);
  const snapshot = await again.hello();
  assert.deepEqual(snapshot.committed.map(({ text }) => text), ["It began on Monday."]);
  assert.equal(box.ears.fed[0]?.from, 8_000, "what was not decided is heard again");
  box.ears.commit("It has not stopped.", 8_000, 16_000);
  await again.next("transcript");
  assert.deepEqual(
    box.record.segments.list(id).map(({ text }) => text),
    ["It began on Monday.", "It has not stopped."],
  );
});

Deno.test("[CO6] Stop undone from the review: one recording, the time between as a gap, nothing doubled", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 50);
  box.ears.commit("It began on Monday.", 0, 8_000);
  page.say({ type: "stop" });
  assert.equal((await page.ended).code, CLOSE.over);
  assert.equal(stateOf(box, id), "review");
  box.clock.advance(20_000);
  assert.equal(await undo(box, id), 303);
  assert.equal(await undo(box, id), 303, "a second tap changes nothing");

  const again = new TestPage(box, id);
  await again.hello();
  await again.capture("epoch-1");
  await sendFrames(box, again, 0, 10);
  again.say({ type: "stop" });
  assert.equal((await again.ended).code, CLOSE.over);

  const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
  assert.deepEqual(heard, [...range(0, 50), ...silence(1_000), ...range(0, 10)]);
  assert.deepEqual(
    box.record.captures.gaps(id).map(({ startSample, samples, reason }) => [
      startSample / FRAME_SAMPLES,
      samples / FRAME_SAMPLES,
      reason,
    ]),
    [[50, 1_000, "paused"]],
  );
  assert.equal(box.record.segments.list(id).length, 1);
  const kinds = box.record.audit.list(id).filter(({ kind }) => kind === "consultation.transition");
  const steps = kinds.map(({ detail }) => `${detail["from"]}>${detail["to"]}`);
  assert.deepEqual(steps, [
    "live>stopping",
    "stopping>finalising",
    "finalising>review",
    "review>live",
    "live>stopping",
    "stopping>finalising",
    "finalising>review",
  ]);
  const back = kinds.find(({ detail }) => detail["to"] === "live")?.detail;
  assert.equal(back?.["reason"], "stop_undone");
  assert.notEqual(back?.["clinician"], null, "who undid it is a person (CO7)");
  assert.equal(verifyRecord(box.dataDir).verdict, "untampered");
});

Deno.test("[CO6, CO3] Stop stays when its time is over or the room is taken, and says why", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 10);
  page.say({ type: "stop" });
  await page.ended;
  const next = await box.start();
  assert.equal(await undo(box, id), 409);
  box.services.rooms.session(next)?.stop(box.services.people.owner());
  await until(() => stateOf(box, next) === "review");
  box.clock.advance(30_000);
  assert.equal(await undo(box, id), 409);
  assert.equal(stateOf(box, id), "review");
});

Deno.test("[CO6] Stop undone after a no: live again, and still not listening", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 10);
  page.say({ type: "consent", answer: "withdrawn" });
  await page.settled();
  page.say({ type: "stop" });
  await page.ended;
  assert.equal(await undo(box, id), 303);
  const again = new TestPage(box, id);
  const { capture, consent } = await again.hello();
  assert.deepEqual([capture.state, consent], ["paused", "withdrawn"]);
  await again.capture("epoch-2");
  await sendFrames(box, again, 0, 10);
  assert.equal(recordedSamples(box.recordingPath(id)).length, 10 * FRAME_SAMPLES);
});

Deno.test("[CO6, TR2] a box that dies in the pause comes back paused, and the silence is as long as both", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 50);
  page.say({ type: "pause" });
  await page.settled();
  box.clock.advance(10_000);
  await box.restart(5_000);
  const again = new TestPage(box, id);
  assert.equal((await again.hello()).capture.state, "paused");
  again.say({ type: "resume" });
  await again.capture("epoch-2");
  await sendFrames(box, again, 0, 5);
  again.say({ type: "stop" });
  await again.ended;
  const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
  assert.deepEqual(heard, [...range(0, 50), ...silence(750), ...range(0, 5)]);
  assert.deepEqual(box.record.captures.gaps(id).map(({ reason }) => reason), ["paused"]);
});

/** One thing that somebody does, each with a length in frames where it takes time. */
const act = fc.record({
  what: fc.constantFrom("talk", "pause", "resume", "stop_and_undo", "reload", "commit"),
  frames: fc.integer({ min: 1, max: 40 }),
});

Deno.test("[CO6, CO5, TR2] whatever is paused, stopped and undone, the recording is as long as the time was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
      await using box = await openTestBox();
      let [id, page] = await recording(box, 5);
      let epoch = 1;
      let frame = 5;
      let isPaused = false;
      /** Frames since the first one that belong into the recording. */
      let due = 5;
      let pending = 0;
      let committed = 0;
      const position = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
      const capture = async () => {
        await page.capture(`epoch-${++epoch}`);
        frame = 0;
        due += pending;
        pending = 0;
      };
      const back = async () => {
        page = new TestPage(box, id);
        await page.hello();
        if (!isPaused) await capture();
      };
      for (const { what, frames } of acts) {
        switch (what) {
          case "talk":
            if (isPaused) {
              box.clock.advance(frames * 20);
              pending += frames;
              break;
            }
            // One by one, because the service dates its checkpoints when it handles a frame. It is not
            // asked each time: so many questions in so little time are too many for it.
            for (const end = frame + frames; frame < end; frame++) {
              const before = position();
              box.clock.advance(20);
              page.raw(encodeFrame(frame, numbered(frame)));
              await until(() => position() > before);
            }
            due += frames;
            break;
          case "pause":
            page.say({ type: "pause" });
            await page.settled();
            isPaused = true;
            break;
          case "resume":
            page.say({ type: "resume" });
            if (isPaused) await capture();
            isPaused = false;
            break;
          case "stop_and_undo":
            page.say({ type: "stop" });
            await page.ended;
            box.clock.advance(frames * 20);
            pending += frames;
            assert.equal(await undo(box, id), 303);
            await back();
            break;
          case "reload":
            await page.drop();
            await until(() => box.services.rooms.session(id)?.state.clients.tabs.size === 0);
            box.clock.advance(frames * 20);
            pending += frames;
            await back();
            break;
          case "commit":
            box.ears.commit(`Line ${++committed}.`, (committed - 1) * 10, committed * 10);
            break;
        }
      }
      page.say({ type: "stop" });
      await page.ended;
      const pcm = recordedSamples(box.recordingPath(id));
      assert.equal(pcm.length / FRAME_SAMPLES, due);
      assert.equal(box.record.segments.list(id).length, committed);
      assert.equal(verifyRecord(box.dataDir).verdict, "untampered");
    }),
    { numRuns: 15 },
  );
});

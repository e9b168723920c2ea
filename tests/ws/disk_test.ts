import assert from "node:assert/strict";
import { until } from "@/tests/engines/until.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { type FailingDisk, failingDisk } from "./failing_disk.ts";
import { range, recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

async function recordingBox(disk: FailingDisk, what: "recording" | "record") {
  const box = await openTestBox(
    what === "recording" ? { openRecorder: disk.openRecorder } : { record: disk.record },
  );
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 10);
  return { box, id, page };
}

for (const takes of [0, 1, 200, 639]) {
  Deno.test(`[SE4, TR2, CO5] a disk that fills after ${takes} bytes of a frame: a banner, and later no shift`, async () => {
    const disk = failingDisk();
    disk.takes = takes;
    const { box, id, page } = await recordingBox(disk, "recording");
    await using _box = box;
    await sendFrames(box, page, 10, 11);
    disk.full = true;
    await sendFrames(box, page, 11, 20);
    const banner = page.all("capture").at(-1)?.capture;
    assert.equal(banner?.state, "halted");
    assert.match(banner?.words ?? "", /disk is full/);
    assert.equal(box.record.consultations.get(id)?.state, "live");

    // Room has been made, and the doctor goes on.
    disk.full = false;
    await page.capture("epoch-1");
    await sendFrames(box, page, 30, 33);
    page.say({ type: "stop" });
    await page.ended;
    const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
    assert.deepEqual(heard, [...range(0, 11), ...silence(19), ...range(30, 33)]);
    const kinds = box.record.audit.list(id).map(({ kind }) => kind);
    assert.ok(kinds.includes("capture.disk_full"));
    assert.equal(box.record.captures.gaps(id).at(-1)?.reason, "disk_full");
  });
}

Deno.test("[SE4, TR4] a disk that neither writes nor reads is told, too", async () => {
  const disk = failingDisk();
  const { box, id, page } = await recordingBox(disk, "recording");
  await using _box = box;
  await sendFrames(box, page, 10, 20);
  Deno.renameSync(box.recordingPath(id), `${box.recordingPath(id)}.away`);
  disk.full = true;
  await sendFrames(box, page, 20, 30);
  assert.equal(page.all("capture").at(-1)?.capture.state, "halted");
  Deno.renameSync(`${box.recordingPath(id)}.away`, box.recordingPath(id));
  disk.full = false;
  await page.capture("epoch-1");
  await sendFrames(box, page, 30, 33);
  assert.equal(page.all("capture").at(-1)?.capture.state, "recording");
});

Deno.test("[SP8, SE4] ears that hear again do not hear Alba where the record has taken no row of what she said", async () => {
  const [rows, sound] = [failingDisk(), failingDisk()];
  await using box = await openTestBox({ openRecorder: sound.openRecorder, record: rows.record });
  const page = new TestPage(box, await box.start());
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 10);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  rows.full = true;
  page.say({ type: "speak_started", utterance_id });
  await sendFrames(box, page, 10, 20);
  page.say({ type: "speak_ended", utterance_id, reason: "completed" });
  await sendFrames(box, page, 20, 60);
  sound.full = true;
  await sendFrames(box, page, 60, 61);
  assert.equal(box.ears.streams, 2, "they hear again");
  const muted = box.ears.fed.filter((piece) => piece.muted);
  // Her ten frames, and 300 ms of tail.
  assert.deepEqual(muted.map(({ from, pcm }) => [from / 320, pcm.length / 320]), [[10, 25]]);
});

Deno.test("[OP4, SE4] while rows of a consultation wait for the disk the box says so to a monitor, whatever else it takes", async () => {
  const disk = failingDisk();
  const { box, page } = await recordingBox(disk, "record");
  await using _box = box;
  const health = async () => {
    const answer = await fetch(`${box.origin}/healthz`);
    return [answer.status, (await answer.json()).record];
  };
  assert.deepEqual(await health(), [200, "writable"]);
  disk.full = true;
  page.say({ type: "typed", text: "It hurts here.", role: "patient" });
  await page.next("transcript");
  // A few bytes fit again, and nothing has been tried since.
  disk.full = false;
  assert.deepEqual(await health(), [503, "failing"]);
  await sendFrames(box, page, 10, 61);
  box.clock.advance(1_000);
  await until(() => !box.services.rooms.isRecordStuck);
  assert.deepEqual(await health(), [200, "writable"]);
});

Deno.test("[SE4, TR2] a recording whose file is deleted while it goes on says so within a second", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 60);
  Deno.removeSync(box.recordingPath(id));
  await sendFrames(box, page, 60, 110);
  const { state, words } = page.all("capture").at(-1)?.capture ?? {};
  assert.equal(state, "halted");
  assert.match(words ?? "", /^Cannot write the recording/);
});

Deno.test("[SE4, TR4] after a disk fault the ears hear again exactly what the recording holds", async () => {
  const disk = failingDisk();
  const { box, page } = await recordingBox(disk, "recording");
  await using _box = box;
  box.ears.commit("Good morning.", 0, 1_600);
  disk.full = true;
  await sendFrames(box, page, 10, 15);
  assert.equal(box.ears.streams, 2);
  assert.equal(box.ears.fed[0]?.from, 1_600);
  const heard = box.ears.fed.flatMap((piece) => [...piece.pcm]);
  assert.deepEqual(heard, range(5, 10).flatMap((sequence) => [...numbered(sequence)]));
  await page.drop();
});

Deno.test("[SE4] a record that cannot be written is said once, and nothing that was said is lost", async () => {
  const disk = failingDisk();
  const { box, id, page } = await recordingBox(disk, "record");
  await using _box = box;
  disk.full = true;
  box.ears.commit("I take ramipril.", 0, 1_600);
  page.say({ type: "typed", text: "Five milligrams.", role: "patient" });
  await sendFrames(box, page, 10, 15);
  const errors = page.all("error");
  assert.deepEqual(errors.map(({ code }) => code), ["storage"]);
  assert.match(errors[0]?.message ?? "", /disk is full/);
  assert.deepEqual(box.record.segments.list(id), []);
  assert.deepEqual(
    page.all("transcript").flatMap(({ committed }) => committed.map(({ text }) => text)),
    ["I take ramipril.", "Five milligrams."],
    "the page shows what is kept in memory",
  );

  disk.full = false;
  box.clock.advance(300);
  await page.settled();
  const texts = box.record.segments.list(id).map(({ text }) => text);
  assert.deepEqual(texts, ["I take ramipril.", "Five milligrams."]);
  page.say({ type: "stop" });
  await page.ended;
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 15));
  assert.equal(verifyRecord(box.dataDir).verdict, "untampered");
});

Deno.test("[SE4, CO1] Stop on a full disk says so, and the review comes when there is room", async () => {
  const disk = failingDisk();
  const { box, id, page } = await recordingBox(disk, "record");
  await using _box = box;
  disk.full = true;
  page.say({ type: "stop" });
  await page.settled();
  assert.ok(page.all("error").some(({ code }) => code === "storage"));
  disk.full = false;
  await finishedWithRoom(box, id);
});

/** Room is made while the service runs, or it is started again on a disk with room. */
async function finishedWithRoom(box: TestBox, id: Awaited<ReturnType<TestBox["start"]>>) {
  box.clock.advance(1_000);
  if (box.record.consultations.get(id)?.state !== "review") await box.restart(1_000);
  await until(() => box.record.consultations.get(id)?.state === "review");
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 10));
}

Deno.test("[SE4] a consultation does not start on a full disk, and the page says why", async () => {
  const disk = failingDisk();
  await using box = await openTestBox({ record: disk.record });
  disk.full = true;
  const response = await fetch(`${box.origin}/consultations`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: box.origin, cookie: box.cookie },
    body: new URLSearchParams({ reference: "" }),
  });
  assert.ok(response.status >= 400, `status ${response.status}`);
  assert.match(await response.text(), /disk is full/);
  disk.full = false;
  assert.ok(await box.start());
});

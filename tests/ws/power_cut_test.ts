import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import {
  type OpenRecorderOutcome,
  openWavRecorder,
  type WavRecorder,
} from "@/lib/audio/wav_recorder.ts";
import { type ConsultationId, utteranceId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { until } from "@/tests/engines/until.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { sendFrames, TestPage } from "./test_page.ts";

/** Alba has begun to speak where the recording, by what the disk has kept of it, has not come to. */
function begunBeyondTheSound(box: TestBox, consultation: ConsultationId): string {
  const { record, room } = box;
  const id = utteranceId.parse(record.newId());
  record.utterances.request({
    ...{ id, consultation, room },
    ref: { phrase: "disclosure" },
    refDetail: {},
    text: "Hello.",
    audit: { ref_kind: "phrase", phrase: "disclosure", via: "tap" },
  });
  record.utterances.start(id, samples(19_200));
  return id;
}

Deno.test("[CO1, SP8] a power cut that took the sound under Alba's words keeps no room from opening", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const begun = begunBeyondTheSound(box, id);
  await box.restart(60_000);
  const utterance = box.record.utterances.list(id).find((one) => one.id === begun);
  const { durationMs, endReason, endSample } = utterance ?? {};
  assert.deepEqual([endReason, endSample, durationMs], ["lost", 19_200, 0]);
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
});

/** Recorders that have been opened and not finished. */
function counted(open: Set<WavRecorder>): (path: string) => OpenRecorderOutcome {
  return (path) => {
    const outcome = openWavRecorder(path);
    if (!outcome.ok) return outcome;
    const { recorder } = outcome;
    open.add(recorder);
    const finish = () => {
      open.delete(recorder);
      return recorder.finish();
    };
    // Not spread: its position is read anew each time.
    return { ok: true, recorder: Object.create(recorder, { finish: { value: finish } }) };
  };
}

Deno.test("[CO1] a consultation that cannot be rebuilt keeps no other one from going on", async () => {
  let broken: string | null = null;
  const failing = (record: ClinicRecord): ClinicRecord => ({
    ...record,
    segments: {
      ...record.segments,
      list(consultation) {
        if (consultation === broken) throw new Error("Cannot read the row");
        return record.segments.list(consultation);
      },
    },
  });
  const open = new Set<WavRecorder>();
  await using box = await openTestBox({ record: failing, openRecorder: counted(open) });
  const id = await box.start();
  broken = id;
  await box.restart(1_000);
  assert.equal(box.services.rooms.session(id), undefined);
  // Not "over": the page would go to the consultation's own page, which is the live page, for ever.
  assert.equal((await new TestPage(box, id).ended).code, CLOSE.unopened);
  assert.equal(open.size, 0, "each try of the page would leave one more file open");
  const home = await fetch(box.origin, { headers: { cookie: box.cookie } });
  await home.body?.cancel();
  assert.equal(home.status, 200);
  // What was wrong is mended: the next who asks for it finds it.
  broken = null;
  assert.notEqual(box.services.rooms.session(id), undefined);
});

async function posted({ cookie, origin }: TestBox, path: string): Promise<number> {
  const headers = { origin, cookie };
  const answer = await fetch(`${origin}${path}`, { method: "POST", redirect: "manual", headers });
  await answer.body?.cancel();
  return answer.status;
}

Deno.test("[CO1, CO3] a consultation whose recording cannot be opened can be stopped, and the room is free", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 100);
  await box.restart(1_000);
  const begun = begunBeyondTheSound(box, id);
  const path = box.recordingPath(id);
  box.services.rooms.shutdown();
  Deno.removeSync(path);
  Deno.mkdirSync(path);
  await box.restart(1_000);
  assert.equal((await new TestPage(box, id).ended).code, CLOSE.unopened);
  assert.equal(await box.start(), id);
  assert.equal(await posted(box, `/consultations/${id}/stop`), 303);
  await until(() => box.record.consultations.get(id)?.state === "review");
  const { endReason, endSample } = box.record.captures.latest(id) ?? {};
  assert.deepEqual([endReason, endSample], ["io", 32_000]);
  const spoken = box.record.utterances.list(id).find((one) => one.id === begun);
  assert.equal(spoken?.endReason, "lost");
  const next = await box.start();
  assert.notEqual(next, id);
  const review = await fetch(`${box.origin}/consultations/${id}`, {
    headers: { cookie: box.cookie },
  });
  await review.body?.cancel();
  assert.equal(review.status, 200);
  assert.equal(verifyRecord(box.dataDir).verdict, "untampered");
});

Deno.test("[CO5, CO6] a pause on a recording that a power cut took the newest stretch of keeps its time", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  let page = new TestPage(box, id);
  await page.hello();
  await page.capture("epoch-1");
  await sendFrames(box, page, 0, 100);
  await page.capture("epoch-2");
  box.services.rooms.shutdown();
  Deno.truncateSync(box.recordingPath(id), 44 + 2 * 24_000);
  await box.restart(1_000);
  page = new TestPage(box, id);
  await page.hello();
  page.say({ type: "pause" });
  await page.settled();
  assert.deepEqual(page.all("error"), []);
  box.clock.advance(2_000);
  page.say({ type: "resume" });
  await page.capture("epoch-3");
  // Two seconds recorded, one away, two paused: half a second of it was taken, and is silence.
  assert.equal(box.services.rooms.session(id)?.state.capture.position, 5 * 16_000);
});

for (const states of [["stopping"], ["stopping", "finalising"]] as const) {
  Deno.test(`[CO1] one that is ${states.at(-1)} and cannot be opened comes to its review after a restart`, async () => {
    await using box = await openTestBox();
    const id = await box.start();
    box.services.rooms.shutdown();
    Deno.removeSync(box.recordingPath(id));
    Deno.mkdirSync(box.recordingPath(id));
    for (const to of states) box.record.consultations.transition(id, { to, reason: "stop_tapped" });
    await box.restart(1_000);
    await until(() => box.record.consultations.get(id)?.state === "review");
  });
}

import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { type ConsultationId, utteranceId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { TestPage } from "./test_page.ts";

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
  await using box = await openTestBox({ record: failing });
  const id = await box.start();
  broken = id;
  await box.restart(1_000);
  assert.equal(box.services.rooms.session(id), undefined);
  // Not "over": the page would go to the consultation's own page, which is the live page, for ever.
  assert.equal((await new TestPage(box, id).ended).code, CLOSE.unopened);
  const home = await fetch(box.origin, { headers: { cookie: box.cookie } });
  await home.body?.cancel();
  assert.equal(home.status, 200);
  // What was wrong is mended: the next who asks for it finds it.
  broken = null;
  assert.notEqual(box.services.rooms.session(id), undefined);
});

import assert from "node:assert/strict";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { until } from "@/tests/engines/until.ts";
import { range, recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

async function twoPages(box: TestBox) {
  const id = await box.start();
  const first = new TestPage(box, id);
  await first.hello("tab-1");
  await first.capture("epoch-1");
  const second = new TestPage(box, id);
  const snapshot = await second.hello("tab-2");
  assert.equal(snapshot.in_control, false);
  return { id, first, second };
}

Deno.test("[CO3] a second page watches: it gets everything that is said", async () => {
  await using box = await openTestBox();
  const { first, second } = await twoPages(box);
  first.say({ type: "typed", text: "Allergic to penicillin.", role: "doctor" });
  const seen = await second.next("transcript");
  assert.deepEqual(seen.committed.map(({ text }) => text), ["Allergic to penicillin."]);
  await Promise.all([first.drop(), second.drop()]);
});

Deno.test("[CO3] a second page records nothing and commands nothing, and is told why", async () => {
  await using box = await openTestBox();
  const { first, id, second } = await twoPages(box);
  const before = box.services.rooms.session(id)?.state;
  const commands: PageMessage[] = [
    { type: "typed", text: "Not mine." },
    { type: "speakers", count: 2 },
    { type: "capture_stopped", reason: "muted_by_system" },
    { type: "cancel_speak" },
    { type: "stop" },
  ];
  for (const command of commands) {
    second.say(command);
    const error = await second.next("error");
    assert.deepEqual([error.code, error.in_reply_to], ["not_in_control", command.type]);
  }
  second.say({ type: "speak", ref: { phrase: "disclosure" } });
  assert.equal((await second.next("speak_refused")).code, "not_in_control");
  for (const sequence of range(0, 3)) second.raw(encodeFrame(sequence, numbered(sequence)));
  await second.settled();
  assert.equal(second.all("error").length, 1, "fifty frames a second earn one answer");
  const after = box.services.rooms.session(id)?.state;
  assert.deepEqual(
    [after?.capture, after?.voice, after?.lifecycle, after?.transcript],
    [before?.capture, before?.voice, before?.lifecycle, before?.transcript],
  );
  await Promise.all([first.drop(), second.drop()]);
});

Deno.test("[CO3] taking control is one tap, is audited, and the other page is told at once", async () => {
  await using box = await openTestBox();
  const { first, id, second } = await twoPages(box);
  await sendFrames(box, first, 0, 5);
  second.say({ type: "take_control" });
  assert.equal((await second.next("control")).in_control, true);
  assert.equal((await first.next("control")).in_control, false);
  // The first page's microphone goes on for a moment.
  first.raw(encodeFrame(5, numbered(5)));
  first.say({ type: "stop" });
  await first.settled();
  assert.deepEqual(first.all("error").map(({ code }) => code), [
    "not_in_control",
    "not_in_control",
  ]);
  box.clock.advance(200);
  await second.capture("epoch-2");
  await sendFrames(box, second, 0, 3);
  second.say({ type: "stop" });
  await second.ended;
  const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
  assert.deepEqual(heard, [...range(0, 5), ...silence(10), ...range(0, 3)]);
  const kinds = box.record.audit.list(id).map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind === "access.take_control").length, 1);
});

Deno.test("[CO3, SP8] what Alba was saying on the page that lost control has its end", async () => {
  await using box = await openTestBox();
  const { first, id, second } = await twoPages(box);
  await sendFrames(box, first, 0, 5);
  first.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await first.next("speak_ready");
  first.say({ type: "speak_started", utterance_id });
  await first.settled();
  second.say({ type: "take_control" });
  await second.next("control");
  // The first page falls silent, as every page that loses control does, but may no longer say so.
  box.clock.advance(1_500);
  const [utterance] = box.record.utterances.list(id);
  assert.equal(utterance?.endReason, "cancelled");
  assert.equal(box.services.rooms.session(id)?.state.voice.arbiter.now.phase, "idle");
  second.say({ type: "speak", ref: { phrase: "disclosure" } });
  await second.next("speak_ready");
  await Promise.all([first.drop(), second.drop()]);
});

Deno.test("[CO3] when the page in control leaves, the next hello gets it, not the page that watched", async () => {
  await using box = await openTestBox();
  const { first, id, second } = await twoPages(box);
  await first.drop();
  await until(() => box.services.rooms.session(id)?.state.clients.controller === null);
  const third = new TestPage(box, id);
  assert.equal((await third.hello("tab-3")).in_control, true);
  await Promise.all([second.drop(), third.drop()]);
});

Deno.test("[CO3] one consultation per room: starting again leads to the one that is live", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  assert.equal(await box.start(), id);
  const page = new TestPage(box, id);
  await page.hello();
  page.say({ type: "stop" });
  await page.ended;
  assert.notEqual(await box.start(), id);
});

Deno.test("[CO3] the next consultation may start while the last one is finishing", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  const release = box.ears.holdFlush();
  page.say({ type: "stop" });
  await page.settled();
  assert.equal(box.record.consultations.get(id)?.state, "stopping");
  const next = await box.start();
  assert.notEqual(next, id);
  release();
  await page.ended;
  assert.equal(box.record.consultations.get(id)?.state, "review");
  assert.equal(box.record.consultations.get(next)?.state, "live");
});

import assert from "node:assert/strict";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import {
  CLOSE,
  FRAME_BYTES,
  MAX_MESSAGE_CHARACTERS,
  PROTOCOL_VERSION,
} from "@/lib/protocol/shared.ts";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import { until } from "@/tests/engines/until.ts";
import { range, recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

async function recordingPage(box: TestBox) {
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  return { id, page };
}

/** The service has answered with this error, and still talks to the page. */
async function refusedAndAlive(page: TestPage, code: string): Promise<void> {
  const error = await page.next("error");
  assert.equal(error.code, code);
  assert.ok(error.message.length > 10, "the refusal needs words");
  await page.settled();
}

Deno.test("[TR1, TR2] frames that come twice, late or too far ahead neither shift nor double the sound", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  await sendFrames(box, page, 0, 5);
  await sendFrames(box, page, 2, 5);
  page.raw(encodeFrame(4, numbered(4)));
  // Five hours ahead: no gap is that long.
  page.raw(encodeFrame(900_000, numbered(0)));
  page.raw(encodeFrame(0xffff_ffff, numbered(0)));
  await sendFrames(box, page, 8, 10);
  page.raw(encodeFrame(6, numbered(6)));
  page.say({ type: "stop" });
  await page.ended;
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), [
    ...range(0, 5),
    ...silence(3),
    ...range(8, 10),
  ]);
  const refused = box.record.audit.list(id).filter(({ kind }) => kind === "capture.frames_refused");
  assert.deepEqual(refused.map(({ detail }) => detail), [
    { reason: "late", frames: 5 },
    { reason: "too_early", frames: 2 },
  ]);
});

for (
  const [words, bytes, code] of [
    ["oversized", FRAME_BYTES + 2, "too_large"],
    ["of a megabyte", 1 << 20, "too_large"],
    ["too short", FRAME_BYTES - 2, "bad_frame"],
    ["of an odd length", FRAME_BYTES - 1, "bad_frame"],
    ["that is only a number", 4, "bad_frame"],
    ["empty", 0, "bad_frame"],
  ] as const
) {
  Deno.test(`[SE4, TR2] a frame ${words} is refused in words and the socket lives on`, async () => {
    await using box = await openTestBox();
    const { id, page } = await recordingPage(box);
    await sendFrames(box, page, 0, 2);
    page.raw(new ArrayBuffer(bytes));
    await refusedAndAlive(page, code);
    await sendFrames(box, page, 2, 4);
    page.say({ type: "stop" });
    await page.ended;
    assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 4));
  });
}

for (
  const [words, text, code] of [
    ["that is not JSON", "hello?", "not_json"],
    ["that is empty", "", "not_json"],
    ["that is JSON, and a number", "7", "unknown_message"],
    ["that is null", "null", "unknown_message"],
    ["of an unknown type", '{"type":"sing"}', "unknown_message"],
    ["with a type that is no text", '{"type":{"a":1}}', "unknown_message"],
    ["with a field too many", '{"type":"stop","now":true}', "unknown_message"],
    ["with a field missing", '{"type":"speak_started"}', "unknown_message"],
    [
      "with an id that is none",
      '{"type":"speak_started","utterance_id":"../x"}',
      "unknown_message",
    ],
    ["with text that is too long", typed("x".repeat(4_001)), "unknown_message"],
    ["with text of spaces", typed("   "), "unknown_message"],
    ["with more people than a room holds", '{"type":"speakers","count":9}', "unknown_message"],
    ["that is larger than any", typed("x".repeat(MAX_MESSAGE_CHARACTERS)), "too_large"],
  ] as const
) {
  Deno.test(`[SE4] a message ${words} is refused in words and the socket lives on`, async () => {
    await using box = await openTestBox();
    const { id, page } = await recordingPage(box);
    page.raw(text);
    await refusedAndAlive(page, code);
    assert.equal(box.record.consultations.get(id)?.state, "live");
  });
}

function typed(text: string): string {
  return JSON.stringify({ type: "typed", text });
}

Deno.test("[SP8] reports about utterances that are not current change nothing", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  const before = box.services.rooms.session(id)?.state.voice;
  const strangers: PageMessage[] = [
    { type: "speak_started", utterance_id: "no-such-utterance" },
    { type: "speak_ended", utterance_id: "no-such-utterance", reason: "completed" },
    { type: "speak_unavailable", utterance_id: "no-such-utterance", what: "audio" },
    { type: "cancel_speak" },
  ];
  for (const message of strangers) page.say(message);
  await page.settled();
  assert.deepEqual(box.services.rooms.session(id)?.state.voice, before);
  assert.deepEqual(box.record.utterances.list(id), []);
});

for (
  const [words, sent] of [
    ["raw text", { type: "speak", text: "Take two of these." }],
    ["raw text as a reference", { type: "speak", ref: "Take two of these." }],
    ["a phrase and raw text", { type: "speak", ref: { phrase: "go_on" }, text: "Take two." }],
    ["a reference with raw text in it", { type: "speak", ref: { phrase: "go_on", text: "Take" } }],
    ["a phrase that nobody knows", { type: "speak", ref: { phrase: "prescribe" } }],
  ] as const
) {
  Deno.test(`[SP1] speak with ${words} is refused, audited without the words, and nothing sounds`, async () => {
    await using box = await openTestBox();
    const { id, page } = await recordingPage(box);
    page.raw(JSON.stringify(sent));
    const refusal = await page.next("speak_refused");
    assert.equal(refusal.code, "raw_text");
    await page.settled();
    assert.deepEqual(box.record.utterances.list(id), []);
    const audited = box.record.audit.list(id).filter(({ kind }) => kind === "speech.refused");
    assert.deepEqual(audited.map(({ detail }) => detail), [{ reason: "raw_text", ref_kind: null }]);
    assert.doesNotMatch(JSON.stringify(box.record.audit.list(id)), /Take/);
  });
}

Deno.test("[CO5] hello twice is a second look: the same snapshot, and nothing is lost", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  await sendFrames(box, page, 0, 5);
  const again = await page.hello();
  assert.deepEqual([again.in_control, again.position_ms, again.capture.state], [
    true,
    100,
    "recording",
  ]);
  await sendFrames(box, page, 5, 8);
  page.say({ type: "stop" });
  await page.ended;
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 8));
});

Deno.test("[SE4] before hello nothing is accepted, and each refusal says so", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.opened;
  page.say({ type: "stop" });
  assert.equal((await page.next("error")).code, "hello_first");
  page.say({ type: "typed", text: "Hello." });
  assert.equal((await page.next("error")).code, "hello_first");
  page.raw(encodeFrame(0, numbered(0)));
  await page.settled();
  assert.equal(box.record.consultations.get(id)?.state, "live");
  assert.equal(recordedSamples(box.recordingPath(id)).length, 0);
});

Deno.test("[CO5] a page of another version is told to reload", async () => {
  await using box = await openTestBox();
  const page = new TestPage(box, await box.start());
  await page.opened;
  page.say({ type: "hello", version: 99, room: "room-1", client: "tab-1" });
  const { code, reason } = await page.ended;
  assert.equal(code, CLOSE.version);
  assert.match(reason, /[Rr]eload/);
});

Deno.test("[CO3] a page of another room is sent away in words", async () => {
  await using box = await openTestBox();
  const page = new TestPage(box, await box.start());
  await page.opened;
  page.say({ type: "hello", version: PROTOCOL_VERSION, room: "room-2", client: "tab-1" });
  const { code, reason } = await page.ended;
  assert.equal(code, CLOSE.version);
  assert.match(reason, /another room/);
});

Deno.test("[SE4] a page that talks too fast is cut off, and what it had recorded is kept", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  await sendFrames(box, page, 0, 5);
  // The service's clock stands still meanwhile, so that nothing is forgiven.
  while (page.all("error").length === 0) {
    page.say({ type: "ping" });
    await page.until(() => page.all("pong").length > 0 || page.all("error").length > 0);
    page.messages.splice(0, page.messages.length, ...page.all("error"));
  }
  assert.equal(page.all("error").at(-1)?.code, "too_fast");
  assert.equal((await page.ended).code, CLOSE.abuse);
  const again = new TestPage(box, id);
  assert.equal((await again.hello()).position_ms, 100);
  await again.drop();
});

Deno.test("[SE4] sound that comes faster than any microphone is cut off", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  for (let sequence = 0; page.all("error").length === 0; sequence++) {
    page.raw(encodeFrame(sequence, numbered(sequence)));
    const handled = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
    await until(() => handled() > sequence * FRAME_SAMPLES || page.all("error").length > 0);
  }
  assert.equal(page.all("error").at(-1)?.code, "too_fast");
  assert.equal((await page.ended).code, CLOSE.abuse);
});

Deno.test("[SE4] a page that talks nonsense is cut off after some of it", async () => {
  await using box = await openTestBox();
  const { page } = await recordingPage(box);
  for (let count = 1; count <= 20; count++) {
    page.raw("nonsense");
    await page.until(() => page.all("error").length === count);
  }
  assert.equal((await page.ended).code, CLOSE.abuse);
});

Deno.test("[SE4] a flood ends the flooding page and harms neither the recording nor the next page", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  await sendFrames(box, page, 0, 5);
  for (let count = 0; count < 2_000; count++) page.raw(count % 2 === 0 ? "x" : new ArrayBuffer(9));
  await page.ended;
  await until(() => box.services.rooms.session(id)?.state.clients.tabs.size === 0);
  const again = new TestPage(box, id);
  await again.hello();
  await again.capture();
  await sendFrames(box, again, 5, 10);
  again.say({ type: "stop" });
  await again.ended;
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 10));
});

Deno.test("[SE4, TR2] whatever bytes come, the service lives and records whole frames only", async () => {
  await using box = await openTestBox();
  const { id, page } = await recordingPage(box);
  await sendFrames(box, page, 0, 3);
  const rubbish = ["\u0000", "[]", '"speak"', "{", '{"type":"__proto__"}', '{"type":"hello"}'];
  for (const text of rubbish) page.raw(text);
  await page.settled();
  page.say({ type: "stop" });
  await page.ended;
  const samples = recordedSamples(box.recordingPath(id));
  assert.equal(samples.length, 3 * FRAME_SAMPLES);
});

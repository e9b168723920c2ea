import assert from "node:assert/strict";
import { FRAME_SAMPLES } from "@/lib/audio/units.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import type { ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { until } from "@/tests/engines/until.ts";
import { range, recordedFrames, recordedSamples, silence } from "./recorded.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { sendFrames, TestPage } from "./test_page.ts";

async function recording(box: TestBox, frames: number): Promise<[ConsultationId, TestPage]> {
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, frames);
  return [id, page];
}

/** Drops the line and waits until the service has noticed. */
async function dropped(box: TestBox, id: ConsultationId, page: TestPage): Promise<void> {
  await page.drop();
  await until(() => (box.services.rooms.session(id)?.state.clients.tabs.size ?? 0) === 0);
}

async function stopped(box: TestBox, id: ConsultationId, page: TestPage): Promise<void> {
  page.say({ type: "stop" });
  assert.equal((await page.ended).code, CLOSE.over);
  assert.equal(box.record.consultations.get(id)?.state, "review");
}

for (const [words, frames] of [["1 s", 50], ["30 s", 1_500], ["10 min", 30_000]] as const) {
  Deno.test(`[CO5, TR2] a line that is down for ${words} costs that much silence and shifts nothing`, async () => {
    await using box = await openTestBox();
    const [id, page] = await recording(box, 10);
    await dropped(box, id, page);
    box.clock.advance(frames * 20);
    const again = new TestPage(box, id);
    const snapshot = await again.hello();
    assert.equal(snapshot.position_ms, 200);
    await again.capture("epoch-1");
    await sendFrames(box, again, 10 + frames, 15 + frames);
    await stopped(box, id, again);
    const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
    const expected = [...range(0, 10), ...silence(frames), ...range(10 + frames, 15 + frames)];
    assert.deepEqual(heard, expected);
    assert.deepEqual(
      box.record.captures.gaps(id).map(({ startSample, samples, reason }) => [
        startSample / FRAME_SAMPLES,
        samples / FRAME_SAMPLES,
        reason,
      ]),
      [[10, frames, "network"]],
    );
  });

  Deno.test(`[CO5, TR2] a page that is reloaded after ${words} numbers anew, and the silence is as long`, async () => {
    await using box = await openTestBox();
    const [id, page] = await recording(box, 10);
    await dropped(box, id, page);
    box.clock.advance(frames * 20);
    const again = new TestPage(box, id);
    await again.hello();
    await again.capture("epoch-2");
    await sendFrames(box, again, 0, 5);
    await stopped(box, id, again);
    const heard = recordedFrames(recordedSamples(box.recordingPath(id)));
    assert.deepEqual(heard, [...range(0, 10), ...silence(frames), ...range(0, 5)]);
  });
}

Deno.test("[CO5] frames that were under way when the line dropped are dropped when they come twice", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 10);
  await dropped(box, id, page);
  const again = new TestPage(box, id);
  await again.hello();
  await again.capture("epoch-1");
  await sendFrames(box, again, 5, 12);
  await stopped(box, id, again);
  assert.deepEqual(recordedFrames(recordedSamples(box.recordingPath(id))), range(0, 12));
});

type Snapshot = ServerMessageOf<"state">;

/** Brings a consultation into a state, and says what a page must then be shown. */
interface StateCase {
  readonly name: string;
  readonly enter: (box: TestBox, page: TestPage) => Promise<void>;
  readonly shows: (snapshot: Snapshot) => void;
}

const STATES: readonly StateCase[] = [
  {
    name: "before the microphone",
    enter: () => Promise.resolve(),
    shows: ({ capture, lifecycle, position_ms }) =>
      assert.deepEqual([capture.state, lifecycle, position_ms], ["waiting", "live", 0]),
  },
  {
    name: "while recording",
    enter: async (box, page) => {
      await page.capture();
      await sendFrames(box, page, 0, 25);
    },
    shows: ({ capture, position_ms }) =>
      // The recording waits for its page, and nothing of it is lost.
      assert.deepEqual([capture.state, position_ms], ["waiting", 500]),
  },
  {
    name: "with the microphone unplugged",
    enter: async (_box, page) => {
      await page.capture();
      page.say({ type: "capture_stopped", reason: "unplugged" });
      await page.settled();
    },
    shows: ({ capture }) => assert.match(capture.words, /unplugged/),
  },
  {
    name: "while a phrase is being made",
    enter: async (box, page) => {
      box.voice.script({ act: "slow", delayMs: 60_000 });
      page.say({ type: "speak", ref: { phrase: "disclosure" } });
      await page.settled();
    },
    shows: ({ speech }) => assert.equal(speech.state, "preparing"),
  },
  {
    name: "with a phrase ready to be played",
    enter: async (_box, page) => {
      page.say({ type: "speak", ref: { phrase: "disclosure" } });
      await page.next("speak_ready");
    },
    shows: ({ speech }) => assert.equal(speech.state, "ready"),
  },
  {
    name: "while Alba is heard",
    enter: async (_box, page) => {
      page.say({ type: "speak", ref: { phrase: "disclosure" } });
      const { utterance_id } = await page.next("speak_ready");
      page.say({ type: "speak_started", utterance_id });
      await page.settled();
    },
    shows: ({ disclosure_spoken, speech }) =>
      assert.deepEqual([speech.state, disclosure_spoken], ["speaking", false]),
  },
  {
    name: "with text on the page",
    enter: async (box, page) => {
      await page.capture();
      await sendFrames(box, page, 0, 50);
      box.ears.commit("I have had a cough.", 0, 8_000);
      box.ears.emit({ type: "tentative", text: "for two" });
      page.say({ type: "typed", text: "Smokes.", role: "doctor" });
      await page.settled();
    },
    shows: ({ committed, tentative }) => {
      assert.deepEqual(committed.map(({ text, role }) => [text, role]), [
        ["I have had a cough.", null],
        ["Smokes.", "doctor"],
      ]);
      assert.equal(tentative, "for two");
    },
  },
  {
    name: "while the last words are written down",
    enter: async (box, page) => {
      box.ears.holdFlush();
      page.say({ type: "stop" });
      await page.settled();
    },
    shows: ({ lifecycle }) => assert.equal(lifecycle, "stopping"),
  },
];

for (const { enter, name, shows } of STATES) {
  Deno.test(`[CO5] reload ${name}: the page is shown everything and has control again`, async () => {
    await using box = await openTestBox();
    const id = await box.start();
    const page = new TestPage(box, id);
    await page.hello();
    await enter(box, page);
    await dropped(box, id, page);
    const again = new TestPage(box, id);
    const snapshot = await again.hello();
    assert.equal(snapshot.in_control, true);
    shows(snapshot);
    await again.drop();
  });

  Deno.test(`[CO5] reload ${name}, before the old line is known to be dead: the tab takes its own place`, async () => {
    await using box = await openTestBox();
    const id = await box.start();
    const page = new TestPage(box, id);
    await page.hello("the-same-tab");
    await enter(box, page);
    const again = new TestPage(box, id);
    const snapshot = await again.hello("the-same-tab");
    assert.equal(snapshot.in_control, true);
    shows(snapshot);
    assert.equal((await page.ended).code, CLOSE.replaced);
    await again.drop();
  });
}

Deno.test("[CO5, CO1] reload after the end: the socket says that it is over", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 5);
  await stopped(box, id, page);
  const again = new TestPage(box, id);
  assert.equal((await again.ended).code, CLOSE.over);
});

Deno.test("[SP8] a page that reloads while Alba is heard says so, and her span began with her", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 10);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  await dropped(box, id, page);
  const again = new TestPage(box, id);
  const snapshot = await again.hello("tab-1", { started_utterances: [utterance_id] });
  assert.equal(snapshot.speech.state, "speaking");
  assert.equal(again.all("speak_ready").length, 0, "it must not be played twice");
  again.say({ type: "speak_ended", utterance_id, reason: "completed" });
  await again.settled();
  const [utterance] = box.record.utterances.list(id);
  assert.equal(utterance?.startSample, 10 * FRAME_SAMPLES);
  assert.equal(utterance?.endReason, "completed");
  await again.drop();
});

Deno.test("[SP8, RE1] an utterance whose page never comes back ends as lost", async () => {
  await using box = await openTestBox();
  const [id, page] = await recording(box, 10);
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { duration_s, utterance_id } = await page.next("speak_ready");
  page.say({ type: "speak_started", utterance_id });
  await page.settled();
  await dropped(box, id, page);
  box.clock.advance(duration_s * 1000 + 3_000);
  const [utterance] = box.record.utterances.list(id);
  assert.equal(utterance?.endReason, "lost");
  assert.equal(utterance?.endSample, 10 * FRAME_SAMPLES);
});

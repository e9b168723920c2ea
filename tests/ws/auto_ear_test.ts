import assert from "node:assert/strict";
import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import { EAR_LATE_MS } from "@/lib/engines/ear/bounded_ear.ts";
import { type FakeEar, fakeEar } from "@/lib/engines/ear/fake_ear.ts";
import { EAR_WINDOW } from "@/lib/engines/ear/turn_ear.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import {
  GATE_OPEN,
  logOf,
  played,
  quietFor,
  quietReport,
  replayed,
  TOGGLE,
} from "./auto_dialogue.ts";
import { openTestBox, type TestBox } from "./test_box.ts";
import { numbered, sendFrames, TestPage } from "./test_page.ts";

interface Room {
  readonly box: TestBox;
  readonly id: ConsultationId;
  readonly page: TestPage;
  readonly ear: FakeEar;
  /** Spans that were over before: the quiet after the disclosure is one, and it is heard, too. */
  readonly before: { readonly heard: number; readonly verdicts: number };
}

/** Frames recorded when the patient has just said all there is to say: 11 s. */
const SAID = 550;

/** A run whose patient has just said all there is to say. */
async function spoken(
  ear: "off" | "shadow" | "on",
  finished: number,
  body: (room: Room) => Promise<void>,
): Promise<void> {
  const ears: FakeEar[] = [];
  await using box = await openTestBox({
    env: { ...GATE_OPEN, AUTO_EAR: ear },
    ear(clock) {
      const made = fakeEar({ clock, judge: () => finished });
      ears.push(made);
      return made;
    },
  });
  const id = await box.start();
  const page = new TestPage(box, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 50);
  page.say(TOGGLE);
  await played(box, page);
  // The disclosure's answer is awaited, 2 s (EN2).
  await quietFor(box, page, { from: 50, seconds: 2, span: 1 });
  await played(box, page);
  await sendFrames(box, page, 150, SAID);
  box.ears.commit("I have had a pain in my chest. That is all, doctor.", 136_000, 176_000);
  await page.settled();
  const [only] = ears;
  assert.ok(only !== undefined);
  const before = { heard: only.heard.length, verdicts: officerRows(box, id).length };
  await body({ box, id, page, ear: only, before });
}

/** Quiet from what the patient said on, reported as the page does, to `seconds`. */
async function quietTo({ box, page }: Room, seconds: number): Promise<void> {
  let frame = SAID;
  for (const at of [0.5, 0.7, 1.2, 1.7, 2, 2.5, 3, 3.5, 4, 4.5, 5]) {
    if (at > seconds) return;
    const until = SAID + Math.round(at * 50);
    await sendFrames(box, page, frame, until);
    frame = until;
    page.say(quietReport(at, 2, frame - 1));
    await page.settled();
    await page.settled();
  }
}

function officerRows(box: TestBox, id: ConsultationId) {
  return box.record.audit.list(id).filter(({ kind }) => kind === "auto.officer_verdict");
}

/** What the ear was given since the patient said it. */
function heardOf({ before, ear }: Room) {
  return ear.heard.slice(before.heard);
}

/** How the patient's turn in the golden minutes was heard: the rows of its officer. */
function verdicts({ before, box, id }: Room) {
  return officerRows(box, id).slice(before.verdicts).map((
    { detail },
  ) => [detail["quiet_s"], detail["ear_finished"]]);
}

Deno.test("[TT14] the ear hears the last 8 s of the recording at 0.7 s of quiet, once a span", () =>
  spoken("shadow", 0.9, async (room) => {
    await quietTo(room, 2.5);
    const [heard, ...more] = heardOf(room);
    assert.deepEqual(more, []);
    const frames = SAID + 35;
    assert.equal(heard?.length, EAR_WINDOW, "and no more than 8 s");
    assert.deepEqual(heard?.subarray(-FRAME_SAMPLES), numbered(frames - 1));
    await sendFrames(room.box, room.page, 675, 900);
    room.page.say(quietReport(0.7, 3, 899));
    await room.page.settled();
    const second = heardOf(room)[1];
    assert.deepEqual(second?.subarray(-FRAME_SAMPLES), numbered(899));
  }));

Deno.test("[TT14, SP8] the ear hears zeros where Alba spoke, as the ears do", () =>
  spoken("shadow", 0.9, async (room) => {
    const { box, page } = room;
    page.say({ type: "speak", ref: { phrase: "mm_hm" } });
    const { utterance_id } = await page.next("speak_ready");
    page.say({ type: "speak_started", utterance_id });
    await page.settled();
    await sendFrames(box, page, SAID, 600);
    page.say({ type: "speak_ended", utterance_id, reason: "completed" });
    await page.settled();
    await sendFrames(box, page, 600, 650);
    page.say(quietReport(0.7, 3, 649));
    await page.settled();
    const [heard] = heardOf(room);
    const fed = box.ears.fed.flatMap(({ muted, pcm }) => muted ? [...pcm].fill(0) : [...pcm]);
    const expected = fed.slice(-EAR_WINDOW);
    assert.equal(heard?.length, expected.length);
    // Not by deepEqual: the difference of two recordings takes minutes to print.
    assert.ok(heard?.every((one, at) => one === expected[at]));
    assert.ok(heard?.subarray(310 * FRAME_SAMPLES, 345 * FRAME_SAMPLES).every((one) => one === 0));
  }));

Deno.test("[TT14] in shadow a score is written beside the verdict and moves nothing", async () => {
  const asked: unknown[] = [];
  for (const ear of ["off", "shadow"] as const) {
    await spoken(ear, 0.93, async (room) => {
      await quietTo(room, 4);
      asked.push(verdicts(room));
      assert.equal(heardOf(room).length, ear === "off" ? 0 : 1);
    });
  }
  assert.deepEqual(asked, [[[2, null]], [[2, 0.93]]]);
});

Deno.test("[TT14] where it is on, finished asks the officer at once, unfinished does not", async () => {
  const asked: unknown[] = [];
  for (const finished of [0.93, 0.07]) {
    await spoken("on", finished, async (room) => {
      await quietTo(room, 2.5);
      asked.push(verdicts(room));
    });
  }
  assert.deepEqual(asked, [[[0.7, 0.93]], [[2, 0.07]]]);
});

Deno.test("[TT14, MA7] a run with scores plays again to the same, byte for byte", () =>
  spoken("on", 0.93, async (room) => {
    const { box, id, page } = room;
    await quietTo(room, 4);
    page.say({ type: "stop" });
    await page.ended;
    const scores = logOf(box, id).events.filter(({ event }) => event["type"] === "ear_scored");
    assert.equal(scores.length, room.before.heard + 1);
    assert.equal(replayed(box, id).verdict, "same");
  }));

Deno.test("[TT14] an ear that hangs or is not there holds nothing up", async () => {
  await spoken("on", 0.93, async (room) => {
    const release = room.ear.hold();
    await quietTo(room, 4);
    assert.deepEqual(verdicts(room), [[2, null]]);
    room.box.clock.advance(EAR_LATE_MS);
    release();
    await room.page.settled();
    const fed = room.box.ears.fed.reduce((sum, { pcm }) => sum + pcm.length, 0);
    assert.equal(fed, (SAID + 200) * FRAME_SAMPLES, "the ears were fed all the while");
    assert.ok(fed > SAMPLE_RATE_HZ);
  });
  await spoken("on", 0.93, async (room) => {
    room.ear.break();
    await quietTo(room, 4);
    assert.deepEqual(verdicts(room), [[2, null]]);
  });
});

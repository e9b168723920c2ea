import assert from "node:assert/strict";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { snapshotForTest } from "./live_snapshot.ts";
import { setUp } from "./page_without_browser.ts";

Deno.test("[TR1] a page in control records as TR1 asks and says so before its first frame", async () => {
  const { begin, line, microphone, numbers } = setUp();
  await begin();
  assert.deepEqual(microphone.requests, [{ deviceId: null, echoCancellation: true }]);
  const capture = line.said.find(({ type }) => type === "capture");
  assert.ok(capture?.type === "capture");
  assert.deepEqual(capture.constraints, {
    echo_cancellation: true,
    noise_suppression: false,
    auto_gain_control: false,
  });
  microphone.frame(1000);
  microphone.frame(1020);
  assert.deepEqual(numbers(), [0, 1]);
});

Deno.test("[CO3] a page that only watches leaves the microphone alone until it takes control", async () => {
  const { begin, controller, line, microphone, said, settled } = setUp();
  await begin({ in_control: false });
  assert.deepEqual(microphone.requests, []);
  controller.act("take_control");
  assert.equal(said().at(-1), "take_control");
  line.say({ type: "control", in_control: true });
  await settled();
  assert.equal(microphone.isOn, true);
});

Deno.test("[CO3] a page that loses control switches its microphone off; a new epoch begins later", async () => {
  const { begin, line, microphone, settled } = setUp();
  await begin();
  microphone.frame(1000);
  line.say({ type: "control", in_control: false });
  assert.equal(microphone.isOn, false);
  line.say({ type: "control", in_control: true });
  await settled();
  const epochs = line.said.flatMap((each) => each.type === "capture" ? [each.epoch] : []);
  assert.deepEqual(epochs, ["epoch-0", "epoch-1"]);
});

Deno.test("[SE8] a page that is signed out lets its microphone go and stays away", async () => {
  const { begin, clock, line, microphone } = setUp();
  await begin();
  line.say({ type: "closing", code: CLOSE.signed_out, words: "You have been signed out." });
  assert.equal(microphone.isOn, false);
  const { attempts } = line;
  clock.advance(60_000);
  assert.equal(line.attempts, attempts);
});

Deno.test("[CO5, SE8] while somebody has to sign in the microphone goes on, and its newest second comes with the line", async () => {
  const { begin, clock, controller, line, log, microphone, numbers, settled, view } = setUp();
  await begin();
  for (let frame = 0; frame < 10; frame++) microphone.frame(frame * 20);
  line.cut();
  clock.advance(250);
  line.cut("sign_in");
  assert.equal(microphone.isOn, true);
  assert.equal(view.value.connection.state, "sign_in");
  for (let frame = 10; frame < 110; frame++) microphone.frame(frame * 20);
  controller.act("sign_in");
  assert.deepEqual(log, ["sign in"]);
  clock.advance(10_000);
  await begin();
  await settled();
  assert.deepEqual(numbers().slice(10), Array.from({ length: 50 }, (_, at) => 60 + at));
  assert.equal(microphone.requests.length, 1);
});

Deno.test("[CO5] after a drop the same epoch goes on and the missed time is missing numbers", async () => {
  const { begin, clock, line, microphone, numbers } = setUp();
  await begin();
  for (let frame = 0; frame < 10; frame++) microphone.frame(frame * 20);
  line.cut();
  for (let frame = 10; frame < 510; frame++) microphone.frame(frame * 20);
  clock.advance(250);
  await begin();
  microphone.frame(510 * 20);
  const [hello] = line.said;
  assert.ok(hello?.type === "hello");
  assert.deepEqual(hello.resume, { epoch: "epoch-0" });
  // Fifty frames bridged the drop; the rest of the ten seconds is silence in the recording.
  assert.deepEqual(numbers().slice(0, 10), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(numbers().slice(10, 12), [460, 461]);
  assert.equal(numbers().at(-1), 510);
  assert.equal(numbers().length, 61);
});

Deno.test("[TR1, CO5] sound that comes before the microphone's name is kept, and sent after the announcement", async () => {
  const page = setUp();
  page.microphone.early = [20, 40];
  await page.begin();
  page.microphone.frame(60);
  assert.equal(page.said().at(-1), "capture");
  assert.deepEqual(page.numbers(), [0, 1, 2]);
});

Deno.test("[CO6] sound of a microphone that was let go before it had opened is never sent", async () => {
  const page = setUp();
  page.microphone.early = [20, 40];
  page.line.open();
  page.line.say(snapshotForTest({}));
  page.controller.pause();
  page.microphone.frame(60);
  await page.settled();
  assert.equal(page.microphone.isOn, false);

  page.microphone.early = [];
  page.line.say({ type: "capture", capture: { state: "paused", words: "Off the record." } });
  page.controller.resume();
  page.line.say({ type: "capture", capture: { state: "waiting", words: "Waiting." } });
  await page.settled();
  page.microphone.frame(440);
  assert.equal(page.numbers().length, 1, "what was heard in the pause stays there");
});

Deno.test("[TR1] an unplugged microphone is said, and used again when it is back", async () => {
  const { begin, line, microphone, numbers, said, settled, view } = setUp();
  await begin();
  microphone.frame(0);
  microphone.fail("unplugged");
  assert.deepEqual(view.value.microphone, { state: "trouble", trouble: "unplugged" });
  assert.equal(said().at(-1), "capture_stopped");
  microphone.deviceIds = [];
  microphone.plug();
  await settled();
  assert.equal(microphone.requests.length, 1);
  microphone.deviceIds = ["desk"];
  microphone.plug();
  await settled();
  microphone.frame(30_000);
  assert.equal(line.said.filter(({ type }) => type === "capture").length, 2);
  assert.deepEqual(numbers(), [0, 1500]);
});

Deno.test("[TR1] a muted microphone sends nothing, and its numbers go on", async () => {
  const { begin, microphone, numbers, said, view } = setUp();
  await begin();
  microphone.frame(0);
  microphone.fail("muted_by_system");
  microphone.frame(20);
  assert.equal(said().at(-1), "capture_stopped");
  microphone.unmute();
  microphone.frame(40);
  assert.equal(view.value.microphone.state, "on");
  assert.deepEqual(numbers(), [0, 2]);
});

Deno.test("[TR1, CO5] a microphone muted while the line drops is announced when it is heard again", async () => {
  const { begin, clock, line, microphone, numbers, said, view } = setUp();
  await begin();
  microphone.frame(0);
  microphone.fail("muted_by_system");
  line.cut();
  clock.advance(250);
  await begin();
  assert.deepEqual(said(), ["hello"], "sound that cannot come is not announced");
  microphone.frame(20);
  microphone.unmute();
  microphone.frame(40);
  assert.deepEqual(said(), ["hello", "capture"]);
  assert.equal(view.value.microphone.state, "on");
  assert.deepEqual(numbers(), [0, 2]);
});

Deno.test("[TR1] a denied microphone can be tried again", async () => {
  const { begin, controller, microphone, settled, view } = setUp();
  microphone.outcome = "denied";
  await begin();
  assert.deepEqual(view.value.microphone, { state: "trouble", trouble: "denied" });
  microphone.outcome = "ok";
  controller.act("retry_microphone");
  await settled();
  assert.equal(view.value.microphone.state, "on");
});

Deno.test("[DW1] cancelling silences this page first and tells the service", async () => {
  const { begin, controller, line, report, said } = setUp();
  await begin();
  line.say({
    type: "speak_ready",
    utterance_id: "u1",
    ref: { phrase: "disclosure" },
    text: "Hello.",
    url: "/x.wav",
    duration_s: 3,
  });
  report()?.started("u1");
  controller.cancelSpeech();
  assert.deepEqual(said().slice(-3), ["speak_started", "cancel_speak", "speak_ended"]);
});

Deno.test("[SP8] what began while the line was down is told with the next hello", async () => {
  const { begin, clock, line, report } = setUp();
  await begin();
  line.cut();
  report()?.started("u1");
  clock.advance(250);
  line.open();
  const [hello] = line.said;
  assert.ok(hello?.type === "hello");
  assert.deepEqual(hello.started_utterances, ["u1"]);
});

Deno.test("[SK2] the doctor's reading is reported as any playback is", async () => {
  const { begin, controller, line } = setUp();
  await begin();
  line.say({
    type: "speak_aloud",
    utterance_id: "u1",
    ref: { phrase: "disclosure" },
    text: "Hello.",
    max_s: 20,
  });
  controller.readAloudStarted();
  controller.readAloudDone();
  assert.deepEqual(line.said.slice(-2), [
    { type: "speak_started", utterance_id: "u1" },
    { type: "speak_ended", utterance_id: "u1", reason: "completed" },
  ]);
});

Deno.test("[SK3] after enough quiet the nudge is offered, and speech withdraws it", async () => {
  const { begin, microphone, view } = setUp();
  await begin({ silence_nudge_s: 2, disclosure_spoken: true });
  for (let frame = 0; frame < 99; frame++) microphone.frame(frame * 20, 0.001);
  assert.equal(view.value.nudgeOffered, false);
  microphone.frame(1980, 0.001);
  assert.equal(view.value.nudgeOffered, true);
  for (let frame = 100; frame < 105; frame++) microphone.frame(frame * 20, 0.1);
  assert.equal(view.value.nudgeOffered, false);
});

Deno.test("[CO1] Stop switches the microphone off and leaves when the service has stopped", async () => {
  const { begin, controller, line, log, microphone, said } = setUp();
  await begin();
  controller.stop();
  assert.equal(microphone.isOn, false);
  assert.equal(said().at(-1), "stop");
  assert.deepEqual(log, []);
  line.say({ type: "lifecycle", lifecycle: "stopping", progress: null });
  line.say({ type: "lifecycle", lifecycle: "finalising", progress: null });
  assert.deepEqual(log, ["reload"]);
});

Deno.test("[CO1] Stop works without the line, and when no answer comes", async () => {
  const first = setUp();
  await first.begin();
  first.line.cut();
  first.controller.stop();
  assert.deepEqual(first.log, ["form"]);
  const second = setUp();
  await second.begin();
  second.controller.stop();
  second.clock.advance(2000);
  assert.deepEqual(second.log, ["form"]);
});

Deno.test("[CO3] a replaced page records nothing and takes control when asked", async () => {
  const { begin, clock, controller, line, microphone, said, settled } = setUp();
  await begin();
  line.cut(CLOSE.replaced);
  assert.equal(microphone.isOn, false);
  clock.advance(60_000);
  assert.equal(line.attempts, 1);
  controller.act("take_control");
  await begin({ in_control: false });
  assert.equal(said().at(-1), "take_control");
  line.say({ type: "control", in_control: true });
  await settled();
  assert.equal(microphone.isOn, true);
});

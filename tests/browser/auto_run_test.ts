import assert from "node:assert/strict";
import { ON } from "./auto_visit.ts";
import {
  browserTest,
  startConsultation,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { scriptedEars } from "./scripted_ears.ts";

/** A microphone in a quiet room, in which the test lets somebody speak. */
const ROOM = `{
  let gain = null;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 220 });
    gain = new GainNode(context, { gain: 0.002 });
    const room = new MediaStreamAudioDestinationNode(context);
    tone.connect(gain).connect(room);
    tone.start();
    await context.resume();
    return room.stream;
  };
  globalThis.speakIntoRoom = (loud) => { gain.gain.value = loud ? 0.3 : 0.002; };
}`;

const speak = ({ page }: Visit, loud: boolean) =>
  page.evaluate((loud) => Reflect.get(globalThis, "speakIntoRoom")(loud), loud);

const utterances = ({ box }: Visit) => {
  const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
  return id === undefined ? [] : box.services.record.utterances.list(id);
};

browserTest(
  "[EN2, GO1, SP7, VI1, VI2, DW1] with the real service: one tap, disclosure, invitation, golden minutes, and one tap off",
  async (visit) => {
    const { page } = visit;
    await startConsultation(visit);
    await waitForNotice(page, "Recording and listening");
    await page.click(".auto-strip >> text=Auto: off");
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is speaking']");
    await page.waitForSelector("dialog >> .caption-now >> text=Alba");
    await page.waitForSelector("dialog >> text=Auto: on");
    await page.click("dialog >> text=Back");
    await page.waitForSelector(".auto-phase >> text=Golden minutes");
    await page.waitForSelector(".auto-left >> text=1:28 left");
    await page.click(".auto-strip >> text=Auto: on");
    await page.waitForSelector(".auto-strip >> text=Auto: off");
    assert.equal(await page.locator(".auto-left").count(), 0);
    assert.deepEqual(utterances(visit).map(({ endReason }) => endReason), [
      "completed",
      "completed",
    ]);
  },
  { box: { ...ON, ears: scriptedEars(["Good morning doctor."]) }, init: ROOM },
);

browserTest(
  "[EN3, SP10] with the real service: a room in which somebody speaks is too loud to start, and the pill's words say how loud",
  async (visit) => {
    const { page } = visit;
    await startConsultation(visit);
    await waitForNotice(page, "Recording and listening");
    await speak(visit, true);
    await page.click(".auto-strip >> text=Auto: off");
    await page.waitForSelector("dialog >> text=Auto: starting…");
    await page.click("dialog >> text=Back");
    await until(
      "the run has given up",
      async () => /Too loud to start/.test(await page.locator(".auto-phase").textContent() ?? ""),
    );
    await page.waitForSelector(".auto-strip >> text=Auto: off");
    assert.ok(!utterances(visit).some(({ endReason }) => endReason === "completed"));
  },
  {
    box: { env: { ...ON.env, AUTO_ENABLE_RETRY_WINDOW_S: "5" }, ears: scriptedEars(["Hm."]) },
    init: ROOM,
  },
);

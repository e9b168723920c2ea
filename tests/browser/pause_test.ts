import assert from "node:assert/strict";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { assertAccessible } from "./accessibility.ts";
import { screenshot } from "./screenshot.ts";
import { tabTo } from "./tab_to.ts";

/** Keeps every microphone track and every note that the page plays, so that a test can ask. */
const OBSERVED = `{
  globalThis.tracks = [];
  globalThis.notes = [];
  const media = navigator.mediaDevices;
  const real = media.getUserMedia.bind(media);
  media.getUserMedia = async (constraints) => {
    const stream = await real(constraints);
    tracks.push(...stream.getAudioTracks());
    return stream;
  };
  const start = OscillatorNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = OscillatorNode.prototype.start = function (...when) {
    notes.push(this.frequency?.value ?? 0);
    return start.apply(this, when);
  };
}`;

const tracksOf = ({ page }: Visit) =>
  page.evaluate(() => {
    const tracks: MediaStreamTrack[] = Reflect.get(globalThis, "tracks");
    return tracks.map(({ readyState }) => readyState);
  });

const notesOf = ({ page }: Visit) =>
  page.evaluate(() => {
    const notes: number[] = Reflect.get(globalThis, "notes");
    return notes.length;
  });

function sessionOf({ box }: Visit) {
  const live = box.services.record.consultations.unfinished()[0];
  return live === undefined ? undefined : box.services.rooms.session(live.id);
}

const positionOf = (visit: Visit) => sessionOf(visit)?.state.capture.position ?? 0;

async function record(visit: Visit): Promise<void> {
  await recordConsultation(visit);
  await until("a second was recorded", () => positionOf(visit) > 16_000);
}

browserTest(
  "[CO6] Pause lets the microphone go, visibly and audibly; Resume goes on after a labelled gap",
  async (visit) => {
    const { page } = visit;
    await record(visit);
    assert.deepEqual(await tracksOf(visit), ["live"]);
    await page.click("button:text-is('Pause')");
    await waitForNotice(page, "Paused");
    await page.waitForSelector(".live-state >> text=Paused");
    assert.deepEqual(await tracksOf(visit), ["ended"], "a light would stay on");
    await until("the tone was played", async () => await notesOf(visit) === 2);
    await until(
      "the service is off the record",
      () => sessionOf(visit)?.state.capture.status === "paused",
    );
    const at = positionOf(visit);
    const lines = await page.locator(".live-transcript li").count();
    const pausedAt = performance.now();
    await assertAccessible(page);
    await until("two seconds went by", () => performance.now() - pausedAt > 2_000);
    assert.equal(positionOf(visit), at, "nothing was recorded");
    assert.equal(await page.locator(".live-transcript li").count(), lines, "nothing was written");
    assert.ok(await page.locator(".phrase").first().isDisabled(), "Alba says nothing");

    await page.click("button:text-is('Resume')");
    await waitForNotice(page, RECORDING);
    assert.deepEqual(await tracksOf(visit), ["ended", "live"]);
    await until("recording goes on", () => positionOf(visit) > at + 3 * 16_000);
    assert.equal(await notesOf(visit), 4);
    await page.click(".button-stop >> text=Stop");
    await page.waitForSelector("text=Ready to read");
    await page.waitForSelector(".line-gap >> text=recording was paused");
    const [gap] = visit.box.services.record.captures.gaps(
      visit.box.services.record.consultations.list({ limit: 1 })[0]!.id,
    );
    assert.equal(gap?.reason, "paused");
    const seconds = (gap?.samples ?? 0) / 16_000;
    const took = (performance.now() - pausedAt) / 1000;
    assert.ok(seconds >= 2 && seconds < took, `${seconds} s of silence`);
  },
  { init: OBSERVED },
);

browserTest(
  "[CO6, CO5] a reload during a pause stays paused and asks for no microphone",
  async (visit) => {
    const { page } = visit;
    await record(visit);
    await page.click("button:text-is('Pause')");
    await waitForNotice(page, "Paused");
    await until("the service knows", () => sessionOf(visit)?.state.capture.status === "paused");
    await page.reload();
    await waitForNotice(page, "Paused");
    assert.deepEqual(await tracksOf(visit), []);
    await page.click("button:text-is('Resume')");
    await waitForNotice(page, RECORDING);
  },
  { init: OBSERVED },
);

browserTest(
  "[CO6] a line that is down stops nobody from pausing, and the box hears of it later",
  async (visit) => {
    const { context, page } = visit;
    await record(visit);
    await context.setOffline(true);
    await page.click("button:text-is('Pause')");
    await until("the microphone is off", async () => (await tracksOf(visit)).at(-1) === "ended");
    await context.setOffline(false);
    await until(
      "the service is off the record",
      () => sessionOf(visit)?.state.capture.status === "paused",
    );
    await waitForNotice(page, "Paused");
  },
  { init: OBSERVED, expected: /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/ },
);

browserTest(
  "[CO6] a patient who refuses: Alba stops at that tap, Resume is refused, deletion is offered",
  async (visit) => {
    const { page, box } = visit;
    await record(visit);
    await page.click("button:text-is('Refused')");
    await waitForNotice(page, "Paused");
    await page.waitForSelector("text=The patient did not agree, so Alba does not listen.");
    assert.deepEqual(await tracksOf(visit), ["ended"]);
    await page.click("button:text-is('Resume')");
    await page.waitForSelector("text=Note “agreed” first if that has changed.");
    assert.deepEqual(await tracksOf(visit), ["ended"]);
    await assertAccessible(page);
    await screenshot(page, "consent-refused-1280-light");
    await page.setViewportSize({ width: 360, height: 740 });
    const right = await page.locator(".live-bar .button-stop").evaluate((it) =>
      it.getBoundingClientRect().right
    );
    assert.ok(right <= 360, `Stop ends at ${right} px of 360`);
    await screenshot(page, "consent-refused-360-light");
    await page.click("text=Stop, then delete what was heard");
    await page.waitForSelector("text=Ready to read");
    await page.waitForSelector("text=The patient refused.");
    await page.fill("#confirm", "delete");
    await page.click("button:text-is('Delete for good')");
    await page.waitForSelector("text=deleted");
    const [row] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(row?.purgedWallMs !== null);
    assert.equal(row?.consent, "refused");
  },
  { init: OBSERVED },
);

browserTest("[CO6] Pause, the answer and Undo Stop without a mouse", async (visit) => {
  const { page } = visit;
  await record(visit);
  await tabTo(page, /^Pause$/);
  await page.keyboard.press("Enter");
  await waitForNotice(page, "Paused");
  await page.keyboard.press("Enter");
  await waitForNotice(page, RECORDING);
  await tabTo(page, /^Agreed$/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=The patient agrees to Alba listening.");
  await page.click(".button-stop >> text=Stop");
  await page.waitForSelector("text=Undo Stop and go on");
  await assertAccessible(page);
  await tabTo(page, "Undo Stop and go on");
  await page.keyboard.press("Enter");
  await waitForNotice(page, RECORDING);
  const at = positionOf(visit);
  await until("recording goes on", () => positionOf(visit) > at);
});

browserTest("[CO6] Undo Stop without JavaScript", async ({ box, page }) => {
  await page.goto(box.origin);
  await page.click("text=Start consultation");
  await page.click("text=Stop");
  await page.waitForSelector("text=Undo Stop and go on");
  await page.click("text=Undo Stop and go on");
  await page.waitForSelector(".live-bar");
  assert.equal(box.services.rooms.live, 1);
}, { context: { javaScriptEnabled: false } });

import assert from "node:assert/strict";
import { absentVoice } from "@/lib/engines/absent_voice.ts";
import { pcmFromBytes } from "@/lib/audio/pcm.ts";
import { WAV_HEADER_BYTES } from "@/lib/audio/wav.ts";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { scriptedEars } from "./scripted_ears.ts";
import { tabTo } from "./tab_to.ts";

/** The fake voice takes a second for eighteen letters; a short text spares the tests the wait. */
const SHORT = { disclosure: "Hello, I am Alba. May I listen?" };

async function record(visit: Visit): Promise<void> {
  await recordConsultation(visit);
}

const positionOf = ({ box }: Visit) => {
  const live = box.services.record.consultations.unfinished()[0];
  return live === undefined ? 0 : box.services.rooms.session(live.id)?.state.capture.position ?? 0;
};

/** The newest consultation's recording, as a player would get it. */
async function recordingOf({ box, page }: Visit): Promise<Int16Array> {
  const [latest] = box.services.record.consultations.list({ limit: 1 });
  const answer = await page.request.get(`${box.origin}/consultations/${latest?.id}/audio.wav`);
  assert.equal(answer.status(), 200);
  assert.match(answer.headers()["cache-control"] ?? "", /no-store/);
  const file = Uint8Array.from(await answer.body());
  return pcmFromBytes(file.subarray(WAV_HEADER_BYTES));
}

browserTest("[CO1] a whole consultation without a mouse", async (visit) => {
  const { box, page } = visit;
  await page.goto(box.origin);
  await tabTo(page, "Patient reference");
  await page.keyboard.type("MRN 12");
  await page.keyboard.press("Enter");
  await waitForNotice(page, RECORDING);
  await tabTo(page, "Disclosure");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Alba is speaking");
  await page.keyboard.press("Escape");
  await page.waitForSelector("text=Alba is silent.");
  await tabTo(page, "Type a line");
  await page.keyboard.press("Enter");
  await tabTo(page, "Line to add");
  await page.keyboard.type("Allergic to penicillin");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".live-transcript >> text=Allergic to penicillin");
  await tabTo(page, /^Stop/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Ready to read");
  await page.waitForSelector("text=Allergic to penicillin (typed)");
  await page.waitForSelector(".lines >> text=stopped before its end");
  await tabTo(page, /^Play from/);
  await page.keyboard.press("Enter");
  await until(
    "it plays",
    () => page.evaluate(() => document.querySelector("audio")?.paused === false),
  );
});

browserTest("[SK1] the disclosure is spoken to its end before anything else", async (visit) => {
  const { box, page } = visit;
  await record(visit);
  await page.click("text=Mm-hm.");
  await page.waitForSelector(".voice-refused >> text=disclosure");
  await page.click("button:text-is('OK')");
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector("text=✓ spoken");
  await page.click("text=Mm-hm.");
  await page.waitForSelector(".line-alba >> text=Mm-hm.");
  await page.waitForSelector("text=Alba is silent.");
  const [latest] = box.services.record.consultations.list({ limit: 1 });
  assert.ok(latest !== undefined);
  const utterances = box.services.record.utterances.list(latest.id);
  assert.deepEqual(utterances.map(({ endReason }) => endReason), ["completed", "completed"]);
  for (const { startSample, endSample, durationMs } of utterances) {
    const spanMs = ((endSample ?? 0) - (startSample ?? 0)) / 16;
    assert.ok(Math.abs(spanMs - (durationMs ?? 0)) < 1000, `${spanMs} for ${durationMs} ms`);
  }
}, { box: { phrases: SHORT } });

browserTest("[DW1] the pill's Stop silences Alba at once", async (visit) => {
  const { box, page } = visit;
  await record(visit);
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector("text=Alba is speaking");
  await page.click("text=Stop Alba");
  await page.waitForSelector("text=Alba is silent.");
  const [latest] = box.services.record.consultations.list({ limit: 1 });
  assert.ok(latest !== undefined);
  const [utterance] = box.services.record.utterances.list(latest.id);
  assert.equal(utterance?.endReason, "cancelled");
});

browserTest(
  "[SK2] with no voice at all the doctor reads aloud, and it is recorded as speech",
  async (visit) => {
    const { box, page } = visit;
    await record(visit);
    await page.click("text=Disclosure: introduce Alba");
    await page.click("button:text-is('Started')");
    await page.waitForSelector("text=You are reading for Alba");
    await page.click("button:text-is('Done')");
    await page.waitForSelector("text=✓ spoken");
    const [latest] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(latest !== undefined);
    const [utterance] = box.services.record.utterances.list(latest.id);
    assert.equal(utterance?.endReason, "completed");
  },
  { box: { voice: absentVoice("Speech engine is not installed") } },
);

browserTest("[SK3] after a quiet while the nudge is offered as a button", async (visit) => {
  const { page } = visit;
  await record(visit);
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector("text=✓ spoken");
  await page.click("button:text-is('Say it')");
  await page.waitForSelector(".line-alba >> text=Take your time");
}, {
  box: { env: { SILENCE_NUDGE_S: "3", BARGE_IN_RMS_THRESHOLD: "0.5" }, phrases: SHORT },
});

browserTest("[CO3] a second tab only watches until it takes control", async (visit) => {
  const { newPage, page } = visit;
  await record(visit);
  const second = await newPage();
  await second.goto(page.url());
  await waitForNotice(second, "You are watching");
  assert.ok(await second.locator("text=Mm-hm.").isDisabled());
  await second.waitForSelector(".live-transcript >> text=cough");
  await second.click("text=Take control");
  await waitForNotice(second, RECORDING);
  await waitForNotice(page, "You are watching");
  await page.waitForSelector("text=No microphone is on.", { state: "attached" });
  await second.click("text=Stop");
  await second.waitForSelector("text=Ready to read");
  await page.waitForSelector("text=Ready to read");
});

browserTest(
  "[CO3] the same tab opened again replaces itself and can be taken back",
  async (visit) => {
    const { newPage, page } = visit;
    await record(visit);
    const tab = await page.evaluate(() => sessionStorage.getItem("alba-tab"));
    const twin = await newPage();
    await twin.addInitScript(`sessionStorage.setItem("alba-tab", ${JSON.stringify(tab)})`);
    await twin.goto(page.url());
    await waitForNotice(twin, RECORDING);
    await waitForNotice(page, "Open in another tab");
    await page.click("text=Take control here");
    await waitForNotice(page, RECORDING);
    await waitForNotice(twin, "Open in another tab");
  },
);

browserTest("[CO5] a reloaded page goes on recording; the time between is a gap", async (visit) => {
  const { page } = visit;
  await record(visit);
  await page.waitForSelector(".live-transcript >> text=cough");
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector("text=Alba is speaking");
  await page.reload();
  await waitForNotice(page, RECORDING);
  await page.waitForSelector(".live-transcript >> text=cough");
  await page.waitForSelector("text=Alba is silent.");
  const before = positionOf(visit);
  await until("recording goes on", () => positionOf(visit) > before + 8000);
  await page.click("text=Stop");
  await page.waitForSelector("text=Ready to read");
  await page.reload();
  await page.waitForSelector("text=Ready to read");
});

browserTest(
  "[CO5] a dropped line comes back by itself, and what was missed is silence",
  async (visit) => {
    const { context, page } = visit;
    await record(visit);
    await page.waitForSelector(".live-transcript >> text=cough");
    await context.setOffline(true);
    await page.evaluate(() => Reflect.get(globalThis, "cutLines")());
    await waitForNotice(page, "The box cannot be reached");
    const cutAt = performance.now();
    await until("three seconds went by", () => performance.now() - cutAt > 3000);
    await context.setOffline(false);
    await waitForNotice(page, RECORDING);
    await page.click("text=Stop");
    await page.waitForSelector("text=Ready to read");
    await page.waitForSelector(".line-gap >> text=the page was cut off from the box");
  },
  {
    expected: /ERR_INTERNET_DISCONNECTED|WebSocket connection/,
    // Chromium's offline switch leaves open sockets alone, so the test cuts them itself.
    init: `{
    const Real = WebSocket;
    const open = new Set();
    globalThis.cutLines = () => { for (const socket of open) socket.close(); };
    globalThis.WebSocket = class extends Real {
      constructor(...given) { super(...given); open.add(this); }
    };
  }`,
  },
);

browserTest("[CO1] a restarted service goes on with the page that was recording", async (visit) => {
  const { box, page } = visit;
  await record(visit);
  await until("four seconds were recorded", () => positionOf(visit) > 64_000);
  const startedAt = performance.now();
  const from = positionOf(visit);
  await box.restart();
  await until("it records again", () => positionOf(visit) > from + 16_000);
  await waitForNotice(page, RECORDING);
  const wentBySamples = (performance.now() - startedAt) * 16;
  const grew = positionOf(visit) - from;
  assert.ok(Math.abs(grew - wentBySamples) < 16_000, `${grew} samples in ${wentBySamples}`);
}, { expected: /WebSocket connection|ERR_CONNECTION_REFUSED/ });

browserTest(
  "[TR2] what is sent is what is played back, and its length is the time that went by",
  async (visit) => {
    const { page } = visit;
    await record(visit);
    const beganAt = performance.now();
    await until("four seconds were recorded", () => positionOf(visit) > 64_000);
    const heldMs = performance.now() - beganAt;
    await page.click("text=Stop");
    await page.waitForSelector("text=Ready to read");
    const pcm = await recordingOf(visit);
    assert.ok(pcm.length / 16 >= heldMs - 500, `${pcm.length / 16} ms of ${heldMs} ms`);
    // Chromium's pretended microphone beeps once a second: loud and silent stretches both exist.
    assert.ok(pcm.some((sample) => Math.abs(sample) > 2000));
    const part = await page.request.get(`${page.url()}/audio.wav`, {
      headers: { range: "bytes=44-1043" },
    });
    assert.equal(part.status(), 206);
    assert.deepEqual(
      Uint8Array.from(await part.body()),
      new Uint8Array(pcm.buffer, pcm.byteOffset, 1000),
    );
  },
);

browserTest("[TR4] the page says how far the ears are behind", async (visit) => {
  const { page } = visit;
  await record(visit);
  EARS.say({ state: "catching_up", words: "Catching up", behindMs: 12_000 });
  await waitForNotice(page, /^Catching up, \d+ s behind$/);
  EARS.say({ state: "restarting", words: "Speech recognition is restarting" });
  await waitForNotice(page, "Recording; the text comes later");
  EARS.say({ state: "ready", words: "Speech recognition is ready" });
  await waitForNotice(page, RECORDING);
}, {
  box: {
    get ears() {
      return EARS;
    },
  },
});

const EARS = scriptedEars(["I have a cough."]);

browserTest("[CO2] reading works without JavaScript, and so does Stop", async (visit) => {
  const { box, context, page } = visit;
  await page.goto(box.origin);
  await page.click("text=Start consultation");
  // Chromium's switch for tests parses <noscript> as if scripts ran, so its words are only present.
  assert.match(await page.content(), /<noscript>.*Recording needs JavaScript/s);
  await page.waitForSelector("text=Not recording");
  await page.click("text=Stop");
  await until("it is finished", async () => {
    await page.goto(page.url());
    return await page.locator("text=Ready to read").count() > 0;
  });
  await page.waitForSelector("text=No sound was recorded");
  assert.equal((await context.cookies()).length, 1);
}, { context: { javaScriptEnabled: false } });

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  startConsultation,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";

/** The browser's microphone with a switch: `refuse = "NotFoundError"` makes the next ask fail so. */
const SWITCHED = `{
  const media = navigator.mediaDevices;
  const real = media.getUserMedia.bind(media);
  globalThis.refuse = null;
  globalThis.tracks = [];
  globalThis.asked = [];
  media.getUserMedia = async (constraints) => {
    asked.push(constraints);
    if (refuse !== null) throw new DOMException("refused by the test", refuse);
    const stream = await real(constraints);
    tracks.push(...stream.getAudioTracks());
    return stream;
  };
}`;

const refuseFirst = (name: string) => `${SWITCHED} globalThis.refuse = ${JSON.stringify(name)};`;

async function allow(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(globalThis, "refuse", null));
}

/** What the system does to a microphone, as the page sees it. */
async function happens(page: Page, event: "ended" | "mute" | "unmute"): Promise<void> {
  await page.evaluate((type) => {
    const tracks: MediaStreamTrack[] = Reflect.get(globalThis, "tracks");
    const track = tracks.at(-1);
    // The browser ends a track before it says so.
    if (type === "ended") track?.stop();
    track?.dispatchEvent(new Event(type));
  }, event);
}

const positionOf = ({ box }: Visit) => {
  const live = box.services.record.consultations.unfinished()[0];
  return live === undefined ? 0 : box.services.rooms.session(live.id)?.state.capture.position ?? 0;
};

const REFUSALS = [
  ["NotAllowedError", "The microphone is not allowed"],
  ["NotFoundError", "No microphone found"],
  ["NotReadableError", "The microphone is in use"],
  ["TypeError", "The microphone could not be started"],
] as const;

for (const [name, title] of REFUSALS) {
  browserTest(`[TR1] ${name} is said in words, and Try again works`, async (visit) => {
    const { page } = visit;
    await startConsultation(visit);
    await waitForNotice(page, title);
    await page.waitForSelector("text=Not recording");
    assert.equal(positionOf(visit), 0);
    await allow(page);
    await page.click("button:text-is('Try again')");
    await waitForNotice(page, RECORDING);
    await until("sound arrives", () => positionOf(visit) > 0);
  }, { init: refuseFirst(name) });
}

browserTest("[TR1] an address without a microphone says where there is one", async (visit) => {
  await startConsultation(visit);
  await waitForNotice(visit.page, "No microphone on this address");
  await visit.page.waitForSelector("text=Open Alba on the box itself");
}, {
  init: `Object.defineProperty(Navigator.prototype, "mediaDevices", { value: undefined });
    Object.defineProperty(globalThis, "isSecureContext", { value: false });`,
});

browserTest("[TR1] the microphone is asked for as the rules say", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, "asked")), [{
    audio: {
      echoCancellation: true,
      autoGainControl: false,
      noiseSuppression: false,
      channelCount: 1,
    },
  }]);
  await page.click("summary:text-is('Microphone')");
  await page.waitForSelector(
    "text=Echo cancellation on, noise suppression off, automatic gain off.",
  );
}, { init: SWITCHED });

browserTest(
  "[TR1] an unplugged microphone is said; plugged in again it records again",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await until("a second was recorded", () => positionOf(visit) > 16_000);
    await happens(page, "ended");
    await waitForNotice(page, "The microphone was unplugged");
    await page.waitForSelector("text=Not recording");
    const goneAt = performance.now();
    await until("two seconds went by", () => performance.now() - goneAt > 2000);
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event("devicechange")));
    await waitForNotice(page, RECORDING);
    const before = positionOf(visit);
    await until("recording goes on", () => positionOf(visit) > before + 8000);
    await page.click("text=Stop");
    await page.waitForSelector("text=Ready to read");
    await page.waitForSelector(".line-gap >> text=no microphone sound reached the box");
  },
  { init: SWITCHED },
);

browserTest(
  "[TR1] a microphone that the system mutes is said until it is unmuted",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await happens(page, "mute");
    await waitForNotice(page, "The microphone is muted");
    await page.waitForSelector("text=Not recording");
    await happens(page, "unmute");
    await waitForNotice(page, RECORDING);
  },
  { init: SWITCHED },
);

browserTest("[CO3] a page that loses control lets its microphone go", async (visit) => {
  const { newPage, page } = visit;
  await recordConsultation(visit);
  const second = await newPage();
  await second.goto(page.url());
  await second.click("button:text-is('Take control')");
  await waitForNotice(page, "You are watching");
  const states = await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = Reflect.get(globalThis, "tracks");
    return tracks.map(({ readyState }) => readyState);
  });
  assert.deepEqual(states, ["ended"]);
}, { init: SWITCHED });

browserTest("[TR1] another microphone can be chosen while recording", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  await page.click("summary:text-is('Microphone')");
  await page.selectOption("#microphone", { label: "Fake Audio Input 2" });
  await waitForNotice(page, RECORDING);
  await until("the other one is asked for", async () => {
    const asked = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, "asked")));
    return asked.includes("exact");
  });
  const before = positionOf(visit);
  await until("recording goes on", () => positionOf(visit) > before + 8000);
}, { init: SWITCHED });

browserTest("[TR1] where the browser refuses 16 kHz, the page resamples", async (visit) => {
  await recordConsultation(visit);
  const startedAt = performance.now();
  const from = positionOf(visit);
  await until("two seconds were recorded", () => positionOf(visit) > from + 32_000);
  const ratio = (positionOf(visit) - from) / 16 / (performance.now() - startedAt);
  assert.ok(ratio > 0.7 && ratio < 1.3, `recorded ${ratio} seconds a second`);
}, {
  init: `{
    const Real = AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor(options) {
        if (options?.sampleRate === 16000) throw new DOMException("no", "NotSupportedError");
        super(options);
      }
    };
  }`,
});

browserTest("[TR1] a browser that waits for a press gets a button to press", async (visit) => {
  const { page } = visit;
  await startConsultation(visit);
  await waitForNotice(page, "The browser waits for a press");
  await page.evaluate(() => Reflect.set(globalThis, "mayRun", true));
  await page.click("button:text-is('Start recording')");
  await waitForNotice(page, RECORDING);
}, {
  init: `{
    const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "state");
    Object.defineProperty(BaseAudioContext.prototype, "state", {
      get() { return globalThis.mayRun ? get.call(this) : "suspended"; },
    });
  }`,
});

browserTest("[TR6] a sound check measures, advises and is kept", async (visit) => {
  const { box, page } = visit;
  await page.goto(`${box.origin}/sound-check`);
  await page.click("text=Start the sound check");
  await page.waitForSelector("text=What Alba heard");
  const [room] = box.services.record.rooms.list();
  assert.ok(room !== undefined);
  const kept = box.services.record.soundChecks.latest(room.id);
  assert.ok(kept !== undefined && kept.speechPeak > kept.noiseFloorRms);
  assert.match(kept.inputLabel, /Fake/);
  await page.reload();
  await page.waitForSelector("text=The check before");
});

browserTest("[TR6] a sound check without a microphone says what to do", async (visit) => {
  const { box, page } = visit;
  await page.goto(`${box.origin}/sound-check`);
  await page.click("text=Start the sound check");
  await page.waitForSelector("text=No microphone found. Plug one in.");
}, { init: refuseFirst("NotFoundError") });

import assert from "node:assert/strict";
import { pcmFromBytes, pcmToBytes } from "@/lib/audio/pcm.ts";
import { samples } from "@/lib/audio/units.ts";
import { WAV_HEADER_BYTES, wavHeader } from "@/lib/audio/wav.ts";
import { hasChromium, openBrowser } from "./open_browser.ts";
import { startBox } from "./start_box.ts";
import { RECORDING, until, waitForNotice } from "./browser_test_case.ts";

const RATE_HZ = 48_000;
const TONE_HZ = 600;
const PEAK = 8000;

/** A steady tone: whatever the browser does to the sound shows in its pitch or its level. */
async function toneFile(): Promise<string> {
  const pcm = Int16Array.from(
    { length: RATE_HZ * 2 },
    (_, index) => Math.round(PEAK * Math.sin(2 * Math.PI * TONE_HZ * index / RATE_HZ)),
  );
  const path = await Deno.makeTempFile({ suffix: ".wav" });
  const header = wavHeader(samples(pcm.length), RATE_HZ);
  await Deno.writeFile(path, Uint8Array.from([...header, ...pcmToBytes(pcm)]));
  return path;
}

/** Strength of a tone in `pcm`, as the peak of a sine of that pitch (Goertzel's sum). */
function toneIn(pcm: Int16Array, hz: number): number {
  let [sine, cosine] = [0, 0];
  pcm.forEach((sample, index) => {
    sine += sample * Math.sin(2 * Math.PI * hz * index / 16_000);
    cosine += sample * Math.cos(2 * Math.PI * hz * index / 16_000);
  });
  return 2 * Math.hypot(sine, cosine) / pcm.length;
}

Deno.test({
  name: "[TR1] what the microphone hears is what is recorded: pitch and level, nothing turned up",
  ignore: !await hasChromium(),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const wav = await toneFile();
    const browser = await openBrowser(wav);
    await using box = await startBox();
    const page = await browser.newPage();
    await page.goto(box.origin);
    await page.click("text=Start consultation");
    await waitForNotice(page, RECORDING);
    const id = page.url().split("/").at(-1) ?? "";
    const position = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
    await until("three seconds were recorded", () => position() > 48_000);
    await page.click("text=Stop");
    await page.waitForSelector("text=Ready to read");
    const answer = await page.request.get(`${page.url()}/audio.wav`);
    const pcm = pcmFromBytes(Uint8Array.from(await answer.body()).subarray(WAV_HEADER_BYTES));
    // A tenth of a second from the middle: the start has the device's own settling in it.
    const middle = pcm.subarray(32_000, 33_600);
    const strength = toneIn(middle, TONE_HZ);
    assert.ok(Math.abs(strength / PEAK - 1) < 0.1, `the tone came in at ${strength / PEAK}`);
    assert.ok(toneIn(middle, TONE_HZ * 1.5) < PEAK / 50);
    await browser.close();
    await Deno.remove(wav);
  },
});

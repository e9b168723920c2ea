import { type Browser, chromium } from "playwright-core";

/** Debian's Chromium, which CI installs; tests that need it are skipped where it is missing. */
const CHROMIUM = "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** False, with the reason printed, where no Chromium is installed. */
export async function hasChromium(): Promise<boolean> {
  try {
    await Deno.stat(CHROMIUM);
    return true;
  } catch {
    console.log(`Skipped: ${CHROMIUM} is not installed.`);
    return false;
  }
}

/** Chromium with a microphone that beeps, or that plays a WAV file over and over. */
export async function openBrowser(microphoneWav?: string): Promise<Browser> {
  const fake = microphoneWav === undefined
    ? []
    : [`--use-file-for-fake-audio-capture=${microphoneWav}`];
  return await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...fake] });
}

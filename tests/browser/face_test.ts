import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  browserTest,
  recordConsultation,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { assertAccessible } from "./accessibility.ts";
import { CHEST_PAIN, scriptedEars } from "./scripted_ears.ts";
import { screenshot } from "./screenshot.ts";
import { tabTo } from "./tab_to.ts";

const ACTION = "Call 999 for suspected heart attack";

async function showFace(visit: Visit): Promise<void> {
  await recordConsultation(visit);
  await visit.page.click("text=Show Alba's face");
  await visit.page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
}

async function showSpeakingFace(visit: Visit): Promise<void> {
  await recordConsultation(visit);
  await visit.page.click("text=Disclosure: introduce Alba");
  await visit.page.click("text=Show Alba's face");
  await visit.page.waitForSelector("dialog[open] svg[aria-label='Alba is speaking']");
}

const isFaceOpen = (page: Page) =>
  page.locator("dialog").evaluate((it) => (it as HTMLDialogElement).open);

/** Presses Esc until the face is closed; while Alba speaks the first one only silences her. */
async function escapeFace(page: Page): Promise<void> {
  await until("the face is gone", async () => {
    await page.keyboard.press("Escape");
    return !await isFaceOpen(page);
  });
}

browserTest(
  "[SK4] the face listens, speaks and rests as Alba does, and fits every screen",
  async (visit) => {
    const { page } = visit;
    await showSpeakingFace(visit);
    await page.waitForSelector("dialog[open] .caption-now >> text=Alba");
    await assertAccessible(page);
    await screenshot(page, "face-1280-light");
    await page.setViewportSize({ width: 360, height: 740 });
    const isTooWide = await page.evaluate(() =>
      document.querySelector("dialog")!.scrollWidth > innerWidth
    );
    assert.ok(!isTooWide, "the face scrolls sideways at 360 px");
    await screenshot(page, "face-360-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await assertAccessible(page);
    await screenshot(page, "face-360-dark");
    await page.click("dialog >> text=Stop Alba");
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
    await page.click("dialog >> text=Back");
    await page.click("button:text-is('Pause')");
    await waitForNotice(page, "Paused");
    await page.click("text=Show Alba's face");
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is not listening']");
  },
);

/** What the patient can see: the picture itself, with all that moves held still. */
async function picture(page: Page): Promise<string> {
  return (await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64");
}

browserTest("[SK4] an alarm changes nothing that the patient sees", async (visit) => {
  const { page } = visit;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await showFace(visit);
  const before = await picture(page);
  assert.equal(await picture(page), before, "the face moves by itself");
  await page.locator(".urgent-open").waitFor({ state: "attached" });
  assert.equal(await picture(page), before);
  await page.click("dialog >> text=Back");
  await page.locator(".urgent-open").waitFor({ state: "visible" });
}, { box: { ears: scriptedEars(["Good morning doctor.", CHEST_PAIN]) } });

browserTest(
  "[SK5] a screen reader hears a new alarm while the face covers the page",
  async (visit) => {
    const { page, context } = visit;
    await showFace(visit);
    await page.locator(".urgent-open").waitFor({ state: "attached" });
    const reader = await context.newCDPSession(page);
    const { nodes } = await reader.send("Accessibility.getFullAXTree");
    const audible = nodes.filter(({ ignored }) => !ignored);
    const alert = audible.find(({ role }) => role?.value === "alert");
    const live = alert?.properties?.find(({ name }) => name === "live");
    assert.equal(live?.value.value, "assertive");
    const words = audible.map(({ name }) => String(name?.value ?? "")).join(" ").replaceAll(
      /\s+/g,
      " ",
    );
    assert.ok(words.includes(`Urgent: ${ACTION}`), words);
    assert.doesNotMatch(words, /I have seen this/, "the page beneath is not inert");
    assert.equal(await page.locator("dialog [role=alert]").innerText(), `Urgent: ${ACTION}`);
    await assertAccessible(page);
  },
  { box: { ears: scriptedEars(["Good morning doctor.", CHEST_PAIN]) } },
);

browserTest("[SK5] Esc stops Alba first and the face second", async (visit) => {
  const { page } = visit;
  await showSpeakingFace(visit);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
  assert.ok(await isFaceOpen(page));
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "hidden" });
});

/** Asks Chromium itself, as a page that is only laid out large is not in full screen. */
async function inFullScreen(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.fullscreenElement !== null);
}

browserTest(
  "[SK4, SK5] the face fills the screen and leaves it; leaving stops Alba first",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await page.click("text=Show Alba's face");
    await page.click("dialog >> text=Full screen");
    await until("the face fills the screen", () => inFullScreen(page));
    await page.click("dialog >> text=Full screen");
    await until("the screen is left", async () => !await inFullScreen(page));
    await page.click("dialog >> text=Back");

    await page.click("text=Disclosure: introduce Alba");
    await page.click("text=Show Alba's face");
    await page.click("dialog >> text=Full screen");
    await until("the face fills the screen", () => inFullScreen(page));
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is speaking']");
    // Entering it stops nobody; what it might stop would be silent by then.
    await page.waitForTimeout(300);
    assert.equal(await page.locator("dialog[open] svg[aria-label='Alba is speaking']").count(), 1);
    // A browser keeps Esc for itself in full screen: the page sees only that it is over.
    await page.evaluate(() => document.exitFullscreen());
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
    assert.equal(await inFullScreen(page), false);
    const { consultations, utterances } = visit.box.services.record;
    const [consultation] = consultations.list({ limit: 1 });
    assert.ok(consultation !== undefined);
    // Not that she has come to her own end meanwhile.
    const reasons = utterances.list(consultation.id).map(({ endReason }) => endReason);
    assert.deepEqual(reasons, ["cancelled"]);
  },
);

browserTest(
  "[SK5] in full screen Esc stops Alba, then closes the face, and the screen is left",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await page.click("text=Disclosure: introduce Alba");
    await page.click("text=Show Alba's face");
    await page.click("dialog >> text=Full screen");
    await until("the face fills the screen", () => inFullScreen(page));
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is speaking']");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
    assert.ok(await isFaceOpen(page));
    await escapeFace(page);
    await until("the screen is left", async () => !await inFullScreen(page));
  },
);

browserTest(
  "[SK5] a patient who cannot speak answers in typed text, by keyboard alone",
  async (visit) => {
    const { page, box } = visit;
    await recordConsultation(visit);
    await tabTo(page, "Show Alba's face");
    await page.keyboard.press("Enter");
    await tabTo(page, "You can type your answer here");
    await page.keyboard.type("It hurts when I swallow.");
    await tabTo(page, /^Send$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Your answer has been written down.");
    const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(id !== undefined);
    const typed = box.services.record.segments.list(id).filter(({ origin }) => origin === "typed");
    assert.deepEqual(typed.map(({ role, text }) => [role, text]), [
      ["patient", "It hurts when I swallow."],
    ]);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".live-transcript >> text=It hurts when I swallow.");
  },
);

browserTest(
  "[SK4, SK5] with reduced motion nothing moves, and forced colours keep the face",
  async (visit) => {
    const { page } = visit;
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    await showSpeakingFace(visit);
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
    const [skin, line] = await page.evaluate(() =>
      ["face-skin", "face-line"].map((name) =>
        getComputedStyle(document.querySelector(`.${name}`)!).stroke
      )
    );
    assert.equal(skin, line);
    assert.notEqual(skin, "none");
    await screenshot(page, "face-forced-colours");
    await escapeFace(page);
  },
);

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { fakeSpeakers } from "@/lib/engines/speakers/fake_speakers.ts";
import type { ConsultationId } from "@/lib/record/ids.ts";
import { assertAccessible, assertFits } from "./accessibility.ts";
import { browserTest, until, type Visit } from "./browser_test_case.ts";
import { reviewRecord, type ReviewRecordOptions } from "./review_record.ts";
import { screenshot } from "./screenshot.ts";

async function open({ box, page }: Visit, options: ReviewRecordOptions): Promise<ConsultationId> {
  const id = reviewRecord(box.services.record, options);
  await page.goto(`${box.origin}/consultations/${id}`);
  return id;
}

/** Looks at the page around `place`, small and large, light and dark. */
async function look(page: Page, name: string, place: string): Promise<void> {
  const show = () =>
    page.evaluate((wanted) => document.querySelector(wanted)?.scrollIntoView(), place);
  for (const [width, height] of [[360, 740], [1280, 800]] as const) {
    await page.setViewportSize({ width, height });
    await assertAccessible(page);
    await assertFits(page);
    await show();
    await screenshot(page, `review-${name}-${width}`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await assertAccessible(page);
  await show();
  await screenshot(page, `review-${name}-1280-dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

const playerOf = (page: Page) =>
  page.evaluate(() => {
    const player = document.querySelector("audio");
    return { paused: player?.paused ?? true, atS: player?.currentTime ?? 0 };
  });

/** Presses Tab until the focus is where `isThere` says, as somebody without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await until(`the focus is on ${selector}`, async () => {
    await page.keyboard.press("Tab");
    return await page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) ?? false,
      selector,
    );
  });
}

browserTest(
  "[FI1, VI5] after Stop the page asks who spoke, counts down, and an answer ends the wait",
  async (visit) => {
    const { box, page } = visit;
    const id = reviewRecord(box.services.record, { state: "finalising" });
    await box.restart();
    await page.goto(`${box.origin}/consultations/${id}`);
    await page.waitForSelector("h2:text-is('Who spoke?')");
    const timer = page.locator("[aria-labelledby=who-spoke] [role=timer]");
    const leftOf = async () => Number(/waits (\d+) s/.exec(await timer.textContent() ?? "")?.[1]);
    await until("the seconds are shown", async () => await leftOf() > 0);
    const first = await leftOf();
    assert.ok(first <= 120, String(first));
    await until("the seconds go down", async () => await leftOf() < first);
    await look(page, "who-spoke", "#who-spoke");
    await page.click("button:text-is('Doctor and patient')");
    await page.waitForSelector("text=Ready to read");
    assert.equal(box.services.record.consultations.get(id)?.speakers, 2);
    await page.waitForSelector("summary:has-text('Who spoke: Doctor and patient')");
  },
  {
    box: { speakers: fakeSpeakers().engine, env: { SPEAKER_DECLARATION_WAIT_S: "120" } },
  },
);

browserTest(
  "[FI1, FI2, FI4] without JavaScript the question can be answered and the transcript read",
  async (visit) => {
    const { box, page } = visit;
    const id = await open(visit, {});
    const line = page.locator(".review-lines li", { hasText: "or into my beard" }).first();
    assert.match(
      await line.textContent() ?? "",
      /Patient\? It does not go to my neck or into my beard\./,
    );
    const href = await line.locator("a").getAttribute("href");
    assert.match(href ?? "", /\/audio\.wav#t=\d+\.\d\d$/);
    await page.click("text=3 people");
    await page.waitForSelector("text=Who spoke: 3 people");
    await until("the page that is asked again is the review", async () => {
      const again = page.locator("a:text-is('Look again')");
      if (await again.count() === 0) return true;
      await again.click();
      return false;
    });
    await page.waitForSelector("summary:has-text('Who spoke: 3 people')");
    assert.equal(box.services.record.consultations.get(id)?.speakers, 3);
  },
  { context: { javaScriptEnabled: false } },
);

browserTest("[FI1, FI2] a guessed role is shown as a guess, with how sure it is", async (visit) => {
  const { page } = visit;
  await open(visit, { answer: 2, findings: [] });
  const speakers = await page.locator(".speakers").textContent() ?? "";
  assert.match(speakers, /Doctor\? spoke for .*Alba's guess, fairly sure: 82 % ahead/);
  const doubtful = page.locator("mark.doubtful").first();
  assert.equal(await doubtful.textContent(), "Ramipril, ten milligrams,");
  const whole = await page.locator(".review-lines li:has(mark)").first().textContent() ?? "";
  assert.match(whole, /once a day at night\./);
  await page.waitForSelector(".line-alba >> text=stopped before its end");
  await page.waitForSelector(".line-gap >> text=cut off from the box");
});

browserTest("[FI2] lines and timeline play by tap and by keyboard alone", async (visit) => {
  const { page } = visit;
  await open(visit, { answer: 2, findings: [], alarm: true });
  await tabTo(page, ".timeline-place");
  for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(Math.round((await playerOf(page)).atS), 15);
  await page.keyboard.press("Enter");
  await until("the timeline plays", async () => !(await playerOf(page)).paused);
  await page.keyboard.press("Enter");
  await until("the timeline pauses", async () => (await playerOf(page)).paused);
  const box = await page.locator(".timeline-place").boundingBox();
  assert.ok(box !== null);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until("a press plays", async () => !(await playerOf(page)).paused);
  const { atS } = await playerOf(page);
  assert.ok(atS >= 28 && atS <= 33, String(atS));
  await page.evaluate(() => document.querySelector("audio")?.pause());
  await tabTo(page, ".review-lines li:nth-child(3) .play-line");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".review-lines li:nth-child(3).line-playing[aria-current=true]");
  await page.click("text=The timeline as a table");
  await page.waitForSelector("td:text-is('Alarm: Check potassium today')");
  await look(page, "timeline", "#timeline");
  await look(page, "transcript", "#transcript");
});

browserTest(
  "[FI3, FI4, FI7] what stands against approval is said before it is given",
  async (visit) => {
    const { box, page } = visit;
    const findings = ["low_coverage", "low_confidence", "long_gap"];
    const id = await open(visit, { alarm: true, findings });
    const approve = page.locator("button:text-is('Approve this record')");
    const approval = page.locator("[aria-labelledby=approval]");
    assert.match(await approval.textContent() ?? "", /Only 61 % of what was said/);
    assert.match(await approval.textContent() ?? "", /25 % of the words/);
    assert.match(await approval.textContent() ?? "", /12 s in one piece were not recorded/);
    assert.equal(await approve.count(), 0);
    await look(page, "blocked", "#approval");
    await page.click("button:text-is('I have seen this')");
    await page.waitForSelector("text=seen by Smith");
    assert.equal(await approve.count(), 0);
    const refused = await page.request.post(`${box.origin}/consultations/${id}/approve`, {
      headers: { origin: box.origin },
    });
    assert.equal(refused.status(), 409);
    await page.click("button:text-is('Skip')");
    await approve.click();
    await page.waitForSelector("text=The record is approved and locked.");
    assert.equal(await page.locator("text=Wrong patient?").count(), 0);
  },
);

browserTest(
  "[FI7] a transcript that nobody could judge says so, a good one that it is good",
  async (visit) => {
    const { page } = visit;
    await open(visit, { answer: 2 });
    await page.waitForSelector("[aria-labelledby=approval] >> text=could not be measured");
    await open(visit, { answer: 2, findings: [] });
    await page.waitForSelector("[aria-labelledby=approval] >> text=heard well enough");
  },
);

browserTest(
  "[CO4] the wrong patient is re-attached, and both references stay on the audit",
  async (visit) => {
    const { box, page } = visit;
    const id = await open(visit, { answer: 2, reference: "MRN 1" });
    await page.click("summary:text-is('Wrong patient?')");
    await page.fill("#new-reference", "MRN 2");
    await page.click("text=Change the reference");
    await page.waitForSelector("h1:text-is('MRN 2')");
    const changes = box.services.record.audit.list(id)
      .filter(({ kind }) => kind === "consultation.reference_changed");
    assert.equal(changes.length, 2);
  },
);

browserTest(
  "[CO4] deleting takes a typed word, says what stays, and takes the words away",
  async (visit) => {
    const { box, page } = visit;
    const id = await open(visit, { answer: 2, reference: "MRN 1" });
    await page.click("summary:text-is('Delete this consultation')");
    assert.match(await page.locator("form[action$=delete]").textContent() ?? "", /took place/);
    await page.fill("#confirm", "yes");
    await page.click("button:text-is('Delete for good')");
    await page.waitForSelector("text=Nothing was deleted");
    assert.ok(box.services.record.turns.list(id).length > 0);
    await page.goBack();
    await page.click("summary:text-is('Delete this consultation')");
    await page.fill("#confirm", "delete");
    await page.click("button:text-is('Delete for good')");
    await page.waitForSelector("text=The words and the sound of this consultation were deleted.");
    assert.equal(await page.locator(".review-lines li").count(), 0);
    assert.equal(box.services.record.turns.list(id).length, 0);
  },
  { expected: /422/ },
);

browserTest(
  "[FI2] an hour is one list of the server's, not rendered again in the browser",
  async (visit) => {
    const { page } = visit;
    await open(visit, { minutes: 60, answer: 2, findings: [] });
    const lines = await page.locator(".review-lines li").count();
    assert.ok(lines > 900, String(lines));
    const paths = await page.locator(".timeline-picture path").count();
    assert.ok(paths <= 8, `${paths} shapes`);
    const props = await page.evaluate(() =>
      [...document.querySelectorAll("script")].map(({ textContent }) => textContent ?? "")
        .filter((text) => text.includes("Ramipril")).length
    );
    assert.equal(props, 0, "the transcript is not sent a second time as data");
  },
);

browserTest(
  "[VI6, VI5] the help says what each part of the review does, and how long Alba waits",
  async ({ box, page }) => {
    await page.goto(`${box.origin}/help`);
    const words = await page.locator("main").textContent() ?? "";
    assert.match(words, /Who spoke\?Asked right after Stop\. Alba waits up to 25 seconds/);
    for (const term of ["Timeline", "Approve this record", "Wrong patient?", "Underlined words"]) {
      assert.equal(await page.locator(`dt:text-is("${term}")`).count(), 1, term);
    }
  },
);

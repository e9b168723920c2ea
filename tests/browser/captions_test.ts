import assert from "node:assert/strict";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  startConsultation,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { assertAccessible } from "./accessibility.ts";
import { CHEST_PAIN, scriptedEars } from "./scripted_ears.ts";
import { screenshot } from "./screenshot.ts";

const NOTES = `{
  globalThis.notes = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    notes.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
}`;

const notesOf = ({ page }: Visit) =>
  page.evaluate(() => [...Reflect.get(globalThis, "notes")] as number[]);

browserTest("[SK5] large captions on demand, kept on this device", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  assert.equal(await page.locator(".live-controls > .caption").count(), 0);
  await page.click("summary:text-is('Sound, captions and waits')");
  await page.check("text=Large captions of what Alba says");
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector(".live-controls > .caption-now >> text=Alba");
  const size = await page.locator(".caption").evaluate((it) => getComputedStyle(it).fontSize);
  assert.ok(parseFloat(size) >= 24, size);
  await assertAccessible(page);
  await screenshot(page, "captions-1280-light");
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector(".live-controls > .caption");
});

browserTest(
  "[SK5] a new alarm is heard softly, once; a reload is silent, and so is the volume at 0",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await page.waitForSelector(".urgent-open");
    assert.deepEqual(await notesOf(visit), [659, 523]);
    await page.reload();
    await page.waitForSelector(".urgent-open");
    await waitForNotice(page, RECORDING);
    assert.deepEqual(await notesOf(visit), [], "an old alarm is no news");
    await page.click("summary:text-is('Sound, captions and waits')");
    await page.click("button:text-is('Hear it')");
    await until("the sound is played", async () => (await notesOf(visit)).length === 2);
    await page.click(".page-choices >> button:text-is('Off')");
    assert.ok(await page.locator("button:text-is('Hear it')").isDisabled());
    await page.waitForSelector("text=The alarm's sound is off");
    await assertAccessible(page);
  },
  { box: { ears: scriptedEars(["Good morning doctor.", CHEST_PAIN]) }, init: NOTES },
);

browserTest(
  "[SK5] an alarm speaks at once to a screen reader, a line waits its turn, and a half-heard word is not said",
  async (visit) => {
    const { page } = visit;
    await startConsultation(visit);
    await page.waitForSelector(".urgent-open");
    const live = (selector: string) =>
      page.locator(selector).first().evaluate((it) => {
        const region = it.closest("[aria-live], [role=alert], [role=status]");
        return region?.getAttribute("aria-live") ?? region?.getAttribute("role") ?? null;
      });
    assert.equal(await live(".urgent-open"), "alert");
    assert.equal(await live(".lines"), "polite");
    assert.equal(await live(".live-tentative"), null);
  },
  { box: { ears: scriptedEars([CHEST_PAIN]) } },
);

for (
  const [choice, words] of [
    ["By telephone", "Telephone consultation: Alba waits half as long again"],
    ["With an interpreter", "With an interpreter: Alba waits twice as long"],
  ] as const
) {
  browserTest(
    `[SK5] “${choice}” is chosen at the start, and its longer waits are said`,
    async (visit) => {
      const { box, page } = visit;
      await page.goto(box.origin);
      await page.check(`text=${choice}`);
      await assertAccessible(page);
      await page.click("text=Start consultation");
      await page.waitForSelector(`text=${words}`);
      const [row] = box.services.record.consultations.list({ limit: 1 });
      assert.equal(row?.mode, choice === "By telephone" ? "telephone" : "interpreter");
    },
  );
}

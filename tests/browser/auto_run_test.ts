import assert from "node:assert/strict";
import { assertAccessible } from "./accessibility.ts";
import { ON } from "./auto_visit.ts";
import { browserTest, recordConsultation, startConsultation, until } from "./browser_test_case.ts";
import { ROOM, speak, utterances } from "./quiet_room.ts";
import { CHEST_PAIN, scriptedEars } from "./scripted_ears.ts";

browserTest(
  "[EN2, GO1, SP7, VI1, VI2, DW1] with the real service: one tap, disclosure, invitation, golden minutes, and one tap off",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
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
    await recordConsultation(visit);
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

browserTest(
  "[UR2, UR3, UR7, UR13, VI4] with the real service: an alarm pauses the run, what is listed is acknowledged, and the run goes on",
  async (visit) => {
    const { page, box } = visit;
    await startConsultation(visit);
    await page.waitForSelector(".urgent-open");
    await page.click(".auto-strip >> text=Auto: off");
    await page.click("dialog >> text=Back");
    await page.waitForSelector(".auto-pause");
    await page.waitForSelector(".auto-phase >> text=Paused — urgent");
    await assertAccessible(page);
    await page.waitForSelector(".auto-pause .urgent-quote", { state: "attached" });
    await page.click("button:text-is('Resume auto')");
    await page.locator(".auto-pause").waitFor({ state: "detached" });
    await page.waitForSelector(".auto-phase >> text=Golden minutes");
    await page.waitForSelector(".urgent-standing");
    assert.equal(await page.locator(".urgent-open").count(), 0);
    const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(id !== undefined);
    const alarms = box.services.record.alarms.list(id);
    assert.ok(alarms.length > 0 && alarms.every(({ acknowledgedBy }) => acknowledgedBy !== null));
  },
  { box: { ...ON, ears: scriptedEars([CHEST_PAIN]) }, init: ROOM },
);

import assert from "node:assert/strict";
import { assertAccessible, assertFits } from "./accessibility.ts";
import { begin, ON, phase, saidOf, toggled } from "./auto_visit.ts";
import { browserTest, recordConsultation, until } from "./browser_test_case.ts";
import { screenshot } from "./screenshot.ts";
import { CHEST_PAIN, scriptedEars } from "./scripted_ears.ts";
import { watchShifts } from "./watch_shifts.ts";

const NEXT = "Does the pain go anywhere else, for instance into your arm or your jaw?";

browserTest("[EN1] with the gate off the live page has no trace of auto mode", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  const html = await page.content();
  assert.doesNotMatch(html, /Supervised|auto-(strip|pill|pause)|speak-choice|class="spot|Auto:/);
  await page.goto(`${visit.box.origin}/help`);
  assert.doesNotMatch(await page.content(), /Golden minutes|Resume auto/);
});

browserTest(
  "[VI1, EN2, DW1] one tap starts a run and shows the face; the service's word turns the pill; one tap ends it",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    const pill = page.locator(".auto-strip .auto-pill");
    assert.equal(await pill.textContent(), "Auto: off");
    assert.equal(await pill.getAttribute("aria-pressed"), "false");
    await pill.click();
    await page.waitForSelector("dialog[open] svg[role=img]");
    const [asked] = saidOf(line, "auto_toggle");
    assert.ok(asked?.on === true && asked.platform !== "" && asked.input_label !== "");
    assert.equal(await page.locator("dialog .auto-pill").textContent(), "Auto: off");
    line.say(toggled("starting"));
    await page.waitForSelector("dialog >> text=Auto: starting…");
    line.say(toggled("on"));
    line.say(phase("OPEN"));
    await page.waitForSelector("dialog >> text=Auto: on");
    await assertAccessible(page);
    await page.click("dialog .auto-pill");
    assert.deepEqual(saidOf(line, "auto_toggle").map(({ on }) => on), [true, false]);
    line.say(toggled("off"));
    await page.waitForSelector("dialog >> text=Auto: off");
  },
  { box: ON },
);

browserTest(
  "[EN2, SK4] with the alarm's sound off no face covers what tells of an alarm",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    await page.click("summary:text-is('Sound, captions and waits')");
    await page.click("button:text-is('Off')");
    await page.waitForSelector("text=nothing tells you of an alarm");
    await page.locator(".auto-strip .auto-pill").click();
    await until("the tap was sent", () => saidOf(line, "auto_toggle").length === 1);
    line.say(toggled("on"));
    await page.waitForSelector(".auto-strip >> text=Auto: on");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  },
  { box: ON },
);

browserTest("[EN3] a run that could not start says why beside its pill", async (visit) => {
  const { page } = visit;
  const line = await begin(visit);
  line.say(toggled("starting"));
  line.say(toggled("off", "Too loud to start: 0.031 against 0.020"));
  await page.waitForSelector(".auto-phase >> text=Too loud to start: 0.031 against 0.020");
  assert.equal(await page.locator(".auto-strip .auto-pill").textContent(), "Auto: off");
}, { box: ON });

browserTest(
  "[VI2, VI3] phase, golden seconds and plan are shown; only the phase is announced; nothing moves",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    const announced = page.locator(".auto-strip [role=status]");
    const shifts = await watchShifts(visit);
    line.say(toggled("on"));
    line.say(phase("GOLDEN"));
    line.say({ type: "auto_plan", plan: "preparing", text: null });
    await page.waitForSelector(".auto-phase >> text=1:30 left");
    await page.waitForSelector(".auto-plan >> text=Preparing a question");
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const region = document.querySelector(".auto-strip [role=status]");
      if (region === null) return;
      new MutationObserver(() => said.push(region.textContent ?? ""))
        .observe(region, { childList: true, characterData: true, subtree: true });
    });
    await page.waitForSelector(".auto-phase >> text=1:28 left");
    assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, "said")), []);
    assert.equal(await announced.textContent(), "Golden minutes");
    line.say({ type: "auto_plan", plan: "queued", text: NEXT });
    await page.waitForSelector(`.auto-plan >> text=Next: “${NEXT}”`);
    await assertAccessible(page);
    await screenshot(page, "auto-golden-1280-light");
    line.say(phase("OPEN", 90_000));
    await until(
      "the new phase is announced",
      async () => await announced.textContent() === "Open questions",
    );
    assert.equal(await page.locator(".auto-left").count(), 0);
    assert.deepEqual(await shifts(), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await assertFits(page);
    await screenshot(page, "auto-open-360-light");
  },
  { box: ON },
);

browserTest(
  "[VI4, UR2, UR3, UR7] the pause banner lists every action and answers for exactly those; the strip stays",
  async (visit) => {
    const { page, box } = visit;
    const line = await begin(visit);
    line.say(toggled("on"));
    line.say(phase("OPEN"));
    await page.waitForSelector(".urgent-open");
    const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(id !== undefined);
    const alarms = box.services.record.alarms.list(id);
    const actions = alarms.map((alarm) => ({ id: String(alarm.id), action: alarm.action }));
    const other = { id: "other", action: "Check the oxygen saturation now" };
    line.say({ type: "auto_paused", actions: [...actions, other] });
    line.say(phase("PAUSED_URGENT"));
    await page.waitForSelector(".auto-pause");
    for (const { action } of [...actions, other]) {
      await page.waitForSelector(`.auto-pause >> text=${action}`);
    }
    assert.equal(await page.locator("text=I have seen").count(), 0, "one place to acknowledge");
    await assertAccessible(page);
    await screenshot(page, "auto-pause-1280-light");
    await page.click("button:text-is('Resume auto')");
    assert.deepEqual(saidOf(line, "auto_resume"), [
      { type: "auto_resume", alarm_ids: [...actions, other].map(({ id }) => id), snapshot: 1 },
    ]);
    await page.waitForSelector(".auto-pause", { timeout: 1000 });
    line.say({ type: "auto_paused", actions: [other] });
    await page.click("button:text-is('Take over')");
    assert.deepEqual(saidOf(line, "auto_takeover"), [
      { type: "auto_takeover", alarm_ids: ["other"], snapshot: 1 },
    ]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await assertFits(page);
    await assertAccessible(page);
    await screenshot(page, "auto-pause-360-dark");
    line.say({ type: "auto_standing", actions: [other] });
    line.say(phase("TAKEN_OVER"));
    line.say({ type: "auto_ended", reason: "takeover" });
    await page.waitForSelector(`.urgent-standing >> text=${other.action}`);
    assert.equal(await page.locator(".auto-pause").count(), 0);
    await page.waitForSelector("text=You have taken over.");
  },
  { box: { ...ON, ears: scriptedEars(["Good morning doctor.", CHEST_PAIN]) } },
);

browserTest(
  "[VI1, UR7] on a small screen an alarm's answer and the patient's words stay in sight beside the row",
  async (visit) => {
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    const line = await begin(visit);
    await page.waitForSelector(".urgent-open");
    for (const state of ["off", "on"] as const) {
      line.say(toggled(state));
      await page.waitForSelector(`.auto-strip >> text=Auto: ${state}`);
      const seen = await page.locator(".urgent-open > .button-main").boundingBox();
      const urgent = await page.locator(".urgent").boundingBox();
      const words = await page.locator(".live-scroll").boundingBox();
      assert.ok(seen !== null && urgent !== null && words !== null);
      assert.ok(
        seen.y + seen.height <= urgent.y + urgent.height,
        `${state}: the button is cut off`,
      );
      // Two lines of a transcript.
      assert.ok(words.height >= 48, `${state}: ${words.height} px for the transcript`);
    }
    await assertFits(page);
    await screenshot(page, "auto-alarm-360-light");
  },
  { box: { ...ON, ears: scriptedEars(["Good morning doctor.", CHEST_PAIN]) } },
);

browserTest("[VI4, SK4] a pause shows the patient nothing", async (visit) => {
  const { page } = visit;
  const line = await begin(visit);
  line.say(toggled("on"));
  line.say(phase("OPEN"));
  await page.click(".auto-strip >> text=Face");
  await page.waitForSelector("dialog >> text=Auto: on");
  await page.waitForSelector("dialog[open] svg[aria-label='Alba is listening']");
  const before = await page.locator("dialog").innerHTML();
  line.say({ type: "auto_paused", actions: [{ id: "a", action: "Call 999" }] });
  line.say(phase("PAUSED_URGENT"));
  await page.locator(".auto-pause").waitFor({ state: "attached" });
  assert.equal(await page.locator("dialog").innerHTML(), before);
}, { box: ON });

browserTest(
  "[VI1, VI4] forced colours keep the pill's state, and with reduced motion nothing moves",
  async (visit) => {
    const { page } = visit;
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    const line = await begin(visit);
    const border = () =>
      page.locator(".auto-strip .auto-pill").evaluate((it) => getComputedStyle(it).borderWidth);
    const off = await border();
    line.say(toggled("on"));
    line.say({ type: "auto_paused", actions: [{ id: "a", action: "Call 999" }] });
    line.say(phase("PAUSED_URGENT"));
    await page.waitForSelector(".auto-pause");
    assert.notEqual(await border(), off);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await screenshot(page, "auto-pause-forced-colours");
  },
  { box: ON },
);

browserTest(
  "[VI6] the help page says what each control and each phase does",
  async ({ box, page }) => {
    await page.goto(`${box.origin}/help`);
    for (const term of ["Auto", "Handover", "Resume auto", "Take over"]) {
      await page.waitForSelector(`dt:text-is('${term}')`);
    }
    for (const term of ["Golden minutes", "Open questions", "Closed questions", "Handing over"]) {
      await page.waitForSelector(`dt:text-is('${term}')`);
    }
    await page.waitForSelector("dt:text-is('Paused — urgent')");
    await assertAccessible(page);
  },
  { box: ON },
);

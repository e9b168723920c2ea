import assert from "node:assert/strict";
import type { ServerMessage } from "@/lib/protocol/server_messages.ts";
import { assertAccessible, assertFits } from "./accessibility.ts";
import { AUTO_UTTERANCE, VIEW_OFF } from "./auto_line.ts";
import { begin, ON, phase, saidOf, toggled } from "./auto_visit.ts";
import { browserTest, until } from "./browser_test_case.ts";
import { screenshot } from "./screenshot.ts";
import { tabTo } from "./tab_to.ts";
import { watchShifts } from "./watch_shifts.ts";

const NEXT = "Does the pain go anywhere else, for instance into your arm or your jaw?";

browserTest(
  "[DW3, DW1] the choice stands beside what was tapped, moves nothing, and Esc takes Alba first",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    line.say(toggled("on"));
    line.say(phase("OPEN"));
    await page.click("text=Disclosure: introduce Alba");
    await page.waitForSelector("text=Alba is speaking");
    const shifts = await watchShifts(visit);
    line.say({ type: "speak_confirm", ref: { phrase: "go_on" }, queued_text: NEXT });
    const choice = page.locator(".spot:has(> button:text-is('Go on.')) .speak-choice");
    await choice.waitFor();
    assert.equal(await page.locator(".speak-choice").count(), 1);
    assert.deepEqual(await choice.locator("button").allTextContents(), [
      `Ask yours instead (Alba's question “${NEXT}” waits)`,
      `Let Alba ask “${NEXT}”`,
    ]);
    assert.deepEqual(await shifts(), []);
    await assertAccessible(page);
    await screenshot(page, "auto-choice-1280-light");
    await page.keyboard.press("Escape");
    await page.waitForSelector("text=Alba is silent.");
    assert.equal(await choice.count(), 1);
    await page.keyboard.press("Escape");
    await choice.waitFor({ state: "detached" });
    assert.deepEqual(saidOf(line, "speak"), [], "Alba's question needs no word");
    line.say({ type: "speak_confirm", ref: { phrase: "go_on" }, queued_text: NEXT });
    await tabTo(page, /^Ask yours instead/);
    await page.keyboard.press("Enter");
    assert.deepEqual(saidOf(line, "speak"), [
      { type: "speak", ref: { phrase: "go_on" }, confirm_displace: true },
    ]);
    line.say({ type: "speak_confirm", ref: { phrase: "i_see" }, queued_text: NEXT });
    await page.waitForSelector(".speak-choice");
    line.say({ type: "speak_confirm_gone" });
    await page.locator(".speak-choice").waitFor({ state: "detached" });
  },
  { box: ON },
);

browserTest(
  "[DW3, SK3] what was tapped at the nudge has its choice there, and what was tapped among the phrases beside its phrase",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    await page.click("text=Disclosure: introduce Alba");
    await page.waitForSelector("text=✓ spoken");
    line.holdsTaps = true;
    await page.click("button:text-is('Say it')");
    const shifts = await watchShifts(visit);
    const asks = {
      type: "speak_confirm",
      ref: { phrase: "silence_nudge" },
      queued_text: NEXT,
    } as const;
    line.say(asks);
    await page.locator(".voice > .speak-choice").waitFor();
    assert.equal(await page.locator(".speak-choice").count(), 1);
    assert.deepEqual(await shifts(), []);
    await assertAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await assertFits(page);
    line.say({ type: "speak_confirm_gone" });
    await page.click(".spot:has-text('Take your time') > button");
    line.say(asks);
    await page.locator(".spot > .speak-choice").waitFor();
    assert.equal(
      await page.locator(".voice >> text=Say it").count(),
      1,
      "the nudge is offered still",
    );
    assert.equal(await page.locator(".speak-choice").count(), 1);
  },
  {
    box: {
      env: { ...ON.env, SILENCE_NUDGE_S: "3", BARGE_IN_RMS_THRESHOLD: "0.5" },
      phrases: { disclosure: "Hello, I am Alba. May I listen?" },
    },
  },
);

browserTest("[DW3] a choice whose question has left the agenda is still offered", async (visit) => {
  const { page } = visit;
  const line = await begin(visit);
  line.say(toggled("on"));
  line.say({
    type: "speak_confirm",
    ref: { agenda: { version: 999, index: 0 } },
    queued_text: NEXT,
  });
  await page.waitForSelector(".auto-strip > .speak-choice");
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page);
}, { box: ON });

browserTest("[QF7] Handover is offered while Alba listens, by keyboard, too", async (visit) => {
  const { page } = visit;
  const line = await begin(visit);
  const handover = page.locator(".auto-handover");
  assert.ok(await handover.isDisabled());
  line.say(toggled("on"));
  line.say(phase("GOLDEN"));
  await until("Handover is offered", () => handover.isEnabled());
  await tabTo(page, "Handover");
  await page.keyboard.press("Enter");
  assert.equal(saidOf(line, "auto_handover").length, 1);
  line.say(phase("HANDOVER"));
  await until("Handover is done", () => handover.isDisabled());
}, { box: ON });

const speak = (name: string): ServerMessage => ({
  type: "auto_speak",
  utterance_id: `${AUTO_UTTERANCE}${name}`,
  ref: { phrase: "go_on" },
  text: "Go on.",
  url: "/phrases/go_on.wav",
  duration_s: 1,
  keeps_span: false,
});

browserTest(
  "[SP10, TT1] in a real browser: quiet is reported, Alba's own words are played into it and not into sound",
  async (visit) => {
    const { page } = visit;
    const line = await begin(visit);
    const deaf = { ...VIEW_OFF.config, floor: 1 };
    line.say({ ...toggled("on"), config: deaf } as ServerMessage);
    await until("quiet is reported", () => saidOf(line, "quiet").length >= 2);
    const report = saidOf(line, "quiet").at(-1);
    assert.ok(report !== undefined && report.quiet_s >= 0.7 && report.trace.length >= 7);
    line.say(speak("one"));
    await until(
      "it was played to its end",
      () => saidOf(line, "speak_ended").some(({ reason }) => reason === "completed"),
    );
    assert.equal(saidOf(line, "speak_started").length, 1);
    await until("quiet since the playback is reported", () => {
      const newest = saidOf(line, "quiet").at(-1);
      return newest?.since === "playback" && newest.span === (report.span ?? NaN) + 1;
    });
    line.say({ ...toggled("on"), config: { ...deaf, floor: 0 } } as ServerMessage);
    await until("the room is heard", () => saidOf(line, "quiet").at(-1)?.quiet_s === 0);
    line.say(speak("two"));
    await until(
      "it was declined",
      () => saidOf(line, "speak_ended").some(({ reason }) => reason === "politeness_abort"),
    );
    assert.equal(typeof saidOf(line, "speak_ended").at(-1)?.rms, "number");
    assert.equal(saidOf(line, "speak_started").length, 1, "nothing of it was played");
    await page.waitForSelector("text=Auto: on");
  },
  { box: ON },
);

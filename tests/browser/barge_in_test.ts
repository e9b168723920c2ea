import assert from "node:assert/strict";
import { assertAccessible } from "./accessibility.ts";
import { ON } from "./auto_visit.ts";
import { browserTest, recordConsultation, until } from "./browser_test_case.ts";
import { ROOM, speak, utterances } from "./quiet_room.ts";
import { scriptedEars } from "./scripted_ears.ts";

/** How long the fake voice takes for the disclosure of these tests, ms. */
const DISCLOSURE_MS = 5_000;
const phrases = { disclosure: "a".repeat(DISCLOSURE_MS / 1000 * 18) };
const ears = scriptedEars(["Wait, doctor."]);

for (
  const [name, env, reason] of [
    ["whoever speaks over Alba silences her", { BARGE_IN_ENABLED: "true" }, "barge_in"],
    ["as it ships she goes on to her end", {}, "completed"],
  ] as const
) {
  browserTest(
    `[DW4, RE1] with the real service, loudspeaker and microphone: ${name}`,
    async (visit) => {
      const { box, page } = visit;
      await recordConsultation(visit);
      await page.click("text=Disclosure: introduce Alba");
      const newest = () => utterances(visit)[0];
      await until("Alba is heard", () => (newest()?.startSample ?? null) !== null);
      await speak(visit, true);
      await until("she is silent", () => (newest()?.endReason ?? null) !== null);
      const cut = newest();
      assert.equal(cut?.endReason, reason);
      const heardMs = ((cut.endSample ?? 0) - (cut.startSample ?? 0)) / 16;
      const [consultation] = box.services.record.consultations.list({ limit: 1 });
      const rows = box.services.record.audit.list(consultation!.id)
        .filter(({ kind }) => kind === "speech.barge_in");
      if (reason === "completed") return assert.deepEqual(rows, []);
      assert.ok(heardMs > 0 && heardMs < DISCLOSURE_MS / 2, `${heardMs} ms`);
      const [{ detail } = { detail: {} }] = rows;
      assert.ok("rms" in detail && Number(detail["rms"]) > box.config.BARGE_IN_RMS_THRESHOLD);
    },
    { box: { env: { ...ON.env, ...env }, ears, phrases }, init: ROOM },
  );
}

browserTest(
  "[DW4, EN3] with the real service: a disclosure that somebody speaks over is said again once they are silent, and the run begins",
  async (visit) => {
    const { page } = visit;
    await recordConsultation(visit);
    await page.click(".auto-strip >> text=Auto: off");
    const ends = () => utterances(visit).map(({ endReason }) => endReason);
    await until("Alba is heard", () => (utterances(visit)[0]?.startSample ?? null) !== null);
    await speak(visit, true);
    await until("she is silent", () => ends()[0] === "barge_in");
    await speak(visit, false);
    await until("the invitation is over", () => ends().length >= 3 && !ends().includes(null));
    assert.deepEqual(ends(), ["barge_in", "completed", "completed"]);
    await page.click("dialog >> text=Back");
    await page.waitForSelector(".auto-phase >> text=Golden minutes");
  },
  {
    box: { env: { ...ON.env, BARGE_IN_ENABLED: "true" }, ears: scriptedEars(["Wait."]), phrases },
    init: ROOM,
  },
);

browserTest(
  "[DW4, TR6] the sound check says whether barge-in would hear Alba herself, then and later",
  async (visit) => {
    const { box, page } = visit;
    // The browser's own microphone beeps louder than the threshold, during Alba's playback, too.
    const words = page.locator("p", { hasText: "barge-in would hear Alba herself" });
    await page.goto(`${box.origin}/sound-check`);
    await page.click("text=Start the sound check");
    await page.waitForSelector("text=What Alba heard");
    assert.match(await words.textContent() ?? "", /against 0\.020\): leave it off\.$/);
    await assertAccessible(page);
    await page.reload();
    await page.waitForSelector("text=The check before");
    assert.match(await words.textContent() ?? "", /leave it off\.$/);
  },
  { box: ON },
);

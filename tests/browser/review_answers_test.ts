import assert from "node:assert/strict";
import { fakeSpeakers } from "@/lib/engines/speakers/fake_speakers.ts";
import type { SpeakerEngine } from "@/lib/engines/speakers/speaker_encoder.ts";
import { assertAccessible } from "./accessibility.ts";
import { browserTest, until, type Visit } from "./browser_test_case.ts";
import { reviewRecord } from "./review_record.ts";

/** Posts a form of the review as the page would, and answers the status. */
async function post({ box, page }: Visit, path: string, form: Record<string, string>) {
  await page.request.get(box.origin);
  const answer = await page.request.post(`${box.origin}/consultations/${path}`, {
    ...{ form, headers: { origin: box.origin }, maxRedirects: 0 },
  });
  return answer.status();
}

/** Voices that are listened to only while `hold` is settled. */
const slow = heldSpeakers();

function heldSpeakers(): { readonly engine: SpeakerEngine; hold: Promise<void> } {
  const { engine } = fakeSpeakers();
  assert.ok(engine.available);
  const held = {
    hold: Promise.resolve(),
    engine: {
      ...engine,
      open() {
        const encoder = engine.open();
        return {
          ...encoder,
          async embed(...given: Parameters<typeof encoder.embed>) {
            await held.hold;
            return await encoder.embed(...given);
          },
        };
      },
    },
  };
  return held;
}

browserTest("[FI1, SE4] only 1 to 8 people or Skip is an answer to “Who spoke?”", async (visit) => {
  const { record } = visit.box.services;
  const id = reviewRecord(record);
  for (const speakers of ["0", "9", "-1", "2.5", "two", "", "08", " 2", "1e0"]) {
    assert.equal(await post(visit, `${id}/speakers`, { speakers }), 422, speakers);
  }
  assert.equal(await post(visit, `${id}/speakers`, {}), 422);
  assert.equal(await post(visit, "01ARZ3NDEKTSV4RRFFQ69G5FAV/speakers", { speakers: "2" }), 404);
  assert.equal(record.consultations.get(id)?.speakersAnsweredWallMs, null);
  assert.equal(await post(visit, `${id}/speakers`, { speakers: "8" }), 303);
  assert.equal(record.consultations.get(id)?.speakers, 8);
  assert.equal(await post(visit, `${id}/speakers`, { speakers: "skip" }), 303);
  assert.equal(record.consultations.get(id)?.speakers, null);
});

browserTest("[FI4] an approved record takes no other answer", async (visit) => {
  const { record } = visit.box.services;
  const id = reviewRecord(record, { answer: 2 });
  assert.equal(await post(visit, `${id}/approve`, {}), 303);
  assert.equal(await post(visit, `${id}/speakers`, { speakers: "3" }), 409);
  assert.equal(record.consultations.get(id)?.speakers, 2);
});

browserTest(
  "[FI1, FI4] a changed answer tells the speakers apart anew, and approval waits for it",
  async (visit) => {
    const { box, page } = visit;
    const { record, finaliser } = box.services;
    const id = reviewRecord(record, { answer: 2, findings: [] });
    await page.goto(`${box.origin}/consultations/${id}`);
    await page.click("summary:has-text('Who spoke: Doctor and patient')");
    await page.click("button:text-is('Only the doctor')");
    await page.waitForSelector("summary:has-text('Who spoke: Only the doctor')");
    await page.waitForSelector(".review-lines >> text=Doctor: It does not");
    await until("the work is over", () => finaliser.state(id) === null);
    assert.ok(record.turns.list(id).every(({ roleGuessed }) => !roleGuessed));
    const { promise, resolve } = Promise.withResolvers<void>();
    slow.hold = promise;
    finaliser.redeclare(id, 2);
    assert.equal(await post(visit, `${id}/approve`, {}), 409);
    resolve();
    await until("the work is over again", () => finaliser.state(id) === null);
    assert.equal(await post(visit, `${id}/approve`, {}), 303);
  },
  { box: { speakers: slow.engine } },
);

browserTest(
  "[FI1, FI3] what is urgent stays in sight while the record is being finished, above the wait",
  async ({ box, page }) => {
    const id = reviewRecord(box.services.record, { state: "finalising", alarm: true });
    await box.restart();
    await page.goto(`${box.origin}/consultations/${id}`);
    const urgent = page.locator("[aria-labelledby=urgent-review]");
    assert.match(await urgent.textContent() ?? "", /Check potassium today.*Ramipril, ten/s);
    assert.match(await urgent.textContent() ?? "", /Not seen by anybody yet/);
    assert.equal(await urgent.locator("button").count(), 0, "it cannot be marked yet");
    const top = (selector: string) =>
      page.locator(selector).evaluate((at) => at.getBoundingClientRect().top);
    assert.ok(await top("#urgent-review") < await top("#who-spoke"));
    await assertAccessible(page);
    await page.click("button:text-is('Doctor and patient')");
    await page.waitForSelector("text=Ready to read");
    await page.waitForSelector("button:text-is('I have seen this')");
  },
  { box: { speakers: fakeSpeakers().engine, env: { SPEAKER_DECLARATION_WAIT_S: "120" } } },
);

browserTest(
  "[FI3, UR8] the review's answer to an alarm stands below its words, also on a low screen",
  async ({ box, page }) => {
    await page.setViewportSize({ width: 360, height: 480 });
    const id = reviewRecord(box.services.record, { alarm: true });
    await page.goto(`${box.origin}/consultations/${id}`);
    const words = await page.locator(".urgent-open ul").boundingBox();
    const seen = await page.locator("button:text-is('I have seen this')").boundingBox();
    assert.ok(words !== null && seen !== null);
    assert.ok(seen.y >= words.y + words.height, "it hides what it answers for");
  },
);

browserTest("[FI1, FI3, FI4] a review from question to approval without a mouse", async (visit) => {
  const { box, page } = visit;
  const id = reviewRecord(box.services.record, { alarm: true, findings: [] });
  await page.goto(`${box.origin}/consultations/${id}`);
  for (const name of ["I have seen this", "Doctor and patient", "Approve this record"]) {
    await until(`the focus is on ${name}`, async () => {
      await page.keyboard.press("Tab");
      // The page shows itself anew when finishing is over, also between two keys.
      return await page.evaluate(
        (wanted) => document.activeElement?.textContent === wanted,
        name,
      ).catch(() => false);
    });
    await page.keyboard.press("Enter");
    await page.waitForSelector(`button:text-is("${name}")`, { state: "hidden" });
  }
  await page.waitForSelector("text=The record is approved and locked.");
  assert.equal(box.services.record.consultations.get(id)?.state, "approved");
});

browserTest("[FI4] where nothing was recorded nobody is asked who spoke", async (visit) => {
  const { box, page } = visit;
  const { record } = box.services;
  const clinician = record.clinicians.ensureOwner("Smith").id;
  const room = record.rooms.list()[0]?.id;
  assert.ok(room !== undefined);
  const created = record.consultations.create({ room, clinician, ears: "typed", voice: "browser" });
  assert.ok(created.ok);
  const { id } = created.consultation;
  for (const to of ["stopping", "finalising", "review"] as const) {
    record.consultations.transition(id, { to, reason: "test" });
  }
  await page.goto(`${box.origin}/consultations/${id}`);
  await page.waitForSelector("text=No sound was recorded and nothing was typed.");
  assert.equal(await page.locator("text=Who spoke").count(), 0);
  await page.click("button:text-is('Approve this record')");
  await page.waitForSelector("text=The record is approved and locked.");
});

import assert from "node:assert/strict";
import { assertAccessible } from "./accessibility.ts";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";

const PIN = "274916";

/** Everybody signs in on this box, and its owner has done so in this browser. */
async function signIn({ box, context, page }: Visit): Promise<void> {
  const { people } = box.services;
  const owner = people.owner();
  assert.ok((await people.setPin(owner.id, PIN, owner)).ok);
  await page.goto(`${box.origin}/login`);
  const answer = await context.request.post(`${box.origin}/login`, {
    headers: { origin: box.origin },
    form: { person: owner.id, pin: PIN, next: "/" },
  });
  assert.equal(answer.status(), 200);
}

browserTest(
  "[SE8] after signing out the page that watches shows nothing of the patient; the other records on",
  async (visit) => {
    const { box, context, page, newPage } = visit;
    await signIn(visit);
    await recordConsultation(visit);
    await page.locator(".live-transcript >> text=I have had a cough").waitFor();
    const watching = await newPage();
    await watching.goto(page.url());
    await waitForNotice(watching, "You are watching");
    await watching.locator(".live-transcript >> text=I have had a cough").waitFor();

    await context.request.post(`${box.origin}/logout`, { headers: { origin: box.origin } });
    await waitForNotice(watching, "You have been signed out");
    assert.doesNotMatch(await watching.locator("main").innerText(), /cough/);
    await assertAccessible(watching);

    await page.locator("text=Recording goes on").first().waitFor();
    await waitForNotice(page, RECORDING);
    const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(id !== undefined);
    const position = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
    const then = position();
    await until("a second more is recorded", () => position() >= then + 16_000);

    await watching.click("text=Sign in");
    await watching.waitForURL(/\/login\?next=/);
  },
);

browserTest(
  "[CO5, SE8] a page that loses its line after its sign-in has ended says so, and goes on once somebody signs in",
  async (visit) => {
    const { box, context, page } = visit;
    await signIn(visit);
    await recordConsultation(visit);
    await context.request.post(`${box.origin}/logout`, { headers: { origin: box.origin } });
    await page.locator("text=Recording goes on").first().waitFor();
    await box.restart();
    await waitForNotice(page, "Your sign-in has ended");
    await assertAccessible(page);

    const opened = context.waitForEvent("page");
    await page.click(".live-notice >> text=Sign in");
    const other = await opened;
    await other.waitForURL(/\/login/);
    const owner = box.services.people.owner();
    const form = { person: owner.id, pin: PIN, next: "/" };
    const headers = { origin: box.origin };
    const answer = await context.request.post(`${box.origin}/login`, { headers, form });
    assert.equal(answer.status(), 200);
    await waitForNotice(page, RECORDING);
    const [{ id } = { id: undefined }] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(id !== undefined);
    const position = () => box.services.rooms.session(id)?.state.capture.position ?? 0;
    const then = position();
    await until("a second more is recorded", () => position() >= then + 16_000);
  },
  { expected: /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/ },
);

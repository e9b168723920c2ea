import assert from "node:assert/strict";
import { assertAccessible, assertFits } from "./accessibility.ts";
import {
  browserTest,
  recordConsultation,
  RECORDING,
  until,
  type Visit,
  waitForNotice,
} from "./browser_test_case.ts";
import { screenshot } from "./screenshot.ts";
import { watchShifts } from "./watch_shifts.ts";

const SIZES = [
  { name: "360", width: 360, height: 740 },
  { name: "1280", width: 1280, height: 800 },
] as const;

/** Enough to see the dark colours in the documents without doubling their weight. */
const SHOWN_DARK = new Set(["home-list", "live", "consultation"]);

/** Looks at the page small and light, then large and dark, as a person and as axe-core would. */
async function look({ page }: Visit, name: string): Promise<void> {
  for (const { name: size, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "dark" });
    if (size === "1280") await assertAccessible(page);
    if (SHOWN_DARK.has(name)) await screenshot(page, `${name}-${size}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    if (size === "360") await assertAccessible(page);
    await screenshot(page, `${name}-${size}-light`);
    await assertFits(page);
  }
}

for (const name of ["home", "sound-check", "settings", "help"]) {
  browserTest(`[CO2] the page ${name} is accessible, fits, and breaks no policy`, async (visit) => {
    const { box, page } = visit;
    await page.goto(`${box.origin}/${name === "home" ? "" : name}`);
    await look(visit, name);
  });
}

browserTest("[CO2] a page that does not exist says so and leads on", async (visit) => {
  const { box, page } = visit;
  const answer = await page.goto(`${box.origin}/consultations/nothing-of-ours`);
  assert.equal(answer?.status(), 404);
  await look(visit, "not-found");
  await page.click("text=All consultations");
  await page.waitForSelector("text=Start consultation");
}, { expected: /404/ });

browserTest(
  "[CO2] the list finds a consultation by its reference and by what was said",
  async (visit) => {
    const { box, page } = visit;
    await page.goto(box.origin);
    await page.fill("#reference", "MRN 4711");
    await startConsultationHere(visit);
    await page.waitForSelector("text=yellow phlegm");
    await page.click("text=Stop");
    await page.waitForSelector("text=Ready to read");
    await page.goto(box.origin);
    await page.waitForSelector(".consultations >> text=MRN 4711");
    await look(visit, "home-list");
    for (
      const [search, found] of [["phlegm", 1], ["4712", 0], ["mrn", 1], ["<>'\"", 0]] as const
    ) {
      await page.fill("#q", search);
      await page.click("button:text-is('Search')");
      await page.waitForURL((url) => url.searchParams.get("q") === search);
      assert.equal(await page.locator(".consultations li").count(), found, search);
    }
  },
);

async function startConsultationHere({ page }: Visit): Promise<void> {
  await page.click("text=Start consultation");
  await waitForNotice(page, RECORDING);
}

browserTest("[TR1] the live page and the finished one are accessible and fit", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  await page.waitForSelector(".live-transcript >> text=on the stairs");
  await page.click("text=Disclosure: introduce Alba");
  await page.waitForSelector("text=Alba is speaking");
  await look(visit, "live");
  await page.keyboard.press("Escape");
  await page.waitForSelector("text=Alba is silent.");
  await page.click("text=Stop");
  await page.waitForSelector("text=Ready to read");
  await look(visit, "consultation");
});

browserTest("[SE2] the login is accessible, says what is wrong and leads back", async (visit) => {
  const { box, page } = visit;
  await page.goto(`${box.origin}/settings`);
  await page.waitForURL(/\/login\?next=/);
  await page.fill("#passphrase", "wrong");
  await page.click("button:text-is('Sign in')");
  await page.waitForSelector("text=That is not the passphrase");
  await look(visit, "login");
  await page.fill("#passphrase", "correct horse");
  await page.click("button:text-is('Sign in')");
  await page.waitForURL(/\/settings$/);
  const secret = await page.locator("[aria-labelledby=setting-OWNER_PASSPHRASE]").textContent();
  assert.match(secret ?? "", /set \(hidden\)/);
  assert.ok(!(await page.content()).includes("correct horse"));
  await page.click("text=Sign out");
  await page.waitForURL(/\/login/);
}, { box: { env: { OWNER_PASSPHRASE: "correct horse" } }, expected: /403/ });

browserTest(
  "[OP6] the settings page shows every setting, its default and its guesses",
  async ({ box, page }) => {
    await page.goto(`${box.origin}/settings`);
    assert.equal(await page.locator(".setting").count(), Object.keys(box.config).length);
    const nudge = page.locator("[aria-labelledby=setting-SILENCE_NUDGE_S]");
    assert.match(await nudge.textContent() ?? "", /Uncalibrated guess/);
  },
);

browserTest("[TR3] text that arrives moves nothing else on the page", async (visit) => {
  const { page } = visit;
  await recordConsultation(visit);
  const shifts = await watchShifts(visit);
  const lines = page.locator(".live-transcript li");
  const before = await lines.count();
  await until("five more lines came", async () => await lines.count() >= before + 5);
  assert.deepEqual(await shifts(), []);
});

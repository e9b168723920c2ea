import assert from "node:assert/strict";
import { assertAccessible, assertFits } from "@/tests/browser/accessibility.ts";
import { browserTest, type Visit } from "@/tests/browser/browser_test_case.ts";
import { screenshot } from "@/tests/browser/screenshot.ts";

/** Looks at the page as a small tablet and as a PC, in both colours. */
async function look({ page }: Visit, name: string): Promise<void> {
  for (const [size, width, height] of [["360", 360, 740], ["1280", 1280, 800]] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page);
    }
    await assertFits(page);
    await screenshot(page, `${name}-${size}-light`);
  }
}

async function setOwnPin(page: Visit["page"], pin: string): Promise<void> {
  const own = page.locator("section.person", { hasText: "(you)" });
  await own.locator("input[name=pin]").fill(pin);
  await own.getByRole("button", { name: /^(Set|Change) PIN$/ }).click();
}

browserTest(
  "[CO7] the first PIN, another person, signing in by touch, and signing out everywhere",
  async (visit) => {
    const { box, page } = visit;
    await page.goto(`${box.origin}/people`);
    await page.waitForSelector("text=Nobody is asked for a PIN on this box");
    await look(visit, "people-first");
    await page.fill("#new-name", "Wu");
    await page.fill("#new-pin", "591837");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForSelector("text=Set an owner's PIN first");
    await setOwnPin(page, "123456");
    await page.waitForSelector("text=one of the first that anybody would try");
    await setOwnPin(page, "274916");
    await page.waitForSelector("text=The PIN is in force");
    await page.fill("#new-name", "Wu");
    await page.fill("#new-pin", "591837");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForSelector("text=The person was added");
    await look(visit, "people");

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/login$/);
    await page.getByLabel("Wu").check();
    for (const digit of "59183") {
      await page.locator(".pin-pad").getByText(digit, { exact: true }).click();
    }
    await page.locator(".pin-pad").getByText("9", { exact: true }).click();
    await page.getByLabel("Delete the last digit").click();
    await page.locator(".pin-pad").getByText("7", { exact: true }).click();
    await look(visit, "sign-in");
    await page.locator("form").getByRole("button", { name: "Sign in" }).click();
    await page.waitForSelector("text=Start consultation");
    assert.match(await page.locator(".site-room").textContent() ?? "", /^Wu · /);
    assert.equal(await page.getByRole("link", { name: "People" }).count(), 0);
    assert.equal((await page.goto(`${box.origin}/people`))?.status(), 403);
    await page.waitForSelector("text=Only an owner of this box may do that");
  },
  { expected: /403|409/ },
);

browserTest(
  "[CO7] signing in works with the keyboard alone, and a wrong PIN says so",
  async ({ box, page }) => {
    const { people } = box.services;
    await people.setPin(people.owner().id, "274916", people.owner());
    await page.goto(`${box.origin}/settings`);
    await page.waitForURL(/\/login\?next=/);
    await page.keyboard.press("Tab");
    await page.locator("input[name=person]").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("111222");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=That is not the PIN of this person");
    await page.locator("#pin").focus();
    await page.keyboard.type("274916");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings$/);
  },
  { expected: /403/ },
);

browserTest(
  "[SE1] the page about trusting the box is readable by anybody, signed in or not",
  async (visit) => {
    const { box, page } = visit;
    await page.goto(`${box.origin}/certificate`);
    await page.waitForSelector("text=This box answers only to itself");
    await look(visit, "certificate");
  },
);

browserTest(
  "[SE7] a box whose words go elsewhere says so on every page, the live one too",
  async (visit) => {
    const { box, page } = visit;
    const words = "Patients' words leave this box and go to stt.example.org.";
    for (const path of ["", "settings", "help", "sound-check", "people", "nowhere"]) {
      await page.goto(`${box.origin}/${path}`);
      assert.equal(await page.locator(".remote-words").textContent(), words, path);
    }
    await look(visit, "remote-banner");
    await page.goto(box.origin);
    await page.click("text=Start consultation");
    await page.waitForURL(/\/consultations\//);
    assert.equal(await page.locator(".remote-words").textContent(), words);
    await page.goto(`${box.origin}/help`);
    assert.doesNotMatch(await page.content(), /Everything stays on this box\./);
  },
  {
    box: {
      env: {
        STT_ENGINE: "openai",
        STT_URL: "https://stt.example.org/v1",
        ALLOW_REMOTE_ENGINES: "true",
        CDS_ENGINE: "rules",
      },
    },
    expected: /404/,
  },
);

browserTest(
  "[CO4] a consultation is re-attached and deleted from its page, after the word is typed",
  async (visit) => {
    const { box, page } = visit;
    await page.goto(box.origin);
    await page.fill("#reference", "MRN 4711");
    await page.click("text=Start consultation");
    await page.waitForSelector("text=yellow phlegm");
    await page.click("text=Stop");
    await page.waitForSelector("text=Wrong patient?");
    await page.click("text=Wrong patient?");
    await page.fill("#new-reference", "MRN 4712");
    await page.click("text=Change the reference");
    await page.waitForSelector("h1:has-text('MRN 4712')");
    await page.click("summary:has-text('Delete this consultation')");
    await page.fill("#confirm", "yes");
    await page.click("text=Delete for good");
    await page.waitForSelector("text=Nothing was deleted");
    await page.goBack();
    await page.click("summary:has-text('Delete this consultation')");
    await page.fill("#confirm", "Delete");
    await page.click("text=Delete for good");
    await page.waitForSelector("text=The words and the sound of this consultation were deleted");
    assert.doesNotMatch(await page.content(), /phlegm|4712/);
    const [row] = box.services.record.consultations.list({ limit: 1 });
    assert.ok(row?.purgedWallMs !== null);
  },
  { expected: /422/ },
);

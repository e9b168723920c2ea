import type { Page } from "playwright-core";

const FOLDER = new URL("../../docs/screenshots/", import.meta.url);

/** Set when the README's pictures are to be made anew; a plain test run leaves them alone. */
const WANTED = Deno.env.get("SCREENSHOTS") === "true";

/** Keeps a picture of the page as it is now, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!WANTED) return;
  const path = new URL(`${name}.png`, FOLDER).pathname;
  await page.screenshot({ path });
}

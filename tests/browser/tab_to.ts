import type { Page } from "playwright-core";
import { until } from "./browser_test_case.ts";

/** Presses Tab until the focus is on a control of this name, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  await until(`the focus is on ${name}`, async () => {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const hasLabel = element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement;
      // A region that takes the focus to be scrolled is not the controls in it.
      const heading = document.getElementById(element?.getAttribute("aria-labelledby") ?? "");
      const label = hasLabel ? element.labels?.[0]?.textContent : heading?.textContent;
      return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    return typeof name === "string" ? focused.includes(name) : name.test(focused);
  });
}

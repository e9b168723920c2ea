import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails on anything axe-core finds on the page; injected past the page's own script policy. */
export async function assertAccessible(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe.source });
  const { result } = await session.send("Runtime.evaluate", {
    expression: "axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.stringify(" +
      "r.violations.map(({ id, help, nodes }) => ({ id, help, nodes }))))",
    awaitPromise: true,
  });
  await session.detach();
  const violations = JSON.parse(String(result.value)) as readonly Violation[];
  const words = violations.map(({ id, help, nodes }) =>
    `${id}: ${help}\n${
      nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")
    }`
  );
  assert.deepEqual(words, [], page.url());
}

/** Fails when the page is wider than its window, or when a control is smaller than a fingertip. */
export async function assertFits(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  assert.ok(tooWide <= 0, `${page.url()} is ${tooWide} px too wide`);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll(
      "button, select, input:not([type=radio]):not([type=hidden]), nav a, .button, summary, label:has(input)",
    )]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().height < 44)
      .filter((element) => !element.closest(".visually-hidden"))
      .filter((element) =>
        element.closest("details:not([open])") === null || element.matches("summary")
      )
      .map((element) => element.outerHTML.slice(0, 120))
  );
  assert.deepEqual(small, [], page.url());
}

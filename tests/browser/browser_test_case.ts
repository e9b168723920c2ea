import assert from "node:assert/strict";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { hasChromium, openBrowser } from "./open_browser.ts";
import { type Box, type BoxOptions, startBox } from "./start_box.ts";

const ignore = !await hasChromium();
let browser: Browser | null = null;

/** Long enough for a loaded machine; every wait is on a condition, so passing tests do not wait. */
const DEADLINE_MS = 20_000;

export interface Visit {
  readonly box: Box;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Another page of the same browser profile, watched like the first. */
  newPage(): Promise<Page>;
  /** Console errors, page errors and policy violations since the test began. */
  readonly problems: string[];
}

export interface VisitOptions {
  readonly box?: BoxOptions;
  readonly context?: BrowserContextOptions;
  /** Runs in the page before anything else does. */
  readonly init?: string;
  /** Console lines that belong to the test, such as the 404 it asks for. */
  readonly expected?: RegExp;
}

/**
 * A test in a real Chromium against a box of its own. It fails on any console error, page error or
 * policy violation that it did not expect.
 */
export function browserTest(
  name: string,
  run: (visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): void {
  Deno.test({
    name,
    ignore,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      browser ??= await openBrowser();
      await using box = await startBox(options.box);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...options.context,
      });
      context.setDefaultTimeout(DEADLINE_MS);
      if (options.init !== undefined) await context.addInitScript(options.init);
      const problems: string[] = [];
      const newPage = async () => {
        const page = await context.newPage();
        watch(page, problems, options.expected);
        return page;
      };
      try {
        await run({ box, context, page: await newPage(), newPage, problems });
        assert.deepEqual(problems, []);
      } finally {
        await context.close();
      }
    },
  });
}

Deno.test.afterAll(async () => {
  await browser?.close();
  browser = null;
});

function watch(page: Page, problems: string[], expected: RegExp | undefined): void {
  const note = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(message.text());
  });
  page.on("pageerror", (error) => note(error.message));
}

/** Waits until `check` holds, looking again and again up to a deadline. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!await check()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens the home page and starts a consultation by its button. */
export async function startConsultation({ box, page }: Visit): Promise<void> {
  await page.goto(box.origin);
  await page.click("text=Start consultation");
  await page.waitForURL(/\/consultations\/[0-9A-Z]{26}$/);
}

/** The live page's one sentence while nothing is amiss. */
export const RECORDING = "Recording and listening";

/** Starts a consultation and waits until it is recorded and listened to. */
export async function recordConsultation(visit: Visit): Promise<void> {
  await startConsultation(visit);
  await waitForNotice(visit.page, RECORDING);
}

/** Waits for the title of the live page's one sentence. */
export async function waitForNotice(page: Page, title: string | RegExp): Promise<void> {
  await page.locator(".live-notice > div > p:first-child", { hasText: title }).waitFor();
}

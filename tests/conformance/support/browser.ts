import { type App } from "fresh";
import { type Browser, chromium, type Page } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";

/** How long a condition may take to come true, in milliseconds, on a machine under load. */
const DEADLINE_MS = 20_000;

/** A browser test: the page, the server's address, and the errors the page has reported so far. */
export interface Visit {
  page: Page;
  origin: string;
  problems: string[];
}

/** Whether the browser is there; the reason is printed when it is not, and the tests are skipped. */
export async function hasBrowser(): Promise<boolean> {
  const found = await Deno.stat(CHROMIUM).then(({ isFile }) => isFile, () => false);
  if (!found) console.log(`Browser tests are skipped: there is no ${CHROMIUM}`);
  return found;
}

/** Serves an app and opens a page on it, both gone when the test is. */
export async function visiting<State>(
  app: App<State>,
  run: (visit: Visit) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ port: 0, onListen: () => {} }, app.handler());
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    const page = await browser.newPage();
    page.setDefaultTimeout(DEADLINE_MS);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      // Chromium asks for a favicon of its own accord; its 404 is not the page's doing.
      const favicon = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !favicon) problems.push(message.text());
    });
    await run({ page, origin: `http://localhost:${server.addr.port}`, problems });
  } finally {
    await browser?.close();
    await server.shutdown();
  }
}

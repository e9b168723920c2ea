import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { recordPaths } from "@/lib/record/paths.ts";
import { startTemporaryBox } from "@/tasks/temporary_box.ts";
import { openBrowser } from "../browser/open_browser.ts";
import { removeFolder } from "@/tests/remove_folder.ts";

/** Real engines on a machine that has other work too; every wait ends with its condition. */
const DEADLINE_MS = 300_000;
const POLL_MS = 50;

/** What the page shows of an alarm. */
export interface ShownAlarm {
  readonly action: string;
  readonly quote: string | null;
  readonly found: boolean;
  readonly source: string;
}

/** A live consultation in a real browser, on the real service with real engines. */
export interface LivePage extends AsyncDisposable {
  readonly page: Page;
  /** Console errors and page errors since the page was opened. */
  readonly problems: readonly string[];
  /** Rows of the service's record, read beside it. */
  rows(sql: string): readonly Record<string, unknown>[];
  /** What stands in the banner now. */
  alarms(): Promise<ShownAlarm[]>;
  /** The questions that are worth asking, as the page shows them now. */
  questions(): Promise<string[]>;
  /** Waits for words in the page's line about who decides. */
  deciding(words: string | RegExp): Promise<void>;
}

export interface LivePageOptions {
  /** A folder as setup makes it. */
  readonly engines: string;
  /** What the microphone hears, once. */
  readonly wav: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Runs in the page before anything else does. */
  readonly init?: string;
}

/** Starts service and browser and begins a consultation; resolves when it records. */
export async function openLivePage(options: LivePageOptions): Promise<LivePage> {
  await using opening = new AsyncDisposableStack();
  const dataDir = await Deno.makeTempDir({ prefix: "alba-live-" });
  opening.defer(() => removeFolder(dataDir));
  const settings = { ...options.settings, ALBA_ENGINES_DIR: options.engines, OWNER_PASSPHRASE: "" };
  const started = await startTemporaryBox(dataDir, settings);
  assert.ok(started.ok, started.ok ? "" : started.words);
  opening.defer(() => started.box.end("SIGTERM").then(() => {}));
  const browser = await openBrowser(`${options.wav}%noloop`);
  opening.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(DEADLINE_MS);
  const problems = watched(page);
  if (options.init !== undefined) await page.addInitScript(options.init);
  await page.goto(started.box.url);
  // Ears that are still starting would hear the first words late, all at once.
  await until("the ears are ready", async () => {
    await page.reload();
    return /is ready$/.test(await page.locator(".engines dd").first().innerText());
  });
  await page.click("text=Start consultation");
  await page.locator(".live-notice", { hasText: /^(Recording|Catching up)/ }).waitFor();
  const record = new DatabaseSync(recordPaths(dataDir).database, { readOnly: true });
  opening.defer(() => record.close());
  const opened = opening.move();
  return livePage({ page, problems, record, end: () => opened.disposeAsync() });
}

function watched(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

function livePage({ end, page, problems, record }: {
  readonly page: Page;
  readonly problems: string[];
  readonly record: DatabaseSync;
  readonly end: () => Promise<void>;
}): LivePage {
  return {
    page,
    problems,
    rows: (sql) => record.prepare(sql).all(),
    alarms: () => page.locator(".urgent-open li").evaluateAll(readAlarms),
    questions: () =>
      page.locator(".agenda-question > span:first-child").evaluateAll((all) =>
        all.map(({ textContent }) => (textContent ?? "").replace(/^Urgent: /, ""))
      ),
    deciding: (words) =>
      page.locator(".engines div", { hasText: "Deciding" }).locator("dd", { hasText: words })
        .waitFor(),
    [Symbol.asyncDispose]: end,
  };
}

/** Runs in the page. */
function readAlarms(items: Element[]): ShownAlarm[] {
  return items.map((item) => {
    const quote = item.querySelector(".urgent-quote");
    const who = quote?.querySelector("span")?.textContent?.trim();
    return {
      action: item.querySelector(".urgent-action")?.textContent ?? "",
      quote: [...item.querySelectorAll("q")].at(-1)?.textContent ?? null,
      found: !/^(Not found|No words)/.test(quote?.textContent ?? "No words"),
      source: who ?? "",
    };
  });
}

/** Waits until `check` holds, looking again and again up to a deadline. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!await check()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

import assert from "node:assert/strict";
import { App, csp, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import type { State } from "./fixtures/site/state.ts";
import { hasBrowser, visiting } from "./support/browser.ts";
import { SITE } from "./support/site.ts";

const ignore = !await hasBrowser();
const applySnapshot = await new Builder({ root: SITE }).build({ snapshot: "memory" });

/** The site under the strictest policy the app itself would use. */
function strictSite(): App<State> {
  const app = new App<State>().use(staticFiles()).use(csp({ useNonce: true })).fsRoutes();
  applySnapshot(app);
  return app;
}

Deno.test({
  name: "[2.4] islands come alive under a nonce policy, and one signal stays one in two of them",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      await page.goto(origin);
      await page.waitForSelector("#first.ready");
      await page.waitForSelector("#second.ready");
      await page.click("#first button");
      await page.waitForSelector("#second output:text-is('4')");
      await page.click("#second button");
      await page.waitForSelector("#first output:text-is('5')");
      assert.deepEqual(problems, []);
    }),
});

Deno.test({
  name: "[2.4] every kind of prop arrives as it was sent",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      await page.goto(`${origin}/desk`);
      await page.waitForSelector("#values[data-report]:not([data-report=''])");
      assert.equal(await page.getAttribute("#values", "data-report"), "all well");
      assert.equal(await page.textContent("#note"), "</SCRIPT><B>BE QUIET</B>");
      assert.deepEqual(problems, []);
    }),
});

Deno.test({
  name: "[2.4] an island grows and shrinks in its own place, next to others and in a table",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      await page.goto(`${origin}/desk`);
      await page.waitForSelector("#nested.ready");
      await page.waitForSelector("td > #in-table.ready");
      await page.click("#nested button");
      await page.waitForSelector("#grown");
      const order = await page.$$eval("main > *", (nodes) => nodes.map(({ id }) => id || "-"));
      assert.deepEqual(order, ["note", "-", "grown", "nested", "tail", "values", "-", "switch"]);
      assert.deepEqual(problems, []);
    }),
});

Deno.test({
  name: "[F25] asset() gives the browser the same key as the server",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin }) => {
      await page.goto(`${origin}/desk`);
      await page.waitForSelector("#note[data-place*='__frsh_c=']");
      const place = await page.getAttribute("#note", "data-place");
      const response = await page.request.get(`${origin}${place}`, { maxRedirects: 0 });
      assert.equal(response.status(), 200);
    }),
});

Deno.test({
  name: "[F15] marks on links and keys on pictures survive hydration",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      await page.goto(`${origin}/desk`);
      await page.waitForSelector("#switch.ready");
      assert.equal(await page.getAttribute("#switch a", "aria-current"), "page");
      assert.match(await page.getAttribute("#switch img", "src") ?? "", /__frsh_c=/);
      assert.deepEqual(problems, []);
    }),
});

Deno.test({
  name: "[F16] a page without islands asks for no script",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      await page.goto(`${origin}/plain`, { waitUntil: "networkidle" });
      assert.equal(await page.title(), "Plain");
      assert.deepEqual(scripts, []);
      assert.deepEqual(problems, []);
    }),
});

Deno.test({
  name: "[F29] under a nonce policy a script without the nonce does not run",
  ignore,
  fn: () =>
    visiting(strictSite(), async ({ page, origin, problems }) => {
      await page.goto(`${origin}/plain`);
      await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'taken over'";
        document.body.append(script);
      });
      assert.equal(await page.title(), "Plain");
      assert.equal(problems.length, 1);
    }),
});

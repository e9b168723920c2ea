import assert from "node:assert/strict";
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { asset } from "fresh/runtime";
import { request } from "./support/request.ts";
import { SITE } from "./support/site.ts";

const applySnapshot = await new Builder({ root: SITE }).build({ snapshot: "memory" });

function siteApp(mode: "development" | "production" = "production") {
  const app = new App({ mode })
    .use(staticFiles())
    .get("/behind", (ctx) => ctx.text("behind"))
    .get("/media", (ctx) =>
      ctx.render(
        <p>
          <img src="/pic.png" />
          <img src="/free.png" data-fresh-disable-lock />
        </p>,
      ));
  applySnapshot(app);
  return app;
}

Deno.test("[F25] a plain URL is never cached, and has a weak ETag in production", async () => {
  const seen = await request(siteApp(), "/site.css");
  assert.equal(seen.status, 200);
  assert.match(seen.body, /color/);
  assert.match(seen.headers.get("content-type") ?? "", /^text\/css/);
  assert.equal(
    seen.headers.get("cache-control"),
    "no-cache, no-store, max-age=0, must-revalidate",
  );
  const etag = seen.headers.get("etag") ?? "";
  assert.match(etag, /^W\/".+"$/);
  const again = await request(siteApp(), "/site.css", { headers: { "If-None-Match": etag } });
  assert.equal(again.status, 304);
});

Deno.test("[F25] a URL locked to this build is cached for a year in production", async () => {
  const app = siteApp();
  const locked = asset("/site.css");
  assert.match(locked, /^\/site\.css\?__frsh_c=.+/);
  const seen = await request(app, locked);
  assert.equal(seen.headers.get("cache-control"), "public, max-age=31536000, immutable");
});

Deno.test("[F25] nothing is cached while developing", async () => {
  const app = siteApp("development");
  const seen = await request(app, asset("/site.css"));
  assert.match(seen.headers.get("cache-control") ?? "", /no-store/);
});

Deno.test("[F25] a key of another build redirects to the clean URL", async () => {
  const seen = await request(siteApp(), "/site.css?a=1&__frsh_c=stale");
  assert.equal(seen.status, 307);
  assert.equal(seen.headers.get("location"), "/site.css?a=1");
});

Deno.test("[F25] asset() and img lock root-relative paths, unless told not to", async () => {
  const { body } = await request(siteApp(), "/media");
  assert.match(body, /src="\/pic\.png\?__frsh_c=[^"]+"/);
  assert.match(body, /src="\/free\.png"/);
  assert.match(asset("/a?b=1#c"), /^\/a\?b=1&__frsh_c=[^#]+#c$/);
  assert.equal(asset("https://example.com/a"), "https://example.com/a");
  assert.equal(asset("//example.com/a"), "//example.com/a");
  assert.equal(asset(asset("/a")), asset("/a"));
});

Deno.test("[F26] files answer GET and HEAD, and anything else falls through", async () => {
  const app = siteApp();
  assert.equal((await request(app, "/site.css", { method: "POST" })).status, 405);
  const head = await request(app, "/site.css", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.body, "");
  assert.ok(Number(head.headers.get("content-length")) > 0);
  assert.equal((await request(app, "/behind")).body, "behind");
});

Deno.test("[F26] there is no directory index, and a missing favicon is a short 404", async () => {
  const app = siteApp();
  assert.equal((await request(app, "/sub/")).status, 404);
  assert.match((await request(app, "/sub/index.html")).body, /index of sub/);
  const favicon = await request(app, "/favicon.ico");
  assert.equal(favicon.status, 404);
  assert.equal(favicon.body, "");
});

Deno.test("[F27] an encoded traversal reads nothing outside of the static folder", async () => {
  const app = siteApp();
  for (const path of ["/..%2fstate.ts", "/..%2f..%2fsite/main.ts", "/%2e%2e%2fmain.ts", "/%ff"]) {
    const seen = await request(app, path);
    assert.ok(seen.status >= 400, `${path} answered ${seen.status}`);
    assert.doesNotMatch(seen.body, /import|createDefine/);
  }
});

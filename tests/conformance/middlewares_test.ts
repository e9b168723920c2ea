import assert from "node:assert/strict";
import { App, csp, csrf, trailingSlashes } from "fresh";
import { request } from "./support/request.ts";

function guarded(options?: Parameters<typeof csrf>[0]) {
  return new App().use(csrf(options)).all("/", (ctx) => ctx.text("let through"));
}

async function status(app: App<unknown>, method: string, headers: Record<string, string>) {
  return (await request(app, "/", { method, headers })).status;
}

Deno.test("[F28] csrf lets safe methods through from anywhere", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    assert.equal(await status(guarded(), method, { "Sec-Fetch-Site": "cross-site" }), 200);
  }
});

Deno.test("[F28] csrf goes by Sec-Fetch-Site", async () => {
  const post = (site: string) => status(guarded(), "POST", { "Sec-Fetch-Site": site });
  assert.equal(await post("same-origin"), 200);
  assert.equal(await post("none"), 200);
  assert.equal(await post("cross-site"), 403);
  assert.equal(await post("same-site"), 403);
});

Deno.test("[F28] csrf goes by Origin when that is all there is, and passes neither", async () => {
  assert.equal(await status(guarded(), "POST", { Origin: "http://localhost" }), 200);
  assert.equal(await status(guarded(), "DELETE", { Origin: "http://evil.example" }), 403);
  assert.equal(await status(guarded(), "POST", {}), 200);
});

Deno.test("[F28] csrf takes allowed origins as text, list or function", async () => {
  const headers = { Origin: "http://friend.example", "Sec-Fetch-Site": "cross-site" };
  const friend = headers.Origin;
  assert.equal(await status(guarded({ origin: friend }), "POST", headers), 200);
  assert.equal(await status(guarded({ origin: [friend] }), "POST", headers), 200);
  assert.equal(await status(guarded({ origin: (o) => o === friend }), "POST", headers), 200);
  assert.equal(await status(guarded({ origin: ["http://x"] }), "POST", headers), 403);
});

Deno.test("[F29] csp has strict defaults", async () => {
  const app = new App().use(csp()).get("/", (ctx) => ctx.text("ok"));
  const policy = (await request(app, "/")).headers.get("content-security-policy")?.split("; ");
  for (
    const directive of [
      "default-src 'self'",
      "script-src 'self' 'unsafe-inline'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "media-src 'self' data: blob:",
      "worker-src 'self' blob:",
      "connect-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "upgrade-insecure-requests",
    ]
  ) {
    assert.ok(policy?.includes(directive), directive);
  }
});

Deno.test("[F29] csp with useNonce replaces unsafe-inline by the page's nonce", async () => {
  const app = new App().use(csp({ useNonce: true })).get("/", (ctx) => ctx.render(null));
  const first = (await request(app, "/")).headers.get("content-security-policy") ?? "";
  assert.match(first, /script-src 'self' 'nonce-[^']+'/);
  assert.match(first, /style-src 'self' 'nonce-[^']+'/);
  assert.doesNotMatch(first, /unsafe-inline/);
  const second = (await request(app, "/")).headers.get("content-security-policy");
  assert.notEqual(first, second);
});

Deno.test("[F29] csp can report only, and to an address", async () => {
  const app = new App()
    .use(csp({ reportOnly: true, reportTo: "/reports" }))
    .get("/", (ctx) => ctx.text("ok"));
  const { headers } = await request(app, "/");
  assert.match(headers.get("content-security-policy-report-only") ?? "", /report-uri \/reports/);
  assert.match(headers.get("reporting-endpoints") ?? "", /\/reports/);
  assert.equal(headers.get("content-security-policy"), null);
});

Deno.test("[F30] trailingSlashes redirects one way or the other, and keeps the query", async () => {
  const visit = async (mode: "always" | "never", path: string) => {
    const app = new App().use(trailingSlashes(mode)).get("/", (ctx) => ctx.text("here"))
      .get("/a", (ctx) => ctx.text("here"));
    const seen = await request(app, path);
    return seen.status === 302 ? seen.headers.get("location") : seen.body;
  };
  assert.equal(await visit("always", "/a?b=1"), "/a/?b=1");
  assert.equal(await visit("always", "/a/"), "here");
  assert.equal(await visit("never", "/a/?b=1"), "/a?b=1");
  assert.equal(await visit("never", "/a"), "here");
  assert.equal(await visit("never", "/"), "here");
  assert.equal(await visit("always", "/"), "here");
});

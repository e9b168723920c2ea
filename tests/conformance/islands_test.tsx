import assert from "node:assert/strict";
import { logged } from "./support/logged.ts";
import { request } from "./support/request.ts";
import { buildSite } from "./support/site.ts";

const siteApp = await buildSite();

Deno.test("[2.4] an island stands between markers, and one module script with a nonce boots all", async () => {
  const { body } = await request(siteApp(), "/");
  const markers = body.match(/<!--frsh:island:[^>]*-->/g) ?? [];
  assert.equal(markers.length, 2);
  const scripts = body.match(/<script[^>]*>/g) ?? [];
  assert.equal(scripts.length, 1);
  assert.match(scripts[0] ?? "", /type="module"/);
  assert.match(scripts[0] ?? "", /nonce="[^"]+"/);
});

Deno.test("[2.4] every script the page imports is preloaded and served", async () => {
  const app = siteApp();
  const { body, headers } = await request(app, "/");
  const preloads: string[] = (headers.get("link") ?? "").match(/(?<=<)[^>]+(?=>)/g) ?? [];
  assert.match(headers.get("link") ?? "", /rel="modulepreload"/);
  const imported = body.match(/\/_fresh\/js\/[^"]+\.js/g) ?? [];
  assert.ok(imported.length >= 2);
  for (const url of imported) assert.ok(preloads.includes(url), url);
  for (const url of preloads) {
    const seen = await request(app, url);
    assert.equal(seen.status, 200);
    assert.match(seen.headers.get("cache-control") ?? "", /immutable/);
    assert.match(seen.headers.get("content-type") ?? "", /javascript/);
  }
});

Deno.test("[2.4] an island inside another is part of that one", async () => {
  const { body } = await request(siteApp(), "/desk");
  const frame = body.slice(body.indexOf("<hr"), body.indexOf('id="nested"'));
  assert.doesNotMatch(frame, /frsh:island/);
});

Deno.test("[2.4] props cannot end the script they stand in", async () => {
  const { body } = await request(siteApp(), "/desk");
  const script = body.slice(body.lastIndexOf("<script"));
  assert.equal(script.match(/<\/script>/g)?.length, 1);
  assert.doesNotMatch(script, /<b>|<!--/);
});

Deno.test("[F16] a page of the site without islands has no script", async () => {
  const { body, headers } = await request(siteApp(), "/plain");
  assert.match(body, /<title>Plain<\/title>/);
  assert.doesNotMatch(body, /<script/);
  assert.equal(headers.get("link"), null);
});

Deno.test("[2.4] a function as a prop is an error on the server", async () => {
  await logged(async () => {
    assert.equal((await request(siteApp(), "/functions")).status, 500);
  });
});

import assert from "node:assert/strict";
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { logged } from "./support/logged.ts";
import { request, send } from "./support/request.ts";
import { buildSite } from "./support/site.ts";

const siteApp = await buildSite();

async function heading(path: string): Promise<string | undefined> {
  return /<h1>(.*?)<\/h1>/.exec((await request(siteApp(), path)).body)?.[1];
}

Deno.test("[2.3] index, names, parameters, optional and rest parameters become routes", async () => {
  assert.equal(await heading("/"), "Home");
  assert.equal(await heading("/admin"), "Admin index");
  assert.equal(await heading("/admin/users"), "Admin users");
  assert.equal(await heading("/admin/7"), "Admin item 7");
  assert.equal(await heading("/docs"), "Docs latest");
  assert.equal(await heading("/docs/v2"), "Docs v2");
  assert.equal((await request(siteApp(), "/files/a/b.txt")).body, "a/b.txt");
  assert.equal((await request(siteApp(), "/admin/a/b")).body, "rest a/b");
});

Deno.test("[2.3] groups are transparent but have layouts; private folders and tests are not routes", async () => {
  const { body } = await request(siteApp(), "/grouped");
  assert.match(body, /<section class="group"><h1>Grouped/);
  for (const path of ["/hidden", "/(_private)/hidden", "/plain.test", "/(group)/grouped"]) {
    assert.equal((await request(siteApp(), path)).status, 404, path);
  }
});

Deno.test("[2.3] _app, _layout and _middleware apply from the outside in", async () => {
  const { body } = await request(siteApp(), "/admin/users");
  assert.match(body, /<html lang="en"><head>.*<title>Site<\/title>/);
  assert.match(body, /<body><section class="admin" data-trail="root, admin one, admin two">/);
  assert.doesNotMatch((await request(siteApp(), "/")).body, /class="admin"/);
});

Deno.test("[2.3] _error answers below its folder, and _404 everywhere", async () => {
  const boom = await request(siteApp(), "/admin/boom");
  assert.equal(boom.status, 418);
  assert.match(boom.body, /Admin failed: 418/);
  const none = await request(siteApp(), "/none/at/all");
  assert.equal(none.status, 404);
  assert.match(none.body, /<title>Site<\/title>.*No such page here/);
});

Deno.test("[2.3] handlers by method, and page data with a status", async () => {
  const app = siteApp();
  assert.equal((await request(app, "/api")).body, '{"method":"GET"}');
  const posted = await request(app, "/api", { method: "POST", body: "x" });
  assert.equal(posted.body, '{"method":"POST","body":"x"}');
  const form = await request(app, "/form", { method: "POST", body: "hi" });
  assert.equal(form.status, 201);
  assert.match(form.body, /Said: hi/);
  assert.equal(await heading("/form"), "Said: nothing");
});

Deno.test("[F6] a method a file route lacks is refused", async () => {
  const seen = await request(siteApp(), "/api", { method: "DELETE" });
  assert.ok([404, 405].includes(seen.status), String(seen.status));
});

Deno.test("[2.3] config moves a route and takes off its wrappings", async () => {
  assert.equal(await heading("/moved/house"), "Moved house");
  const { body } = await request(siteApp(), "/admin/bare");
  assert.doesNotMatch(body, /class="admin"|<title>Site/);
  assert.match(body, /<body><h1>Bare/);
});

Deno.test("[2.1] fsRoutes takes a path to put the files below", async () => {
  const root = `${import.meta.dirname}/fixtures/small`;
  const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
  const app = new App().fsRoutes("/below");
  applySnapshot(app);
  assert.equal((await request(app, "/below/hello")).body, "hello from a file");
  assert.equal((await request(app, "/hello")).status, 404);
});

Deno.test("[2.3] a route with neither component nor handler fails, at the latest when visited", async () => {
  const root = `${import.meta.dirname}/fixtures/broken`;
  const visit = async () => {
    const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
    const app = new App().fsRoutes();
    applySnapshot(app);
    return await send(app.handler(), "/empty");
  };
  await logged(async () => {
    const failed = await visit().then(({ status }) => status >= 500, () => true);
    assert.ok(failed);
  });
});

import assert from "node:assert/strict";
import { App, HttpError } from "fresh";
import { logged } from "./support/logged.ts";
import { request } from "./support/request.ts";

Deno.test("[F1] plain paths win over patterns; among patterns the first registered wins", async () => {
  const app = new App()
    .get("/a/:id", (ctx) => ctx.text("first pattern"))
    .get("/a/:name", (ctx) => ctx.text("second pattern"))
    .get("/a/plain", (ctx) => ctx.text("plain"));
  assert.equal((await request(app, "/a/plain")).body, "plain");
  assert.equal((await request(app, "/a/other")).body, "first pattern");
});

Deno.test("[F2] a trailing slash is ignored for plain paths only", async () => {
  const app = new App()
    .get("/plain", (ctx) => ctx.text("plain"))
    .get("/a/:id", (ctx) => ctx.text("pattern"));
  assert.equal((await request(app, "/plain")).body, "plain");
  assert.equal((await request(app, "/plain/")).body, "plain");
  assert.equal((await request(app, "/a/1")).body, "pattern");
  assert.equal((await request(app, "/a/1/")).status, 404);
});

Deno.test("[F3] params are decoded except for reserved characters; an empty rest is empty", async () => {
  const app = new App()
    .get("/a/:id", (ctx) => ctx.json(ctx.params))
    .get("/rest/:path*", (ctx) => ctx.json(ctx.params));
  assert.equal((await request(app, "/a/h%C3%A9llo%20x")).body, '{"id":"héllo x"}');
  assert.equal((await request(app, "/a/x%2Fy")).body, '{"id":"x%2Fy"}');
  assert.equal((await request(app, "/rest")).body, '{"path":""}');
  assert.equal((await request(app, "/rest/a/b")).body, '{"path":"a/b"}');
});

Deno.test("[F4] runs of slashes collapse before matching", async () => {
  const app = new App().get("/a/b", (ctx) => ctx.text(ctx.url.pathname));
  assert.equal((await request(app, "//a///b")).body, "/a/b");
});

Deno.test("[F5] HEAD falls back to GET without the body", async () => {
  const app = new App().get("/", () => new Response("body", { headers: { "x-from": "get" } }));
  const seen = await request(app, "/", { method: "HEAD" });
  assert.equal(seen.status, 200);
  assert.equal(seen.headers.get("x-from"), "get");
  assert.equal(seen.body, "");
});

Deno.test("[F5] a HEAD handler of its own is preferred", async () => {
  const app = new App()
    .get("/", () => new Response(null, { headers: { "x-from": "get" } }))
    .head("/", () => new Response(null, { headers: { "x-from": "head" } }));
  assert.equal((await request(app, "/", { method: "HEAD" })).headers.get("x-from"), "head");
});

Deno.test("[F6] a missing method of a registered path is a 405 that reaches onError", async () => {
  const app = new App()
    .onError("*", (ctx) => {
      const status = ctx.error instanceof HttpError ? ctx.error.status : 0;
      return ctx.text(`caught ${status}`, { status });
    })
    .use((ctx) => ctx.next())
    .get("/a", (ctx) => ctx.text("a"));
  const seen = await request(app, "/a", { method: "POST" });
  assert.equal(seen.status, 405);
  assert.equal(seen.body, "caught 405");
});

Deno.test("[F6] OPTIONS of a registered path lists its methods", async () => {
  const app = new App().get("/a", (ctx) => ctx.text("a")).post("/a", (ctx) => ctx.text("a"));
  const seen = await request(app, "/a", { method: "OPTIONS" });
  assert.equal(seen.status, 204);
  assert.deepEqual(seen.headers.get("Allow")?.split(", ").sort(), ["GET", "POST"]);
});

Deno.test("[F7] use(path) covers the path and below, and nothing else", async () => {
  const app = new App<{ seen?: boolean }>()
    .use("/admin", (ctx) => {
      ctx.state.seen = true;
      return ctx.next();
    })
    .get("/admin", (ctx) => ctx.text(String(ctx.state.seen)))
    .get("/admin/users", (ctx) => ctx.text(String(ctx.state.seen)))
    .get("/administrator", (ctx) => ctx.text(String(ctx.state.seen)));
  assert.equal((await request(app, "/admin")).body, "true");
  assert.equal((await request(app, "/admin/users")).body, "true");
  assert.equal((await request(app, "/administrator")).body, "undefined");
});

Deno.test("[F7] an unmatched path below sees root middlewares only", async () => {
  const trail: string[] = [];
  const app = new App()
    .use((ctx) => {
      trail.push("root");
      return ctx.next();
    })
    .use("/admin", (ctx) => {
      trail.push("admin");
      return ctx.next();
    })
    .get("/admin/users", (ctx) => ctx.text("users"));
  assert.equal((await request(app, "/admin/none")).status, 404);
  assert.deepEqual(trail, ["root"]);
});

Deno.test("[F7] a middleware does not reach a handler registered before it", async () => {
  const app = new App<{ late?: boolean }>()
    .get("/early", (ctx) => ctx.text(String(ctx.state.late)))
    .use((ctx) => {
      ctx.state.late = true;
      return ctx.next();
    })
    .get("/later", (ctx) => ctx.text(String(ctx.state.late)));
  assert.equal((await request(app, "/early")).body, "undefined");
  assert.equal((await request(app, "/later")).body, "true");
});

Deno.test("[F8] state starts empty for each request", async () => {
  const app = new App<{ count?: number }>().get("/", (ctx) => {
    const before = JSON.stringify(ctx.state);
    ctx.state.count = 1;
    return ctx.text(before);
  });
  assert.equal((await request(app, "/")).body, "{}");
  assert.equal((await request(app, "/")).body, "{}");
});

Deno.test("[F9] a result that is no Response is a logged 500", async () => {
  const app = new App().get("/", () => "text" as unknown as Response);
  const log = await logged(async () => {
    assert.equal((await request(app, "/")).status, 500);
  });
  assert.match(log, /Expected a "?Response/);
});

Deno.test("[F10] basePath prefixes all routes", async () => {
  const app = new App({ basePath: "/clinic" })
    .get("/", (ctx) => ctx.text("root"))
    .get("/a/:id", (ctx) => ctx.text(ctx.params.id ?? ""));
  assert.equal((await request(app, "/clinic")).body, "root");
  assert.equal((await request(app, "/clinic/a/1")).body, "1");
  assert.equal((await request(app, "/a/1")).status, 404);
});

Deno.test("[F11] redirect cannot leave the site by a doubled slash", async () => {
  const app = new App().get("/", (ctx) => ctx.redirect(ctx.url.searchParams.get("to") ?? "/"));
  const location = async (to: string) => {
    const seen = await request(app, `/?to=${encodeURIComponent(to)}`);
    assert.equal(seen.status, 302);
    return seen.headers.get("location");
  };
  assert.equal(await location("//evil.com/"), "/evil.com/");
  assert.equal(await location("/a//b?next=//c"), "/a/b?next=//c");
  assert.equal(await location("https://example.com/x"), "https://example.com/x");
});

Deno.test("[F11] redirect takes another status", async () => {
  const app = new App().get("/", (ctx) => ctx.redirect("/there", 303));
  assert.equal((await request(app, "/")).status, 303);
});

Deno.test("[2.1] every verb has its method, and all() takes any", async () => {
  const app = new App()
    .get("/v", (ctx) => ctx.text("get"))
    .post("/v", (ctx) => ctx.text("post"))
    .patch("/v", (ctx) => ctx.text("patch"))
    .put("/v", (ctx) => ctx.text("put"))
    .delete("/v", (ctx) => ctx.text("delete"))
    .all("/any", (ctx) => ctx.text(ctx.req.method));
  for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"]) {
    assert.equal((await request(app, "/v", { method })).body, method.toLowerCase());
    assert.equal((await request(app, "/any", { method })).body, method);
  }
});

Deno.test("[2.1] a middleware may be loaded when it is first reached", async () => {
  let loads = 0;
  const app = new App()
    .use(() => {
      loads++;
      return Promise.resolve((ctx) => ctx.next());
    })
    .get("/", (ctx) => ctx.text("reached"));
  const handler = app.handler();
  for (let i = 0; i < 2; i++) {
    const response = await handler(new Request("http://localhost/"));
    assert.equal(await response.text(), "reached");
  }
  assert.equal(loads, 1);
});

Deno.test("[2.1] optional and rest path syntax is URLPattern's", async () => {
  const app = new App()
    .get("/docs{/:version}?", (ctx) => ctx.text(`docs ${ctx.params.version}`))
    .get("/w/:p*", (ctx) => ctx.text(`wiki ${ctx.params.p}`));
  assert.equal((await request(app, "/docs")).body, "docs ");
  assert.equal((await request(app, "/docs/v2")).body, "docs v2");
  assert.equal((await request(app, "/w/a/b")).body, "wiki a/b");
});

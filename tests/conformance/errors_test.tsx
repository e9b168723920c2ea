import assert from "node:assert/strict";
import { App, HttpError } from "fresh";
import { logged } from "./support/logged.ts";
import { request } from "./support/request.ts";

Deno.test("[F17] an uncaught HttpError below 500 is its status and message", async () => {
  const app = new App()
    .get("/gone", () => {
      throw new HttpError(410, "moved out");
    })
    .get("/bare", () => {
      throw new HttpError(403);
    });
  const gone = await request(app, "/gone");
  assert.equal(gone.status, 410);
  assert.equal(gone.body, "moved out");
  assert.equal((await request(app, "/bare")).body, "Forbidden");
});

Deno.test("[F17] any other error is a 500 that is logged and not shown", async () => {
  const app = new App().get("/", () => {
    throw new Error("the secret detail");
  });
  const log = await logged(async () => {
    const seen = await request(app, "/");
    assert.equal(seen.status, 500);
    assert.doesNotMatch(seen.body, /secret/);
  });
  assert.match(log, /the secret detail/);
});

Deno.test("[F17] HttpError keeps its status, message and cause", () => {
  const cause = new Error("why");
  const error = new HttpError(409, "busy", { cause });
  assert.equal(error.status, 409);
  assert.equal(error.message, "busy");
  assert.equal(error.cause, cause);
  assert.equal(new HttpError(404).message, "");
  assert.ok(error instanceof Error);
});

Deno.test("[F18] error and not-found pages answer what is thrown behind middlewares", async () => {
  const app = new App()
    .notFound((ctx) => ctx.text("nothing here", { status: 404 }))
    .onError("*", (ctx) => ctx.text(`failed: ${ctx.error}`, { status: 500 }))
    .use((ctx) => ctx.next())
    .get("/boom", () => {
      throw new Error("boom");
    })
    .get("/thrown", () => {
      throw new HttpError(404);
    });
  assert.equal((await request(app, "/boom")).body, "failed: Error: boom");
  assert.equal((await request(app, "/none")).body, "nothing here");
  assert.equal((await request(app, "/thrown")).body, "nothing here");
});

Deno.test("[F18] headers set around app.handler() are on every response", async () => {
  const app = new App().get("/", (ctx) => ctx.text("ok"));
  const handler = app.handler();
  const guarded = async (req: Request) => {
    const response = await handler(req);
    response.headers.set("x-guard", "on");
    return response;
  };
  for (const path of ["/", "/none"]) {
    const response = await guarded(new Request(`http://localhost${path}`));
    assert.equal(response.headers.get("x-guard"), "on");
  }
});

Deno.test("[F18] a rendered page tells header code its nonce", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<style>{"p{color:red}"}</style>));
  const response = await app.handler()(new Request("http://localhost/"));
  const nonce: unknown = Reflect.get(response, Symbol.for("__freshNonce"));
  assert.equal(typeof nonce, "string");
  assert.match(await response.text(), new RegExp(`<style[^>]* nonce="${nonce}"`));
});

Deno.test("[F19] the nearest onError goes first, and the outer one takes what it throws", async () => {
  const app = new App()
    .onError("*", (ctx) => ctx.text("outer", { status: 500 }))
    .onError("/a", (ctx) => ctx.text("inner", { status: 500 }))
    .onError("/b", () => {
      throw new Error("the error page fails too");
    })
    .get("/a/x", () => {
      throw new Error("x");
    })
    .get("/b/x", () => {
      throw new Error("x");
    });
  assert.equal((await request(app, "/a/x")).body, "inner");
  assert.equal((await request(app, "/b/x")).body, "outer");
});

Deno.test("[F19] notFound finds the error in its context once a middleware is registered", async () => {
  const app = new App().notFound((ctx) => ctx.text(String(ctx.error), { status: 404 }));
  assert.equal((await request(app, "/none")).body, "null");
  app.use((ctx) => ctx.next());
  assert.match((await request(app, "/none")).body, /^HttpError/);
});

Deno.test("[F19] an error page may be a component, and gets the error's status", async () => {
  const app = new App()
    .onError("*", { component: ({ error }) => <h1>{String(error)}</h1> })
    .get("/", () => {
      throw new HttpError(418, "teapot");
    });
  const seen = await request(app, "/");
  assert.equal(seen.status, 418);
  assert.match(seen.body, /teapot/);
});

Deno.test("[F20] Response.redirect under a header-setting middleware is a 500", async () => {
  const app = new App()
    .use(async (ctx) => {
      const response = await ctx.next();
      response.headers.set("x-late", "yes");
      return response;
    })
    .get("/immutable", () => Response.redirect("http://localhost/there"))
    .get("/mutable", (ctx) => ctx.redirect("/there"));
  const log = await logged(async () => {
    assert.equal((await request(app, "/immutable")).status, 500);
  });
  assert.match(log, /TypeError/);
  const seen = await request(app, "/mutable");
  assert.equal(seen.status, 302);
  assert.equal(seen.headers.get("x-late"), "yes");
});

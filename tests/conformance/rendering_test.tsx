import assert from "node:assert/strict";
import { App, createDefine, page, type PageProps, type RouteData } from "fresh";
import { Head } from "fresh/runtime";
import { request } from "./support/request.ts";

interface State {
  user?: string;
}
const define = createDefine<State>();

function Wrapper({ Component }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Wrapper</title>
        <meta name="description" content="wrapper" />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}

Deno.test("[F12] the wrapper is outside the layouts, and those outside the page", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <body>
        <Component />
      </body>
    ))
    .layout("*", ({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .layout("/a", ({ Component }) => (
      <section>
        <Component />
      </section>
    ))
    .route("/a/b", { component: () => <h1>page</h1> });
  const { body } = await request(app, "/a/b");
  assert.match(body, /<body><main><section><h1>page<\/h1><\/section><\/main>/);
});

Deno.test("[F12] html, head and body are supplied when missing", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<h1>bare</h1>));
  const { body, headers } = await request(app, "/");
  assert.match(body, /^<!DOCTYPE html><html><head>.*<\/head><body><h1>bare<\/h1><\/body><\/html>$/);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
});

Deno.test("[F12] a layout or a render call can leave out what is around it", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <body class="wrapper">
        <Component />
      </body>
    ))
    .layout("*", ({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .layout("/alone", ({ Component }) => (
      <section>
        <Component />
      </section>
    ), { skipAppWrapper: true, skipInheritedLayouts: true })
    .route("/alone", { component: () => <h1>page</h1> })
    .get(
      "/bare",
      (ctx) => ctx.render(<h1>page</h1>, {}, { skipAppWrapper: true, skipInheritedLayouts: true }),
    );
  assert.match((await request(app, "/alone")).body, /<body><section><h1>page/);
  assert.match((await request(app, "/bare")).body, /<body><h1>page/);
});

Deno.test("[F13] a component may be async", async () => {
  const app = new App().route("/", {
    component: async () => {
      const text = await Promise.resolve("waited");
      return <h1>{text}</h1>;
    },
  });
  assert.match((await request(app, "/")).body, /<h1>waited<\/h1>/);
});

Deno.test("[F13] an async component may answer with a Response", async () => {
  const app = new App().route("/", {
    component: async () => await Promise.resolve(new Response("own", { status: 202 })),
  });
  const seen = await request(app, "/");
  assert.equal(seen.status, 202);
  assert.equal(seen.body, "own");
});

Deno.test("[F13] a handler gives its page data, a status and headers", async () => {
  const handler = define.handlers({
    GET: () => page({ name: "Ada" }, { status: 203, headers: { "x-page": "yes" } }),
  });
  const app = new App<State>().route("/", {
    handler,
    component: ({ data }) => <h1>{(data as RouteData<typeof handler>).name}</h1>,
  });
  const seen = await request(app, "/");
  assert.equal(seen.status, 203);
  assert.equal(seen.headers.get("x-page"), "yes");
  assert.match(seen.body, /<h1>Ada<\/h1>/);
});

Deno.test("[F13] a component without a GET handler is rendered on GET", async () => {
  const app = new App().route("/", {
    handler: { POST: () => new Response("posted") },
    component: () => <h1>form</h1>,
  });
  assert.match((await request(app, "/")).body, /<h1>form<\/h1>/);
  assert.equal((await request(app, "/", { method: "POST" })).body, "posted");
});

Deno.test("[F13] the page sees the state its middlewares left", async () => {
  const app = new App<State>()
    .use(define.middleware((ctx) => {
      ctx.state.user = "Grace";
      return ctx.next();
    }))
    .route("/", { component: define.page(({ state }) => <h1>{state.user}</h1>) });
  assert.match((await request(app, "/")).body, /<h1>Grace<\/h1>/);
});

Deno.test("[F14] Head moves its children to the head, and its title replaces the wrapper's", async () => {
  const app = new App().appWrapper(Wrapper).route("/", {
    component: () => (
      <main>
        <Head>
          <title>Page</title>
          <link rel="icon" href="/icon.svg" />
        </Head>
      </main>
    ),
  });
  const { body } = await request(app, "/");
  const head = body.slice(0, body.indexOf("</head>"));
  assert.match(head, /<title>Page<\/title>/);
  assert.match(head, /<link rel="icon" href="\/icon.svg"/);
  assert.doesNotMatch(body, /Wrapper/);
  assert.match(body, /<main><\/main>/);
});

Deno.test("[F14] other head tags replace those of the same key or name", async () => {
  const app = new App().route("/", {
    component: () => (
      <main>
        <Head>
          <meta name="description" content="first" />
          <meta key="k" property="og:a" content="second" />
        </Head>
        <Head>
          <meta name="description" content="third" />
          <meta key="k" property="og:b" content="fourth" />
        </Head>
      </main>
    ),
  });
  const { body } = await request(app, "/");
  assert.doesNotMatch(body, /first|second/);
  assert.match(body, /third/);
  assert.match(body, /fourth/);
});

Deno.test("[F15] links to the page or above it are marked as current", async () => {
  const app = new App().get("/docs/intro", (ctx) =>
    ctx.render(
      <nav>
        <a id="page" href="/docs/intro">page</a>
        <a id="above" href="/docs">above</a>
        <a id="other" href="/do">other</a>
        <a id="away" href="https://example.com/docs/intro">away</a>
      </nav>,
    ));
  const { body } = await request(app, "/docs/intro");
  const link = (id: string) => body.match(new RegExp(`<a [^>]*id="${id}"[^>]*>`))?.[0] ?? "";
  assert.match(link("page"), /aria-current="page"/);
  assert.match(link("page"), /data-current/);
  assert.match(link("above"), /aria-current="true"/);
  assert.match(link("above"), /data-ancestor/);
  assert.doesNotMatch(link("other"), /aria-current/);
  assert.doesNotMatch(link("away"), /aria-current/);
});

Deno.test("[F16] a page without islands has no script", async () => {
  const app = new App().appWrapper(Wrapper).route("/", { component: () => <h1>still</h1> });
  const { body, headers } = await request(app, "/");
  assert.match(body, /<h1>still<\/h1>/);
  assert.doesNotMatch(body, /<script/);
  assert.equal(headers.get("link"), null);
});

Deno.test("[2.1] text, html and json set their content type", async () => {
  const app = new App()
    .get("/text", (ctx) => ctx.text("t", { status: 201 }))
    .get("/html", (ctx) => ctx.html("<p>"))
    .get("/json", (ctx) => ctx.json({ a: 1 }));
  const text = await request(app, "/text");
  assert.equal(text.status, 201);
  assert.match(text.headers.get("content-type") ?? "", /^text\/plain/);
  assert.match((await request(app, "/html")).headers.get("content-type") ?? "", /^text\/html/);
  const json = await request(app, "/json");
  assert.match(json.headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(json.body, '{"a":1}');
});

Deno.test("[2.1] a page may be loaded when it is first asked for", async () => {
  let loads = 0;
  const app = new App().route("/", () => {
    loads++;
    return Promise.resolve({ component: () => <h1>lazy</h1> });
  });
  const handler = app.handler();
  assert.equal(loads, 0);
  for (let i = 0; i < 2; i++) {
    const response = await handler(new Request("http://localhost/"));
    assert.match(await response.text(), /<h1>lazy<\/h1>/);
  }
  assert.equal(loads, 1);
});

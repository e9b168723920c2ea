import assert from "node:assert/strict";
import { App } from "fresh";
import { Head } from "fresh/runtime";
import { request } from "../support/request.ts";

Deno.test("[F14] head elements of one kind that say different things are all kept", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <Head>
        <link rel="stylesheet" href="/a.css" />
        <link rel="stylesheet" href="/b.css" />
        <noscript>
          <link rel="stylesheet" href="/c.css" />
        </noscript>
      </Head>,
    ));
  const { body } = await request(app, "/");
  for (const file of ["a", "b", "c"]) assert.match(body, new RegExp(`<head>.*/${file}\\.css`));
});

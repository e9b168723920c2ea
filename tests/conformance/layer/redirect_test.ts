import assert from "node:assert/strict";
import { App } from "fresh";
import { request } from "../support/request.ts";

Deno.test("[F11] a backslash cannot stand in for the second slash of a redirect", async () => {
  const app = new App().get("/", (ctx) => ctx.redirect("/\\evil.com/"));
  assert.equal((await request(app, "/")).headers.get("location"), "/evil.com/");
});

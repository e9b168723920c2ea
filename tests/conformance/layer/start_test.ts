import assert from "node:assert/strict";
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { request } from "../support/request.ts";
import { SITE } from "../support/site.ts";

Deno.test("[2.3] a route with neither component nor handler fails at start", async () => {
  const root = new URL("../fixtures/broken", import.meta.url).href;
  const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
  const app = new App().fsRoutes();
  applySnapshot(app);
  assert.throws(() => app.handler(), /Cannot use route "empty"/);
});

Deno.test("[F27] an encoded traversal is a 404 in memory too", async () => {
  const applySnapshot = await new Builder({ root: SITE }).build({ snapshot: "memory" });
  const app = new App().use(staticFiles());
  applySnapshot(app);
  assert.equal((await request(app, "/..%2fstate.ts")).status, 404);
  assert.equal((await request(app, "/%ff")).status, 404);
});

Deno.test("[F6] a method a file route lacks is a 405, as the real handlers promise", async () => {
  const root = new URL("../fixtures/small", import.meta.url).href;
  const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
  const app = new App().fsRoutes();
  applySnapshot(app);
  assert.equal((await request(app, "/get_only", { method: "POST" })).status, 405);
});

import assert from "node:assert/strict";
import { browserRequest, from, guardedApp, openPage, ORIGIN } from "./guarded_app.ts";

const BOX = from("127.0.0.1");

Deno.test("[SE2] a state change from our own page goes through", async () => {
  const { handler, changes } = guardedApp();
  const cookie = await openPage(handler);
  const response = await handler(browserRequest("/", { method: "POST", headers: { cookie } }), BOX);
  assert.equal(response.status, 200);
  assert.equal(changes(), 1);
});

Deno.test("[SE2] a state change is refused unless Origin is exactly our own", async () => {
  const { handler, changes } = guardedApp();
  const cookie = await openPage(handler);
  const origins = [
    null,
    "null",
    "http://evil.example",
    "http://127.0.0.1:3000",
    "http://localhost:8000",
    "https://127.0.0.1:8000",
    `${ORIGIN}/`,
    `${ORIGIN}.evil.example`,
  ];
  for (const origin of origins) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const request = browserRequest("/", { method, headers: { cookie, origin } });
      const response = await handler(request, BOX);
      assert.equal(response.status, 403, `${method} from ${origin}`);
      assert.equal(response.headers.get("x-alba-refusal"), "cross_site");
    }
  }
  assert.equal(changes(), 0);
});

Deno.test("[SE2] fetch metadata overrules a right Origin", async () => {
  const { handler, changes } = guardedApp();
  const cookie = await openPage(handler);
  for (const site of ["cross-site", "same-site"]) {
    const headers = { cookie, "sec-fetch-site": site };
    const response = await handler(browserRequest("/", { method: "POST", headers }), BOX);
    assert.equal(response.status, 403, site);
  }
  assert.equal(changes(), 0);
});

Deno.test("[SE2] a state change without a session is refused, a planted token too", async () => {
  const { handler, changes } = guardedApp();
  const planted = `alba_session_8000=${"A".repeat(43)}`;
  for (const cookie of [null, "alba_session_8000=short", planted]) {
    const response = await handler(
      browserRequest("/", { method: "POST", headers: { cookie } }),
      BOX,
    );
    assert.equal(response.status, 403);
    assert.match(await response.text(), /Reload the page/);
  }
  assert.equal(changes(), 0);
});

Deno.test("[SE2] a foreign page may not open a socket, with or without our cookie", async () => {
  const { handler } = guardedApp();
  const cookie = await openPage(handler);
  for (const origin of [null, "http://evil.example", "null", "http://127.0.0.1:3000"]) {
    const headers = { cookie, origin, upgrade: "websocket", connection: "Upgrade" };
    const response = await handler(browserRequest("/", { headers }), BOX);
    assert.equal(response.status, 403, String(origin));
  }
});

Deno.test("[SE2] another site may link here, but not embed or fetch", async () => {
  const { handler } = guardedApp();
  const link = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  assert.equal((await handler(browserRequest("/", { headers: link }), BOX)).status, 200);
  const refused: Record<string, string>[] = [
    { ...link, "sec-fetch-dest": "iframe" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "audio" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
  ];
  for (const headers of refused) {
    const response = await handler(browserRequest("/", { headers }), BOX);
    assert.equal(response.status, 403, JSON.stringify(headers));
  }
});

Deno.test("[SE4] a body that is too large, or of unknown length, is refused before it is read", async () => {
  const { handler, changes } = guardedApp();
  const cookie = await openPage(handler);
  const post = (headers: Record<string, string | null>) =>
    handler(
      browserRequest("/", { method: "POST", body: "x", headers: { cookie, ...headers } }),
      BOX,
    );
  assert.equal((await post({ "content-length": "65537" })).status, 413);
  assert.equal((await post({ "content-length": null })).status, 411);
  assert.equal((await post({ "content-length": "-1" })).status, 411);
  assert.equal(changes(), 0);
  assert.equal((await post({ "content-length": "65536" })).status, 200);
});

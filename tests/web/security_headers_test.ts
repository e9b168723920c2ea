import assert from "node:assert/strict";
import { App } from "fresh";
import { memoryPeople } from "@/tests/people/memory_people.ts";
import { manualClock } from "@/lib/clock.ts";
import { guarded } from "@/lib/web/guarded.ts";
import { withSecurityHeaders } from "@/lib/web/security_headers.ts";
import { browserRequest, from, guardedApp, memoryStorage, openSocket } from "./guarded_app.ts";

const BOX = from("127.0.0.1");

function assertSecured(response: Response, name: string): void {
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'/, name);
  assert.match(policy, /frame-ancestors 'none'/, name);
  assert.match(policy, /base-uri 'none'/, name);
  assert.doesNotMatch(policy, /unsafe|https?:|\*|upgrade-insecure/, name);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff", name);
  assert.equal(response.headers.get("referrer-policy"), "same-origin", name);
  assert.match(response.headers.get("permissions-policy") ?? "", /microphone=\(self\)/, name);
  assert.equal(response.headers.get("cross-origin-opener-policy"), "same-origin", name);
  assert.equal(response.headers.get("cross-origin-resource-policy"), "same-origin", name);
  assert.equal(response.headers.get("cache-control"), "no-store", name);
}

Deno.test("[SE2] every answer carries the headers: pages, 404, refusals, errors, redirects", async () => {
  const { handler } = guardedApp({ passphrase: "horse" });
  const wanted: [string, number, string, Record<string, string>][] = [
    ["/login", 200, "127.0.0.1", {}],
    ["/healthz", 200, "127.0.0.1", {}],
    ["/nowhere", 404, "127.0.0.1", {}],
    ["/not-in-the-table", 403, "127.0.0.1", {}],
    ["/", 303, "127.0.0.1", {}],
    ["/", 403, "10.0.0.1", {}],
    ["/", 421, "127.0.0.1", { host: "evil.example" }],
  ];
  for (const [path, status, peer, headers] of wanted) {
    const response = await handler(browserRequest(path, { headers }), from(peer));
    assert.equal(response.status, status, path);
    assertSecured(response, `${path} ${status}`);
    await response.body?.cancel();
  }
});

Deno.test("[SE2] a crash in the app is a secured 500 without its message", async () => {
  const crashing = guarded(() => {
    throw new Error("patient said something");
  }, {
    config: { HOST: "127.0.0.1", OWNER_PASSPHRASE: "", TRUST_PROXY: false },
    clock: manualClock(),
    people: memoryPeople().people,
    sessions: memoryStorage(),
  });
  const response = await crashing(browserRequest("/"), BOX);
  assert.equal(response.status, 500);
  assertSecured(response, "crash");
  assert.doesNotMatch(await response.text(), /patient/);
});

Deno.test("[SE2] scripts run only with this response's nonce, and each response has its own", async () => {
  const { handler } = guardedApp();
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const response = await handler(browserRequest("/"), BOX);
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'self' 'nonce-([A-Za-z0-9_-]{16,})';/.exec(policy)?.[1];
    assert.ok(nonce, policy);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 3);
});

Deno.test("[SE2] a nonce that could break out of the policy is not used", () => {
  const response = Object.assign(new Response("x"), {
    [Symbol.for("__freshNonce")]: "a'; script-src *",
  });
  const policy = withSecurityHeaders(browserRequest("/"), response)
    .headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self';/);
});

Deno.test("[SE2] only versioned files may be kept by the browser; patient pages never", () => {
  const year = { "cache-control": "public, max-age=31536000, immutable" };
  const cached = (path: string, headers: Record<string, string>) =>
    withSecurityHeaders(browserRequest(path), new Response("x", { headers }))
      .headers.get("cache-control");
  assert.equal(cached("/_fresh/js/abc123/live.js", year), year["cache-control"]);
  assert.equal(cached("/styles.css?__frsh_c=abc123", year), year["cache-control"]);
  assert.equal(cached("/styles.css", { "cache-control": "no-cache" }), "no-store");
  assert.equal(cached("/consultations/1", year), "no-store");
  assert.equal(cached("/consultations/1?__frsh_c=abc123", {}), "no-store");
});

Deno.test("[SE2] headers that cannot be changed do not break the answer", () => {
  const redirect = Response.redirect("http://127.0.0.1:8000/login", 303);
  const secured = withSecurityHeaders(browserRequest("/"), redirect);
  assert.equal(secured.status, 303);
  assert.equal(secured.headers.get("location"), "http://127.0.0.1:8000/login");
});

Deno.test("[SE2] a protocol switch is handed on as it is", () => {
  const upgrade = Object.defineProperty(new Response(), "status", { value: 101 });
  assert.equal(withSecurityHeaders(browserRequest("/"), upgrade), upgrade);
});

Deno.test("[SE2] a real WebSocket still opens through the whole door", async () => {
  const app = new App();
  app.ws("/socket", { message: (socket, event) => socket.send(`heard ${event.data}`) });
  const handler = guarded(app.handler(), {
    config: { HOST: "127.0.0.1", OWNER_PASSPHRASE: "", TRUST_PROXY: false },
    clock: manualClock(),
    people: memoryPeople().people,
    sessions: memoryStorage(),
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const socket = openSocket(`${origin}/socket`, { origin });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  socket.onopen = () => socket.send("hello");
  socket.onmessage = (event) => resolve(event.data);
  socket.onerror = () => reject(new Error("the socket failed"));
  assert.equal(await promise, "heard hello");
  const closed = new Promise((done) => socket.onclose = done);
  socket.close();
  await closed;
  await server.shutdown();
});

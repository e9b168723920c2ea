import assert from "node:assert/strict";
import { browserRequest, from, guardedApp } from "./guarded_app.ts";

async function status(options: {
  peer?: string;
  host?: string;
  headers?: Record<string, string | null>;
}): Promise<number> {
  const { handler } = guardedApp({ host: options.host });
  const request = browserRequest("/healthz", { headers: options.headers });
  return (await handler(request, from(options.peer ?? "127.0.0.1"))).status;
}

Deno.test("[SE1] peers on the box are let in: IPv4, IPv6, mapped, whole 127/8", async () => {
  for (const peer of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]) {
    assert.equal(await status({ peer }), 200, peer);
  }
});

Deno.test("[SE1] a peer from elsewhere gets 403 in words, whatever HOST is", async () => {
  for (const host of ["127.0.0.1", "0.0.0.0", "192.168.1.20", "::"]) {
    for (const peer of ["192.168.1.21", "10.0.0.1", "8.8.8.8", "fe80::1", "::ffff:10.0.0.1"]) {
      assert.equal(await status({ host, peer }), 403, `${peer} at ${host}`);
    }
  }
  const { handler } = guardedApp({ host: "0.0.0.0" });
  const response = await handler(browserRequest("/"), from("192.168.1.21"));
  assert.match(await response.text(), /Open the page in a browser on the box/);
});

Deno.test("[SE1] a header cannot make a peer local", async () => {
  const headers = { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" };
  assert.equal(await status({ peer: "192.168.1.21", headers }), 403);
});

Deno.test("[SE1] the box may call itself by its configured address", async () => {
  const headers = { host: "192.168.1.20:8000" };
  assert.equal(await status({ host: "192.168.1.20", peer: "192.168.1.20", headers }), 200);
});

Deno.test("[SE1] forwarded requests are refused: no proxy is trusted unless somebody said so", async () => {
  const names = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "via"];
  for (const name of names) {
    assert.equal(await status({ headers: { [name]: "127.0.0.1" } }), 403, name);
  }
});

Deno.test("[SE1] a peer that is not a TCP address is refused", async () => {
  const { handler } = guardedApp();
  const info: Deno.ServeHandlerInfo = {
    remoteAddr: { transport: "unix", path: "/run/x" },
    completed: Promise.resolve(),
  };
  assert.equal((await handler(browserRequest("/healthz"), info)).status, 403);
});

Deno.test("[SE2] a name that was made to point here is refused with 421 (DNS rebinding)", async () => {
  const hosts = [
    "evil.example",
    "evil.example:8000",
    "127.0.0.1.evil.example:8000",
    "localhost.evil.example",
    "169.254.169.254",
    "",
    "127.0.0.1:8000@evil.example",
  ];
  for (const host of hosts) {
    const response = await status({ headers: { host } });
    assert.equal(response, 421, host);
  }
  assert.equal(await status({ headers: { host: null } }), 421);
});

Deno.test("[SE2] loopback names pass as Host on any port, so that a tunnelled port works", async () => {
  for (const host of ["localhost:8000", "127.0.0.1:9000", "[::1]:8000", "LOCALHOST"]) {
    assert.equal(await status({ headers: { host } }), 200, host);
  }
});

Deno.test("[SE2] an absolute request target cannot override the Host check", async () => {
  const { handler } = guardedApp();
  const request = new Request("http://evil.example/healthz", { headers: { host: "127.0.0.1" } });
  assert.equal((await handler(request, from("127.0.0.1"))).status, 421);
});

import assert from "node:assert/strict";
import type { RequestAccess } from "@/lib/web/request_access.ts";
import { accessOf } from "@/lib/web/request_access.ts";
import { isPrivateAddress } from "@/lib/web/private_address.ts";
import { NETWORK_IDLE_MS, NETWORK_SIGN_IN_MS } from "@/lib/web/sign_in.ts";
import { memoryPeople } from "@/tests/people/memory_people.ts";
import { cookieOf, from, type GuardedApp, guardedApp } from "./guarded_app.ts";

const OWN = { names: ["surgery", "surgery.local"], addresses: ["192.168.1.20", "fd00::20"] };
const ORIGIN = "https://surgery.local:8000";
const TABLET = "192.168.1.31";
const MINUTE = 60_000;

interface Ask {
  readonly peer?: string;
  readonly origin?: string;
  readonly cookie?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A request as a tablet of the network sends it. */
function ask({ handler }: Pick<GuardedApp, "handler">, path: string, more: Ask = {}) {
  const { peer = TABLET, origin = ORIGIN, cookie, body } = more;
  const headers = new Headers({ host: new URL(origin).host, ...more.headers });
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (body !== undefined) {
    headers.set("origin", origin);
    headers.set("content-length", String(body.length));
  }
  const method = body === undefined ? "GET" : "POST";
  return Promise.resolve(
    handler(new Request(origin + path, { method, headers, body }), from(peer)),
  );
}

async function sharedApp() {
  const people = memoryPeople({ shared: true });
  const owner = people.people.owner();
  await people.people.setPin(owner.id, "274916", owner);
  const app = guardedApp({ host: "0.0.0.0", shared: OWN, people });
  const signIn = async (more: Ask = {}) => {
    const before = more.cookie ?? cookieOf(await ask(app, "/login", more));
    const body = `274916&person=${owner.id}`;
    const response = await ask(app, "/login", { ...more, cookie: before, body });
    assert.equal(response.status, 200);
    return cookieOf(response);
  };
  const status = async (cookie: string, more: Ask = {}) =>
    (await ask(app, "/", { ...more, cookie })).status;
  return { app, owner, signIn, status };
}

Deno.test("[SE1] a shared box answers its own network, and the internet not", async () => {
  const { app } = await sharedApp();
  const status = async (peer: string) => (await ask(app, "/healthz", { peer })).status;
  for (
    const peer of [
      TABLET,
      "10.0.0.1",
      "172.16.0.1",
      "169.254.1.1",
      "fd00::9",
      "fe80::1",
      "127.0.0.1",
    ]
  ) {
    assert.equal(await status(peer), 200, peer);
  }
  for (
    const peer of [
      "8.8.8.8",
      "172.32.0.1",
      "192.169.0.1",
      "2001:db8::1",
      "::ffff:8.8.8.8",
      "11.0.0.1",
    ]
  ) {
    assert.equal(await status(peer), 403, peer);
  }
  const refused = await ask(app, "/", { peer: "8.8.8.8" });
  assert.match(await refused.text(), /only to its own network/);
});

Deno.test("[SE1] an address is private as the standards say, at their very edges", () => {
  const yes = [
    "10.0.0.0",
    "10.255.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.168.0.0",
    "fdff::1",
  ];
  const no = [
    "9.255.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.1.1",
    "fec0::1",
    "f::c",
    "10.0.0",
    "x",
  ];
  for (const address of yes) assert.equal(isPrivateAddress(address), true, address);
  for (const address of no) assert.equal(isPrivateAddress(address), false, address);
});

Deno.test("[SE2] a shared box is called by its own names and addresses, and by no other", async () => {
  const { app } = await sharedApp();
  const status = async (host: string) =>
    (await ask(app, "/healthz", { origin: `https://${host}` })).status;
  for (
    const host of ["surgery.local:8000", "surgery", "192.168.1.20:8000", "[fd00::20]", "localhost"]
  ) {
    assert.equal(await status(host), 200, host);
  }
  for (
    const host of ["evil.example", "surgery.evil.example", "192.168.1.31", "[fd00::21]", "0.0.0.0"]
  ) {
    const want = host === "0.0.0.0" ? 200 : 421;
    assert.equal(await status(host), want, host);
  }
});

Deno.test("[SE2] over HTTP/2 the target stands for the Host header, and is held to the same names", async () => {
  const { app } = await sharedApp();
  const status = async (url: string) => (await app.handler(new Request(url), from(TABLET))).status;
  assert.equal(await status("https://surgery.local:8000/healthz"), 200);
  assert.equal(await status("https://evil.example:8000/healthz"), 421);
  assert.equal(await status("http://surgery.local:8000/healthz"), 421, "HTTP/1 has to say it");
});

Deno.test("[SE2] a session is found among other boxes' cookies, however a browser sends them", async () => {
  const { signIn, status } = await sharedApp();
  const cookie = await signIn();
  for (const others of [`a=1; ${cookie}`, `a=1, ${cookie}`, `${cookie},b=2`, `${cookie};b=2`]) {
    assert.equal(await status(others), 200, others);
  }
});

Deno.test("[SE1] sharing opens no way through a proxy", async () => {
  const { app } = await sharedApp();
  const headers = { "x-forwarded-for": "127.0.0.1" };
  assert.equal((await ask(app, "/healthz", { headers })).status, 403);
});

Deno.test("[SE1, CO7] on a shared box everybody signs in, and the cookie travels encrypted only", async () => {
  const { app, signIn, status } = await sharedApp();
  assert.equal((await ask(app, "/")).headers.get("location"), "/login?next=%2F");
  assert.equal((await ask(app, "/", { peer: "127.0.0.1" })).status, 303);
  const page = await ask(app, "/login");
  assert.match(page.headers.get("set-cookie") ?? "", /; HttpOnly; SameSite=Strict; Secure$/);
  assert.equal(await status(await signIn()), 200);
});

Deno.test("[SE8] a sign-in from the network ends after half an hour without use, and not before", async () => {
  const { app, signIn, status } = await sharedApp();
  const cookie = await signIn();
  for (let page = 0; page < 4; page++) {
    app.clock.advance(NETWORK_IDLE_MS - MINUTE);
    assert.equal(await status(cookie), 200);
  }
  app.clock.advance(NETWORK_IDLE_MS);
  assert.equal(await status(cookie), 303);
});

Deno.test("[SE8] polling is not a person: a page that is left open does not keep a sign-in alive", async () => {
  const { app, signIn, status } = await sharedApp();
  const cookie = await signIn();
  for (let poll = 0; poll < 30; poll++) {
    app.clock.advance(MINUTE);
    await ask(app, "/healthz", { cookie });
  }
  assert.equal(await status(cookie), 303);
});

Deno.test("[SE8] a sign-in from the network ends after twelve hours, however busy", async () => {
  const { app, signIn, status } = await sharedApp();
  const cookie = await signIn();
  for (let passed = 0; passed < NETWORK_SIGN_IN_MS - 20 * MINUTE; passed += 20 * MINUTE) {
    assert.equal(await status(cookie), 200);
    app.clock.advance(20 * MINUTE);
  }
  assert.equal(await status(cookie), 200);
  app.clock.advance(20 * MINUTE);
  assert.equal(await status(cookie), 303);
});

Deno.test("[SE8] a sign-in on the box itself lasts the day, and is worth nothing on a tablet", async () => {
  const { app, signIn, status } = await sharedApp();
  const here = { peer: "127.0.0.1", origin: "https://127.0.0.1:8000" };
  const cookie = await signIn(here);
  app.clock.advance(NETWORK_SIGN_IN_MS);
  assert.equal(await status(cookie, here), 200);
  assert.equal(await status(cookie, { origin: here.origin }), 303);
});

/** The access of one request, as the live page's socket keeps it. */
async function socketAccess(app: GuardedApp, cookie: string): Promise<RequestAccess> {
  const request = new Request(`${ORIGIN}/`, { headers: { host: new URL(ORIGIN).host, cookie } });
  await app.handler(request, from(TABLET));
  return accessOf(request);
}

Deno.test("[SE8] during a live consultation controls ask again when the sign-in has ended, and come back with it", async () => {
  const { app, owner, signIn } = await sharedApp();
  const cookie = await signIn();
  const socket = await socketAccess(app, cookie);
  assert.equal(socket.controller()?.id, owner.id);
  app.clock.advance(NETWORK_IDLE_MS);
  assert.equal(socket.controller(), null);
  await signIn({ cookie });
  assert.equal(socket.controller()?.id, owner.id, "the same browser, under its new token");
});

Deno.test("[SE8] a tap on a live page is a use: a doctor who controls is not signed out", async () => {
  const { app, owner, signIn } = await sharedApp();
  const socket = await socketAccess(app, await signIn());
  for (let tap = 0; tap < 5; tap++) {
    app.clock.advance(NETWORK_IDLE_MS - 2 * MINUTE);
    assert.equal(socket.controller()?.id, owner.id);
  }
});

Deno.test("[SE8] signing out ends the control of a page that is still open, for good", async () => {
  const { app, owner, signIn } = await sharedApp();
  const cookie = await signIn();
  const socket = await socketAccess(app, cookie);
  const other = await socketAccess(app, await signIn());
  other.signOutEverywhere(owner);
  assert.equal(socket.controller(), null);
  const again = await signIn();
  assert.equal(socket.controller(), null, "another browser's sign-in is not this one's");
  const fresh = await socketAccess(app, again);
  await ask(app, "/logout", { cookie: again, body: "" });
  assert.equal(fresh.controller(), null);
});

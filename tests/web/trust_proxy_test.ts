import assert from "node:assert/strict";
import { memoryPeople } from "@/tests/people/memory_people.ts";
import { cookieOf, from, type GuardedApp, guardedApp } from "./guarded_app.ts";

const PROXY = from("127.0.0.1");
const OWN = { names: ["surgery", "surgery.local"], addresses: ["192.168.1.20"] };
const TABLET = "192.168.1.31";
/** How a tablet sees the box through a proxy that stands at its usual port. */
const SEEN = "https://surgery.local";

const FORWARDED = {
  "x-forwarded-for": TABLET,
  "x-forwarded-host": "surgery.local",
  "x-forwarded-proto": "https",
};

interface Ask {
  readonly path?: string;
  readonly info?: Deno.ServeHandlerInfo;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A request as a proxy hands it on: to the box's own port, with what it knows in headers. */
async function ask({ handler }: Pick<GuardedApp, "handler">, more: Ask = {}): Promise<Response> {
  const { path = "/healthz", info = PROXY, body } = more;
  const headers = new Headers({ host: "127.0.0.1:8000", ...(more.headers ?? FORWARDED) });
  if (body !== undefined) headers.set("content-length", String(body.length));
  const method = body === undefined ? "GET" : "POST";
  return await handler(
    new Request(`https://127.0.0.1:8000${path}`, { method, headers, body }),
    info,
  );
}

async function outcome(app: GuardedApp, more: Ask = {}): Promise<string> {
  const response = await ask(app, more);
  return response.headers.get("x-alba-refusal") ?? String(response.status);
}

function sharedApp(trustProxy = true): GuardedApp {
  const people = memoryPeople({ shared: true });
  return guardedApp({ host: "0.0.0.0", shared: OWN, people, trustProxy });
}

Deno.test("[SE1] a proxy is believed only with TRUST_PROXY, and only from loopback", async () => {
  assert.equal(await outcome(sharedApp(false)), "forwarded");
  assert.equal(await outcome(sharedApp()), "200");
  assert.equal(await outcome(sharedApp(), { info: from("::1") }), "200");
  for (const peer of ["192.168.1.20", "192.168.1.77", "0.0.0.0"]) {
    assert.notEqual(await outcome(sharedApp(), { info: from(peer) }), "200", peer);
  }
});

Deno.test("[SE1] behind a proxy the last hop is who asks; what stands before it is only claimed", async () => {
  const app = sharedApp();
  const asked = (hops: string) =>
    outcome(app, { headers: { ...FORWARDED, "x-forwarded-for": hops } });
  assert.equal(await asked(`8.8.8.8, ${TABLET}`), "200");
  assert.equal(await asked("127.0.0.1, 8.8.8.8"), "internet");
  assert.equal(await asked("192.168.1.31,2001:DB8::1"), "internet");
  assert.equal(await asked("[fd00::9]"), "200");
  const closed = guardedApp({ trustProxy: true });
  assert.equal(await outcome(closed), "elsewhere", "a proxy does not open a box to its network");
});

Deno.test("[SE1] a proxy that does not say for whom it asks is refused", async () => {
  const app = sharedApp();
  for (
    const hops of ["", "unknown", "_hidden", "127.0.0.1:99", `${TABLET}, `, "1.2.3", "surgery"]
  ) {
    const headers = { ...FORWARDED, "x-forwarded-for": hops };
    assert.equal(await outcome(app, { headers }), "forwarded", hops);
  }
  for (const name of ["via", "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"]) {
    assert.equal(await outcome(app, { headers: { [name]: "127.0.0.1" } }), "forwarded", name);
  }
  for (const wrong of [{ "x-forwarded-proto": "ws" }, { "x-forwarded-host": "a.b/c" }]) {
    assert.equal(await outcome(app, { headers: { ...FORWARDED, ...wrong } }), "forwarded");
  }
});

Deno.test("[SE1] the box answers its network only encrypted, also when a proxy would not", async () => {
  const headers = { ...FORWARDED, "x-forwarded-proto": "http" };
  assert.equal(await outcome(sharedApp(), { headers }), "unencrypted");
});

Deno.test("[SE1, SE2] behind a proxy the browser's own host and origin are judged, and none else", async () => {
  const app = sharedApp();
  const elsewhere = { ...FORWARDED, "x-forwarded-host": "evil.example" };
  assert.equal(await outcome(app, { headers: elsewhere }), "host");
  assert.equal(await outcome(app, { headers: { ...FORWARDED, host: "evil.example" } }), "host");
  const cookie = cookieOf(await ask(app, { path: "/login" }));
  const post = (origin: string) =>
    outcome(app, {
      path: "/login",
      body: "guess",
      headers: { ...FORWARDED, cookie, origin, "sec-fetch-site": "same-origin" },
    });
  assert.equal(await post(SEEN), "401", "it came as far as the passphrase");
  assert.equal(await post("https://127.0.0.1:8000"), "cross_site");
  assert.equal(await post("http://surgery.local"), "cross_site");
});

Deno.test("[SE1, SE2] behind a proxy the session is the browser's: encrypted only, by its own port", async () => {
  const response = await ask(sharedApp(), { path: "/login" });
  const [cookie = ""] = response.headers.getSetCookie();
  assert.match(cookie, /^alba_session_443=/);
  assert.match(cookie, /; Secure/);
});

Deno.test("[SE1, CO7] who guesses through a proxy waits alone", async () => {
  const people = memoryPeople({ shared: true });
  const owner = people.people.owner();
  await people.people.setPin(owner.id, "274916", owner);
  const app = guardedApp({ host: "0.0.0.0", shared: OWN, people, trustProxy: true });
  const guess = async (peer: string, pin: string) => {
    const through = { ...FORWARDED, "x-forwarded-for": peer };
    const cookie = cookieOf(await ask(app, { path: "/login", headers: through }));
    const headers = { ...through, cookie, origin: SEEN };
    return await ask(app, { path: "/login", body: `${pin}&person=${owner.id}`, headers });
  };
  for (let count = 0; count < 6; count++) await guess("192.168.1.66", "000000");
  assert.match(await (await guess("192.168.1.66", "274916")).text(), /Too many wrong tries/);
  assert.equal((await guess(TABLET, "274916")).status, 200);
});

import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { LoginLimiter } from "@/lib/web/login_limiter.ts";
import { SESSION_LIFETIME_MS, SessionStore } from "@/lib/web/session_store.ts";
import { memoryPeople } from "@/tests/people/memory_people.ts";
import {
  browserRequest,
  cookieOf,
  from,
  type GuardedApp,
  guardedApp,
  memoryStorage,
  openPage,
} from "./guarded_app.ts";

const BOX = from("127.0.0.1");

/** A box with an owner and a clinician who have PINs, and a trainer. */
async function peopledApp() {
  const people = memoryPeople();
  const owner = people.people.owner();
  await people.people.setPin(owner.id, "274916", owner);
  const made = { name: "Wu", role: "clinician", pin: "591837" } as const;
  const wu = await people.people.add(made, owner);
  const ito = await people.people.add({ name: "Ito", role: "trainer", pin: "604273" }, owner);
  assert.ok(wu.ok && ito.ok);
  return { ...guardedApp({ people }), owner, wu: wu.person, ito: ito.person };
}

type App = Pick<GuardedApp, "handler">;

function login({ handler }: App, cookie: string, person: string, pin: string, info = BOX) {
  const body = `${pin}&person=${person}`;
  return handler(browserRequest("/login", { method: "POST", body, headers: { cookie } }), info);
}

async function signedIn(app: App, person: string, pin: string): Promise<string> {
  const response = await login(app, await openPage(app.handler), person, pin);
  assert.equal(response.status, 200, await response.clone().text());
  return cookieOf(response);
}

async function status({ handler }: App, path: string, cookie: string): Promise<number> {
  return (await handler(browserRequest(path, { headers: { cookie } }), BOX)).status;
}

Deno.test("[CO7] a PIN signs its person in, by name, and another person's does not", async () => {
  const app = await peopledApp();
  const before = await openPage(app.handler);
  assert.equal(await status(app, "/", before), 303);
  assert.equal((await login(app, before, app.wu.id, "274916")).status, 401);
  const cookie = await signedIn(app, app.wu.id, "591837");
  assert.equal(await status(app, "/", cookie), 200);
  const page = await app.handler(browserRequest("/help", { headers: { cookie } }), BOX);
  assert.match(await page.text(), /Wu/);
  assert.deepEqual(app.people.audited.filter(({ kind }) => kind.startsWith("access.")), [
    { kind: "access.login_failed", detail: { reason: "wrong_pin" } },
    { kind: "access.login", detail: { clinician: app.wu.id } },
  ]);
});

Deno.test("[CO7, SE6] only an owner opens the page of people, and a trainer no patient's page", async () => {
  const app = await peopledApp();
  const [owner, wu, ito] = [
    await signedIn(app, app.owner.id, "274916"),
    await signedIn(app, app.wu.id, "591837"),
    await signedIn(app, app.ito.id, "604273"),
  ];
  assert.deepEqual(await Promise.all([owner, wu, ito].map((c) => status(app, "/people", c))), [
    200,
    403,
    403,
  ]);
  assert.deepEqual(await Promise.all([owner, wu, ito].map((c) => status(app, "/", c))), [
    200,
    200,
    403,
  ]);
  assert.deepEqual(await Promise.all([owner, wu, ito].map((c) => status(app, "/help", c))), [
    200,
    200,
    200,
  ]);
});

Deno.test("[CO7] a PIN guessed by the hundred is refused, with the seconds left", async () => {
  const app = await peopledApp();
  const cookie = await openPage(app.handler);
  let wrong = 0;
  for (let guess = 0; guess < 300; guess++) {
    const response = await login(
      app,
      cookie,
      app.owner.id,
      String(100_200 + guess),
      from("127.0.0.2"),
    );
    const words = await response.text();
    if (/not the PIN/.test(words)) wrong += 1;
    else assert.match(words, /^Too many wrong tries\. Wait \d+ seconds?, then try again\.$/);
  }
  assert.equal(wrong, 5);
});

Deno.test("[CO7] guessing from many addresses buys two tries a minute for one person", () => {
  const limiter = new LoginLimiter();
  const day = 24 * 60 * 60 * 1000;
  let tries = 0;
  for (let now = 0; now < day; now += 1_000) {
    if (limiter.begin({ peer: `peer ${now}`, person: "owner" }, now).ok) tries += 1;
  }
  assert.ok(tries > 100 && tries < 2 * 24 * 60 + 20, `${tries} a day`);
});

Deno.test("[CO7] who guesses another's PIN gains nothing by signing in with their own between", () => {
  const limiter = new LoginLimiter();
  let guesses = 0;
  for (let now = 0; now < 60_000; now += 500) {
    const own = limiter.begin({ peer: "a", person: "trainer" }, now);
    if (own.ok) own.succeeded();
    if (limiter.begin({ peer: "a", person: "owner" }, now).ok) guesses += 1;
  }
  assert.ok(guesses <= 20, `${guesses} guesses in a minute`);
});

Deno.test("[CO7] somebody else's guessing never keeps a doctor out of the browser they were in", async () => {
  const app = await peopledApp();
  const cookie = await signedIn(app, app.wu.id, "591837");
  const stranger = await openPage(app.handler);
  for (let guess = 0; guess < 60; guess++) {
    await login(app, stranger, app.wu.id, "000000", from(`127.0.1.${guess}`));
  }
  assert.match(await (await login(app, stranger, app.wu.id, "591837", BOX)).text(), /Too many/);
  assert.equal((await login(app, cookie, app.wu.id, "591837", BOX)).status, 200);
});

/** Sends a form of the page People, as its owner. */
async function change(app: App, cookie: string, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(form).toString();
  const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
  return await app.handler(browserRequest("/people", { method: "POST", body, headers }), BOX);
}

for (
  const [words, form] of [
    ["signing out everywhere", { action: "sign_out" }],
    ["a new PIN", { action: "set_pin", pin: "730518" }],
    ["a retirement", { action: "retire" }],
  ] as const
) {
  Deno.test(`[CO7, SE8] ${words} ends every device of that person, and nobody else's`, async () => {
    const app = await peopledApp();
    const devices = [
      await signedIn(app, app.wu.id, "591837"),
      await signedIn(app, app.wu.id, "591837"),
    ];
    const owner = await signedIn(app, app.owner.id, "274916");
    assert.equal((await change(app, owner, { ...form, id: app.wu.id })).status, 200);
    for (const device of devices) assert.equal(await status(app, "/", device), 303);
    assert.equal(await status(app, "/", owner), 200);
  });
}

Deno.test("[CO7] whoever sets the first PIN stays signed in; every other browser is asked", async () => {
  const app = guardedApp();
  const owner = app.people.people.owner();
  const [mine, other] = [await openPage(app.handler), await openPage(app.handler)];
  assert.deepEqual([await status(app, "/", mine), await status(app, "/", other)], [200, 200]);
  const done = await change(app, mine, { action: "set_pin", id: owner.id, pin: "274916" });
  assert.equal(done.status, 200);
  assert.deepEqual([await status(app, "/", mine), await status(app, "/", other)], [200, 303]);
});

Deno.test("[CO7] a request that was under way when its person was signed out brings nobody back", () => {
  const storage = memoryStorage();
  const clock = manualClock(1_000_000);
  const store = new SessionStore({ clock, storage, passphrase: "" });
  const signIn = { clinician: "a", atMs: 0, seenMs: 0, fromNetwork: true, revoked: false };
  const token = store.issue({ signIn });
  const found = store.find(token);
  assert.ok(found);
  assert.equal(store.revoke("a"), 1);
  clock.advance(SESSION_LIFETIME_MS / 2 + 1);
  store.seen(found);
  store.renew(found);
  assert.equal(store.find(token)?.signIn?.revoked, true);
  store.end(found);
  store.seen(found);
  store.renew(found);
  store.signIn(found, signIn);
  assert.equal(store.find(token), null);
});

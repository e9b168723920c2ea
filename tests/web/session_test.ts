import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { sessionFile } from "@/lib/web/session_file.ts";
import { SESSION_LIFETIME_MS, SessionStore } from "@/lib/web/session_store.ts";
import {
  browserRequest,
  cookieOf,
  from,
  guardedApp,
  memoryStorage,
  openPage,
} from "./guarded_app.ts";

const BOX = from("127.0.0.1");

Deno.test("[SE2] the session cookie is HttpOnly, SameSite=Strict, 256 bits, named after the port", async () => {
  const { handler } = guardedApp();
  const response = await handler(browserRequest("/"), BOX);
  assert.match(
    response.headers.get("set-cookie") ?? "",
    /^alba_session_8000=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const again = await handler(browserRequest("/"), BOX);
  assert.notEqual(cookieOf(again), cookieOf(response));
});

Deno.test("[SE2] only opening a page starts a session; probes, errors and refusals do not", async () => {
  const storage = memoryStorage();
  const { handler } = guardedApp({ storage });
  for (const path of ["/healthz", "/nowhere", "/not-in-the-table"]) {
    assert.equal((await handler(browserRequest(path), BOX)).headers.get("set-cookie"), null, path);
  }
  await handler(browserRequest("/"), from("10.0.0.1"));
  assert.equal(storage.sessions.length, 0);
  const cookie = await openPage(handler);
  const second = await handler(browserRequest("/", { headers: { cookie } }), BOX);
  assert.equal(second.headers.get("set-cookie"), null);
  assert.equal(storage.sessions.length, 1);
});

Deno.test("[SE2] the token is nowhere in what is stored", async () => {
  const storage = memoryStorage();
  const { handler } = guardedApp({ storage });
  const token = (await openPage(handler)).split("=")[1] ?? "";
  assert.equal(token.length, 43);
  assert.ok(!JSON.stringify(storage.sessions).includes(token));
});

Deno.test("[SE2] a session ends after its lifetime, and an opened page prolongs it", () => {
  const clock = manualClock();
  const store = new SessionStore({ clock, storage: memoryStorage(), passphrase: "" });
  const token = store.issue({ signIn: null });
  clock.advance(SESSION_LIFETIME_MS - 1);
  const session = store.find(token);
  assert.ok(session);
  store.renew(session);
  clock.advance(SESSION_LIFETIME_MS - 1);
  assert.ok(store.find(token), "renewed");
  clock.advance(1);
  assert.equal(store.find(token), null);
});

Deno.test("[SE8] who watches a session hears of a sign-out by hand, and not of its running out", async () => {
  const clock = manualClock(1_000_000);
  const store = new SessionStore({ clock, storage: memoryStorage(), passphrase: "" });
  const signIn = { clinician: "c1", atMs: 0, seenMs: 0, fromNetwork: true, revoked: false };
  const told: string[] = [];
  const opened = (name: string) => {
    const session = store.find(store.issue({ signIn }));
    assert.ok(session);
    return { session, stop: store.watch(session.id, () => told.push(name)) };
  };
  const [left, kept, gone] = [opened("left"), opened("kept"), opened("gone")];
  gone.stop();
  store.signOut(left.session);
  await Promise.resolve();
  assert.deepEqual(told, ["left"]);
  store.end(kept.session);
  const moved = opened("everywhere");
  clock.advance(SESSION_LIFETIME_MS + 1);
  assert.equal(store.byId(moved.session.id), null);
  await Promise.resolve();
  assert.deepEqual(told, ["left"], "running out, and a new token, are nobody's sign-out");
  opened("again");
  assert.equal(store.revoke("c1"), 1);
  await Promise.resolve();
  assert.ok(told.includes("again") && !told.includes("gone"));
});

Deno.test("[SE4] sessions are bounded: the oldest makes room", () => {
  const storage = memoryStorage();
  const store = new SessionStore({ clock: manualClock(), storage, passphrase: "" });
  const oldest = store.issue({ signIn: null });
  const second = store.issue({ signIn: null });
  for (let i = 0; i < 499; i++) store.issue({ signIn: null });
  assert.equal(storage.sessions.length, 500);
  assert.equal(store.find(oldest), null);
  assert.ok(store.find(second));
});

Deno.test("[CO1] a page keeps its session over a restart of the service", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/sessions.json`;
  const clock = manualClock();
  const store = () => new SessionStore({ clock, storage: sessionFile(path), passphrase: "p" });
  const signIn = {
    clinician: "a",
    atMs: 1,
    seenMs: 2,
    fromNetwork: true,
    revoked: false,
  };
  const token = store().issue({ signIn });
  assert.deepEqual(store().find(token)?.signIn, signIn);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("[SE5] the session file is private", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/sessions.json`;
  new SessionStore({ clock: manualClock(), storage: sessionFile(path), passphrase: "" })
    .issue({ signIn: null });
  assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("[SE2] a damaged session file or a lost folder costs sessions, never the service", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/sessions.json`;
  for (const damage of ["", "{", '[{"tokenHash":"x"}]', '{"a":1}']) {
    await Deno.writeTextFile(path, damage);
    const storage = sessionFile(path);
    const store = new SessionStore({ clock: manualClock(), storage, passphrase: "" });
    assert.ok(store.find(store.issue({ signIn: null })), damage);
  }
  await Deno.remove(folder, { recursive: true });
  const store = new SessionStore({
    clock: manualClock(),
    storage: sessionFile(path),
    passphrase: "",
  });
  assert.ok(store.find(store.issue({ signIn: null })));
});

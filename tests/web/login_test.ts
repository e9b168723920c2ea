import assert from "node:assert/strict";
import { manualClock } from "@/lib/clock.ts";
import { Login } from "@/lib/web/login.ts";
import { memoryPeople } from "@/tests/people/memory_people.ts";
import { LoginLimiter } from "@/lib/web/login_limiter.ts";
import {
  browserRequest,
  cookieOf,
  from,
  guardedApp,
  memoryStorage,
  openPage,
} from "./guarded_app.ts";

const BOX = from("127.0.0.1");

Deno.test("[SE2] with a passphrase, pages lead to the login and changes are refused", async () => {
  const { handler, changes } = guardedApp({ passphrase: "correct horse" });
  const page = await handler(browserRequest("/?q=a%20b"), BOX);
  assert.equal(page.status, 303);
  assert.equal(page.headers.get("location"), "/login?next=%2F%3Fq%3Da%2520b");
  const cookie = await openPage(handler);
  const change = await handler(browserRequest("/", { method: "POST", headers: { cookie } }), BOX);
  assert.equal(change.status, 401);
  assert.equal(changes(), 0);
  assert.equal((await handler(browserRequest("/healthz"), BOX)).status, 200);
});

Deno.test("[SE2] signing in opens pages, replaces the token, and signing out ends it", async () => {
  const { handler } = guardedApp({ passphrase: "correct horse" });
  const before = await openPage(handler);
  const post = (path: string, cookie: string, body?: string) =>
    handler(browserRequest(path, { method: "POST", body, headers: { cookie } }), BOX);
  assert.equal((await post("/login", before, "wrong")).status, 401);
  const signedIn = await post("/login", before, "correct horse");
  assert.equal(signedIn.status, 200);
  const cookie = cookieOf(signedIn);
  assert.notEqual(cookie, before);
  const open = (value: string) => handler(browserRequest("/", { headers: { cookie: value } }), BOX);
  assert.equal((await open(cookie)).status, 200);
  // Not 401, which would say that this session lives and has yet to sign in.
  assert.equal((await post("/", before)).status, 403, "the token from before is worth nothing");
  const out = await post("/logout", cookie);
  assert.match(out.headers.get("set-cookie") ?? "", /Max-Age=0/);
  assert.equal((await open(cookie)).status, 303);
});

Deno.test("[SE2] without a passphrase there is no login", async () => {
  const { handler } = guardedApp();
  assert.equal((await handler(browserRequest("/"), BOX)).status, 200);
});

Deno.test("[SE2] too many wrong passphrases: the wait is said in seconds, and ends", async () => {
  const clock = manualClock();
  const { people } = memoryPeople({ hasPassphrase: true });
  const login = new Login({ passphrase: "right", clock, people });
  const attempt = (passphrase: string) => login.passphrase(passphrase, { peer: "127.0.0.1" });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => attempt("wrong")));
  assert.equal(outcomes.filter((outcome) => !outcome.ok && outcome.code === "wrong").length, 5);
  assert.deepEqual(await attempt("right"), {
    ok: false,
    code: "wait",
    words: "Too many wrong tries. Wait 1 second, then try again.",
    waitMs: 1_000,
  });
  clock.advance(1_000);
  assert.deepEqual(await attempt("right"), { ok: true, person: people.owner() });
});

Deno.test("[SE2] after five failures each further one doubles the wait, up to a minute", () => {
  const limiter = new LoginLimiter();
  let now = 0;
  for (let i = 0; i < 5; i++) assert.ok(limiter.begin({ peer: "a" }, now).ok);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.deepEqual(limiter.begin({ peer: "a" }, now), { ok: false, waitMs: seconds * 1000 });
    now += seconds * 1000 - 1;
    assert.deepEqual(limiter.begin({ peer: "a" }, now), { ok: false, waitMs: 1 });
    now += 1;
    assert.ok(limiter.begin({ peer: "a" }, now).ok, `after ${seconds} s`);
  }
});

Deno.test("[SE2] a success forgives what came before, and so does a quiet quarter of an hour", () => {
  const limiter = new LoginLimiter();
  for (let i = 0; i < 4; i++) limiter.begin({ peer: "a" }, 0);
  const turn = limiter.begin({ peer: "a" }, 0);
  assert.ok(turn.ok);
  turn.succeeded();
  for (let i = 0; i < 5; i++) assert.ok(limiter.begin({ peer: "a" }, 0).ok);
  assert.ok(!limiter.begin({ peer: "a" }, 999).ok);
  const later = 15 * 60_000;
  for (let i = 0; i < 5; i++) assert.ok(limiter.begin({ peer: "a" }, later).ok);
  assert.ok(!limiter.begin({ peer: "a" }, later).ok);
});

Deno.test("[SE2] many addresses together are slowed down too, but never for more than 15 s", () => {
  const limiter = new LoginLimiter();
  for (let i = 0; i < 20; i++) assert.ok(limiter.begin({ peer: `peer ${i}` }, 0).ok);
  assert.deepEqual(limiter.begin({ peer: "another" }, 0), { ok: false, waitMs: 1000 });
  let now = 0;
  for (let i = 0; i < 3000; i++) {
    const turn = limiter.begin({ peer: `more ${i}` }, now);
    if (!turn.ok) {
      assert.ok(turn.waitMs <= 15_000);
      now += turn.waitMs;
    }
  }
  assert.ok(limiter.begin({ peer: "owner" }, now + 15_000).ok);
});

Deno.test("[SE2] a passphrase that was changed ends the sessions of the old one", async () => {
  const storage = memoryStorage();
  const first = guardedApp({ passphrase: "old", storage });
  const cookie = cookieOf(
    await first.handler(
      browserRequest("/login", {
        method: "POST",
        body: "old",
        headers: { cookie: await openPage(first.handler) },
      }),
      BOX,
    ),
  );
  const status = async (passphrase: string) => {
    const { handler } = guardedApp({ passphrase, storage, people: first.people });
    return (await handler(browserRequest("/", { headers: { cookie } }), BOX)).status;
  };
  assert.equal(await status("old"), 200);
  assert.equal(await status("new"), 303);
});

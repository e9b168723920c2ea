import assert from "node:assert/strict";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { MAX_SOCKETS } from "@/lib/web/message_limits.ts";
import { openTestBox } from "./test_box.ts";
import { TestPage } from "./test_page.ts";

const FOREIGN: readonly (readonly [string, (own: Own) => Record<string, string>])[] = [
  ["a foreign origin", ({ cookie }) => ({ cookie, origin: "https://example.com" })],
  ["the origin of another port", ({ cookie }) => ({ cookie, origin: "http://127.0.0.1:1" })],
  ["no origin", ({ cookie }) => ({ cookie })],
  ["an opaque origin", ({ cookie }) => ({ cookie, origin: "null" })],
  ["no cookie", ({ origin }) => ({ origin })],
  ["a cookie of somebody else's", ({ cookie, origin }) => ({
    origin,
    cookie: cookie.replace(/=.*/, `=${"A".repeat(43)}`),
  })],
  ["a proxy between", ({ cookie, origin }) => ({ cookie, origin, "x-forwarded-for": "10.0.0.9" })],
];

interface Own {
  readonly cookie: string;
  readonly origin: string;
}

for (const [words, headers] of FOREIGN) {
  Deno.test(`[SE2, SE1] a socket with ${words} is not opened, and the consultation hears nothing of it`, async () => {
    await using box = await openTestBox();
    const id = await box.start();
    const page = new TestPage(box, id, headers(box));
    assert.equal(await page.opened, false);
    assert.deepEqual(page.messages, []);
    assert.equal(box.services.rooms.session(id)?.state.clients.tabs.size, 0);
  });
}

for (const host of ["evil.example", "evil.example:8000", "127.0.0.1.evil.example"]) {
  Deno.test(`[SE2] a socket asked for under the name ${host} is not opened (DNS rebinding)`, async () => {
    await using box = await openTestBox();
    const id = await box.start();
    const status = await upgradeStatus(box.origin, `/consultations/${id}/socket`, {
      Host: host,
      Origin: `http://${host}`,
      Cookie: box.cookie,
    });
    assert.equal(status, 421);
    assert.equal(box.services.rooms.session(id)?.state.clients.tabs.size, 0);
  });
}

/** Asks for a socket by hand, since a WebSocket client always names the host it connects to. */
async function upgradeStatus(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = Object.entries({
    ...headers,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const answer = new Uint8Array(1024);
  const read = await connection.read(answer) ?? 0;
  return Number(new TextDecoder().decode(answer.subarray(0, read)).split(" ")[1]);
}

Deno.test("[SE2] a socket asked for by hand under the box's own name is opened", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const status = await upgradeStatus(box.origin, `/consultations/${id}/socket`, {
    Host: new URL(box.origin).host,
    Origin: box.origin,
    Cookie: box.cookie,
  });
  assert.equal(status, 101);
});

Deno.test("[SE2] the same socket with its own cookie and origin is opened", async () => {
  await using box = await openTestBox();
  const page = new TestPage(box, await box.start());
  assert.equal(await page.opened, true);
  await page.drop();
});

Deno.test("[CO2] a socket to a consultation that is not there says that it is over", async () => {
  await using box = await openTestBox();
  const page = new TestPage(box, "00000000000000000000000000");
  assert.equal((await page.ended).code, 4003);
});

Deno.test("[SE4] no more sockets than a box needs: one more is refused, and a place becomes free again", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  const pages = Array.from({ length: MAX_SOCKETS }, () => new TestPage(box, id));
  assert.ok((await Promise.all(pages.map((page) => page.opened))).every(Boolean));
  const oneMore = await new TestPage(box, id).ended;
  assert.equal(oneMore.code, CLOSE.full);
  assert.match(oneMore.reason, /Too many pages/);
  await pages[0]?.drop();
  const next = new TestPage(box, id);
  assert.equal((await next.hello()).in_control, true);
  await Promise.all([next, ...pages.slice(1)].map((page) => page.drop()));
});

Deno.test("[SE2, CO3] a consultation cannot be started or stopped from another site", async () => {
  await using box = await openTestBox();
  const id = await box.start();
  for (const path of ["/consultations", `/consultations/${id}/stop`]) {
    const response = await fetch(box.origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: box.cookie, origin: "https://example.com" },
      body: new URLSearchParams(),
    });
    await response.body?.cancel();
    assert.equal(response.status, 403, path);
  }
  assert.equal(box.record.consultations.get(id)?.state, "live");
});

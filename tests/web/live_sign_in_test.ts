import assert from "node:assert/strict";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
import { CLOSE } from "@/lib/protocol/shared.ts";
import { openTestBox, type TestBox } from "@/tests/ws/test_box.ts";
import { numbered, sendFrames, TestPage } from "@/tests/ws/test_page.ts";

const PIN = "274916";

async function post(box: TestBox, path: string, cookie: string, form: Record<string, string>) {
  const response = await fetch(box.origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: box.origin, cookie },
    body: new URLSearchParams(form),
  });
  await response.body?.cancel();
  assert.equal(response.status, 303, path);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
}

/** A box where everybody signs in, its owner, and the cookie of a browser in which they did. */
async function signedInBox() {
  const box = await openTestBox();
  const { people } = box.services;
  const owner = people.owner();
  assert.ok((await people.setPin(owner.id, PIN, owner)).ok);
  const signIn = (cookie: string) =>
    post(box, "/login", cookie, { person: owner.id, pin: PIN, next: "/" });
  return { box, owner, signIn, cookie: await signIn(box.cookie) };
}

/** A browser that nobody has used yet. */
async function freshCookie(box: TestBox): Promise<string> {
  const response = await fetch(`${box.origin}/login`);
  await response.body?.cancel();
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function start(box: TestBox, cookie: string): Promise<string> {
  const response = await fetch(`${box.origin}/consultations`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: box.origin, cookie },
    body: new URLSearchParams({ reference: "" }),
  });
  await response.body?.cancel();
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

Deno.test("[SE8] when a sign-in ends during a live consultation, recording goes on and controls ask again", async () => {
  const { box, owner, signIn, cookie } = await signedInBox();
  await using _ = box;
  const id = await start(box, cookie);
  const page = new TestPage({ origin: box.origin, cookie }, id);
  await page.hello();
  await page.capture();
  await sendFrames(box, page, 0, 10);

  await post(box, "/people", cookie, { action: "sign_out", id: owner.id });
  assert.equal((await page.next("error")).in_reply_to, null, "it is told at once");
  await sendFrames(box, page, 10, 20);
  assert.equal(box.services.rooms.session(id)?.state.capture.position, 20 * 320);
  const controls: PageMessage[] = [
    { type: "typed", text: "Allergic to penicillin." },
    { type: "take_control" },
    { type: "speakers", count: 2 },
    { type: "alarm_ack", alarm_ids: ["a"] },
  ];
  for (const control of controls) {
    page.say(control);
    const error = await page.next("error");
    assert.deepEqual([error.code, error.in_reply_to], ["signed_out", control.type]);
    assert.match(error.message, /Recording goes on\. Sign in again/);
  }
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  assert.equal((await page.next("speak_refused")).code, "signed_out");
  assert.deepEqual(box.record.segments.list(box.services.rooms.session(id)!.consultation), []);

  await signIn(cookie);
  page.say({ type: "typed", text: "Allergic to penicillin." });
  assert.equal((await page.next("transcript")).committed[0]?.text, "Allergic to penicillin.");
  page.raw(encodeFrame(20, numbered(20)));
  await page.settled();
  await page.drop();
});

/** Ways in which somebody ends a sign-in on purpose; `other` is a second owner's browser. */
const BY_HAND: {
  readonly [name: string]: (
    box: TestBox,
    cookies: { readonly own: string; readonly other: string },
    person: string,
  ) => Promise<unknown>;
} = {
  "signing out": (box, { own }) => post(box, "/logout", own, {}),
  "sign out everywhere": (box, { other }, id) =>
    post(box, "/people", other, { action: "sign_out", id }),
  "a new PIN set by another": (box, { other }, id) =>
    post(box, "/people", other, { action: "set_pin", id, pin: "882734" }),
  "retiring": (box, { other }, id) => post(box, "/people", other, { action: "retire", id }),
};

for (const [name, end] of Object.entries(BY_HAND)) {
  Deno.test(`[SE8] ${name} closes the page that watches; the one that records goes on`, async () => {
    const { box, owner } = await signedInBox();
    await using _ = box;
    const wu = await box.services.people.add(
      { name: "Wu", role: "owner", pin: "591837" },
      owner,
    );
    assert.ok(wu.ok);
    const own = await post(box, "/login", await freshCookie(box), {
      ...{ person: wu.person.id, pin: "591837", next: "/" },
    });
    const other = await post(box, "/login", await freshCookie(box), {
      ...{ person: owner.id, pin: PIN, next: "/" },
    });
    const id = await start(box, own);
    const open = async (cookie: string, tab: string) => {
      const page = new TestPage({ origin: box.origin, cookie }, id);
      await page.hello(tab);
      return page;
    };
    const records = await open(own, "records");
    await records.capture();
    await sendFrames(box, records, 0, 10);
    const [watches, colleague] = [await open(own, "watches"), await open(other, "colleague")];

    await end(box, { own, other }, wu.person.id);
    assert.equal((await watches.next("closing")).code, CLOSE.signed_out);
    assert.match((await records.next("error")).message, /Recording goes on.*sign in again/);
    await sendFrames(box, records, 10, 20);
    assert.equal(box.services.rooms.session(id)?.state.capture.position, 20 * 320);
    records.say({ type: "typed", text: "Allergic to penicillin." });
    assert.equal((await records.next("error")).code, "signed_out");

    await colleague.settled();
    colleague.say({ type: "take_control" });
    assert.equal((await colleague.next("control")).in_control, true);
    assert.equal((await records.next("closing")).code, CLOSE.signed_out);
    await colleague.drop();
  });
}

Deno.test("[SE8] whoever sets their own new PIN keeps every page of that browser", async () => {
  const { box, owner, cookie } = await signedInBox();
  await using _ = box;
  const id = await start(box, cookie);
  const page = new TestPage({ origin: box.origin, cookie }, id);
  await page.hello("watches");
  const records = new TestPage({ origin: box.origin, cookie }, id);
  await records.hello("records");
  records.say({ type: "take_control" });
  await records.settled();
  await post(box, "/people", cookie, { action: "set_pin", id: owner.id, pin: "882734" });
  await page.settled();
  records.say({ type: "typed", text: "Allergic to penicillin." });
  assert.equal((await page.next("transcript")).committed[0]?.text, "Allergic to penicillin.");
  await page.settled();
  await records.settled();
  assert.deepEqual([...page.all("closing"), ...records.all("closing")], []);
  assert.deepEqual(records.all("error"), []);
  await page.drop();
  await records.drop();
});

Deno.test("[SE8] silencing Alba and stopping are never held up by a sign-in that has ended", async () => {
  const { box, owner, cookie } = await signedInBox();
  await using _ = box;
  const id = await start(box, cookie);
  const page = new TestPage({ origin: box.origin, cookie }, id);
  await page.hello();
  await page.capture();
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  const { utterance_id } = await page.next("speak_ready");
  page.say({ type: "speak_started", utterance_id });
  await page.settled();
  await post(box, "/people", cookie, { action: "sign_out", id: owner.id });
  await page.next("error");
  page.say({ type: "cancel_speak" });
  assert.equal((await page.next("speak_cancel")).utterance_id, utterance_id);
  page.say({ type: "stop" });
  assert.notEqual((await page.next("lifecycle")).lifecycle, "live");
  assert.deepEqual(page.all("error"), []);
  await page.drop();
});

Deno.test("[CO7] a consultation bears the name of whoever is signed in, and speaks under it", async () => {
  const { box, owner, cookie: before } = await signedInBox();
  await using _ = box;
  const made = { name: "Wu", role: "clinician", pin: "591837" } as const;
  const wu = await box.services.people.add(made, owner);
  assert.ok(wu.ok);
  const form = { person: wu.person.id, pin: made.pin, next: "/" };
  const cookie = await post(box, "/login", before, form);
  const id = await start(box, cookie);
  const session = box.services.rooms.session(id);
  assert.ok(session);
  assert.equal(box.record.consultations.get(session.consultation)?.clinicianName, "Wu");
  const page = new TestPage({ origin: box.origin, cookie }, id);
  await page.hello();
  await page.capture();
  page.say({ type: "speak", ref: { phrase: "disclosure" } });
  assert.match((await page.next("speak_ready")).text, /working with Dr Wu\./);
  const live = await fetch(`${box.origin}/consultations/${id}`, { headers: { cookie } });
  assert.match(await live.text(), /working with Dr Wu\./);
  await page.drop();
});

import assert from "node:assert/strict";
import { encodeFrame } from "@/lib/page/encode_frame.ts";
import type { PageMessage } from "@/lib/protocol/page_messages.ts";
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

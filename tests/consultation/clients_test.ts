import assert from "node:assert/strict";
import { CLOSE, PROTOCOL_VERSION } from "@/lib/protocol/shared.ts";
import { clinicianId } from "@/lib/record/ids.ts";
import { messagesTo, ofType, Steps } from "./step_harness.ts";

Deno.test("[CO3] a second page watches: it cannot record, speak or stop", () => {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello("first");
  const joined = messagesTo(steps.hello("second"), "second")[0];
  assert.equal(joined?.type === "state" && joined.in_control, false);
  const refusals = [
    steps.say({ type: "stop" }, "second"),
    steps.say({ type: "typed", text: "hello" }, "second"),
    steps.frames(0, 1, "second"),
  ];
  for (const effects of refusals) {
    assert.equal(messagesTo(effects, "second")[0]?.type, "error");
    assert.equal(effects.length, 1);
  }
  const speak = steps.say({ type: "speak", ref: { phrase: "go_on" } }, "second");
  assert.equal(messagesTo(speak, "second")[0]?.type, "speak_refused");
});

Deno.test("[SE4] a watching page that streams sound is answered once, not fifty times a second", () => {
  const steps = new Steps();
  steps.hello("first");
  steps.hello("second");
  assert.equal(steps.frames(0, 50, "second").length, 1);
});

Deno.test("[CO3] control is taken in one tap, audited, and the other page is told", () => {
  const steps = new Steps();
  steps.hello("first");
  steps.hello("second");
  const effects = steps.say({ type: "take_control" }, "second");
  assert.equal(ofType(effects, "audit")[0]?.entry.kind, "access.take_control");
  assert.deepEqual(messagesTo(effects, "second")[0], { type: "control", in_control: true });
  assert.deepEqual(messagesTo(effects, "first")[0], { type: "control", in_control: false });
});

Deno.test("[CO5] the same tab takes its old socket's place without waiting for it to die", () => {
  const steps = new Steps();
  steps.hello("old", "tab");
  const effects = steps.hello("new", "tab");
  assert.deepEqual(ofType(effects, "close_link").map(({ link, code }) => ({ link, code })), [
    { link: "old", code: CLOSE.replaced },
  ]);
  assert.equal(steps.state.clients.controller, "new");
  // The old socket's late death must not take control away from the new one.
  steps.on({ type: "disconnected", link: "old" });
  assert.equal(steps.state.clients.controller, "new");
});

Deno.test("[SE8] who signs out by hand reads along no more; the page that records stays", () => {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello("page");
  steps.capture();
  steps.frames(0, 5, "page");
  steps.hello("watches");
  const gone = steps.on({ type: "signed_out", link: "watches" });
  assert.deepEqual(ofType(gone, "close_link").map(({ link, code }) => ({ link, code })), [
    { link: "watches", code: CLOSE.signed_out },
  ]);
  assert.match(ofType(gone, "close_link")[0]?.words ?? "", /Sign in/);
  const stays = steps.on({ type: "signed_out", link: "page" });
  assert.deepEqual(ofType(stays, "close_link"), []);
  const [told] = messagesTo(stays, "page");
  assert.equal(told?.type === "error" && told.code, "signed_out");
  assert.equal(steps.state.clients.controller, "page");
  assert.ok(ofType(steps.frames(5, 6, "page"), "record_audio").length > 0, "a frame was lost");
});

Deno.test("[SE8] a signed-out page goes when it loses control, unless somebody signed in there again", () => {
  const doctor = { id: clinicianId.parse("01J00000000000000000000009"), name: "Dr Jones" };
  for (const isBack of [false, true]) {
    const steps = new Steps();
    steps.hello("records");
    steps.hello("other");
    steps.on({ type: "signed_out", link: "records" });
    if (isBack) steps.say({ type: "typed", text: "hello" }, "records", doctor);
    const effects = steps.say({ type: "take_control" }, "other", doctor);
    const told = messagesTo(effects, "records").map(({ type }) => type);
    assert.deepEqual(told, isBack ? ["control"] : []);
    const closed = ofType(effects, "close_link").map(({ code }) => code);
    assert.deepEqual(closed, isBack ? [] : [CLOSE.signed_out]);
    assert.equal(steps.state.clients.controller, "other");
  }
});

Deno.test("[CO3] when the page in control is gone the next one to say hello has control", () => {
  const steps = new Steps();
  steps.hello("first");
  steps.on({ type: "disconnected", link: "first" });
  steps.hello("second");
  assert.equal(steps.state.clients.controller, "second");
});

Deno.test("[CO3] a page of another version or room is sent away in words", () => {
  const steps = new Steps();
  const hello = { type: "hello" as const, version: 99, room: "room-1", client: "t" };
  assert.match(ofType(steps.say(hello), "close_link")[0]?.words ?? "", /Reload/);
  const elsewhere = { ...hello, version: PROTOCOL_VERSION, room: "room-9" };
  assert.match(ofType(steps.say(elsewhere), "close_link")[0]?.words ?? "", /another room/);
  assert.equal(steps.state.clients.controller, null);
});

Deno.test("[SE4] nothing is accepted before hello", () => {
  const steps = new Steps();
  const [answer] = messagesTo(steps.say({ type: "stop" }), "page");
  assert.equal(answer?.type === "error" && answer.code, "hello_first");
});

Deno.test("[CO3, CO7, FI3] control, Stop and an acknowledgement name who is signed in on that page", () => {
  const colleague = { id: clinicianId.parse("01J00000000000000000000009"), name: "Dr Jones" };
  const steps = new Steps();
  steps.hello("first");
  steps.hello("second");
  const taken = steps.say({ type: "take_control" }, "second", colleague);
  assert.deepEqual(ofType(taken, "audit")[0]?.entry.detail, { clinician: colleague.id });
  const pain = "I've got a crushing pain in my chest and it goes down my left arm.";
  steps.say({ type: "typed", text: pain, role: "patient" }, "second", colleague);
  const alarms = steps.state.alarms.alarms.map(({ id }) => id);
  assert.ok(alarms.length > 0);
  const seen = steps.say({ type: "alarm_ack", alarm_ids: alarms }, "second", colleague);
  assert.equal(ofType(seen, "save_alarm_acknowledged")[0]?.clinician, colleague.id);
  assert.equal(steps.state.alarms.alarms[0]?.acknowledged?.by, "Dr Jones");
  const stopped = steps.say({ type: "stop" }, "second", colleague);
  assert.equal(ofType(stopped, "save_transition")[0]?.clinician, colleague.id);
});

import assert from "node:assert/strict";
import { messagesTo, ofType, SETTINGS, Steps } from "./step_harness.ts";

function recording(): Steps {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello();
  steps.capture("e1");
  steps.frames(0, 50);
  return steps;
}

Deno.test("[CO6] the patient's answer is noted with who noted it, and every page sees it", () => {
  const steps = recording();
  const effects = steps.say({ type: "consent", answer: "given" });
  assert.deepEqual(ofType(effects, "save_consent"), [
    { type: "save_consent", answer: "given", clinician: SETTINGS.clinician.id },
  ]);
  assert.ok(
    messagesTo(effects, "elsewhere").some((m) => m.type === "consent" && m.consent === "given"),
  );
  assert.equal(steps.state.capture.status, "recording");
  assert.deepEqual(steps.say({ type: "consent", answer: "given" }), [], "the same answer twice");
});

for (const answer of ["refused", "withdrawn"] as const) {
  Deno.test(`[CO6] consent ${answer} stops Alba listening in the same step`, () => {
    const steps = recording();
    const effects = steps.say({ type: "consent", answer });
    assert.deepEqual(ofType(effects, "save_paused").map(({ reason }) => reason), [answer]);
    assert.equal(steps.state.capture.status, "paused");
    assert.deepEqual(ofType(steps.frames(50, 60), "record_audio"), []);
  });

  Deno.test(`[CO6] after consent ${answer} Resume is refused in words until the patient agrees`, () => {
    const steps = recording();
    steps.say({ type: "consent", answer });
    const refused = steps.say({ type: "resume" });
    const [error] = messagesTo(refused, "page");
    assert.ok(error?.type === "error" && error.code === "no_consent");
    assert.equal(steps.state.capture.status, "paused");
    steps.say({ type: "consent", answer: "given" });
    assert.equal(steps.state.capture.status, "paused", "agreeing starts nothing by itself");
    steps.say({ type: "resume" });
    steps.capture("e1");
    assert.equal(steps.state.capture.status, "recording");
  });
}

Deno.test("[CO6] a no during a pause is on the record, and the page says it", () => {
  const steps = recording();
  steps.say({ type: "pause" });
  const effects = steps.say({ type: "consent", answer: "withdrawn" });
  assert.deepEqual(ofType(effects, "save_paused").map(({ reason }) => reason), ["withdrawn"]);
  assert.match(steps.state.capture.words, /withdrawn/);
  steps.say({ type: "consent", answer: "given" });
  assert.match(steps.state.capture.words, /Off the record/);
});

Deno.test("[CO6, CO3] a page that only watches can neither pause nor answer for the patient", () => {
  const steps = recording();
  steps.hello("watcher");
  for (const message of [{ type: "pause" }, { type: "consent", answer: "refused" }] as const) {
    const [error] = messagesTo(steps.say(message, "watcher"), "watcher");
    assert.ok(error?.type === "error" && error.code === "not_in_control");
  }
  assert.equal(steps.state.capture.status, "recording");
});

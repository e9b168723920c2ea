import assert from "node:assert/strict";
import { messagesTo, ofType } from "./step_harness.ts";
import { AutoSteps, type AutoStepsOptions } from "./auto_steps.ts";

const CONSENT_UNCLEAR = "The patient may not agree. Ask, and note the answer under Consent.";
const NO = "No, I do not want that.";

/** The disclosure has been heard to its end, and half a second of sound has come since. */
function asked(options: AutoStepsOptions = {}): AutoSteps {
  const steps = new AutoSteps({
    invitationGiven: false,
    ...options,
    restored: { disclosureSpoken: false, ...options.restored },
  }).recording();
  said(steps, steps.toggle());
  steps.frames(10, 60);
  return steps;
}

function said(steps: AutoSteps, effects: ReturnType<AutoSteps["on"]>): void {
  const id = ofType(effects, "prepare_speech")[0]?.utteranceId;
  assert.ok(id !== undefined, "nothing is said");
  steps.spoken(id);
}

const phaseOf = ({ state }: AutoSteps) => state.auto?.drive.core.phase;

Deno.test("[EN2, CO6] a no to the disclosure ends the run in words, and nothing more is prepared", () => {
  const steps = asked();
  const effects = steps.heard(NO);
  assert.equal(phaseOf(steps), "OFF");
  const [off] = messagesTo(effects, "page").filter(({ type }) => type === "auto_toggled");
  assert.ok(off?.type === "auto_toggled" && !off.on);
  assert.equal(off.words, CONSENT_UNCLEAR);
  const rows = ofType(effects, "audit").filter(({ entry }) => entry.kind === "auto.disabled");
  assert.deepEqual(rows.map(({ entry }) => Object(entry.detail)["reason"]), ["consent_unclear"]);
  assert.deepEqual(ofType(steps.quietFor(20), "prepare_speech"), []);
});

Deno.test("[EN2] a yes lets the run go on to the invitation", () => {
  const steps = asked();
  steps.heard("Yes, that's fine.");
  assert.equal(phaseOf(steps), "INVITATION");
  assert.equal(ofType(steps.quietFor(2), "prepare_speech").length, 1);
});

Deno.test("[EN2] a no that is written down after the invitation's end is still the answer", () => {
  const steps = asked();
  const answeredAt = steps.state.auto?.position;
  said(steps, steps.quietFor(2));
  assert.equal(phaseOf(steps), "GOLDEN");
  steps.heard(NO, answeredAt);
  assert.equal(phaseOf(steps), "OFF");
});

Deno.test("[EN2] what was said before the disclosure's end, or after the invitation, answers something else", () => {
  const before = new AutoSteps({ restored: { disclosureSpoken: false }, invitationGiven: false })
    .recording();
  said(before, before.toggle());
  before.heard(NO, before.state.auto?.answer.from ?? 0);
  assert.equal(phaseOf(before), "INVITATION");
  const after = asked();
  said(after, after.quietFor(2));
  after.frames(60, 110);
  after.heard(NO);
  assert.equal(phaseOf(after), "GOLDEN");
});

Deno.test("[EN2, CO6] what the doctor has noted as given is given, before a restart or since", () => {
  const noted = asked();
  noted.say({ type: "consent", answer: "given" });
  noted.heard(NO);
  assert.equal(phaseOf(noted), "INVITATION");
  const restored = asked({ restored: { consent: "given" } });
  restored.heard(NO);
  assert.equal(phaseOf(restored), "INVITATION");
});

Deno.test("[EN2] the doctor can start again after an unclear answer", () => {
  const steps = asked();
  steps.heard(NO);
  assert.equal(phaseOf(steps), "OFF");
  said(steps, steps.toggle());
  assert.equal(phaseOf(steps), "GOLDEN");
});

import assert from "node:assert/strict";
import { AutoTalk } from "./auto_talk.ts";

/** The disclosure has just been heard to its end. */
function asked(): AutoTalk {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.hear(8_000);
  assert.equal(talk.state.phase, "INVITATION");
  return talk;
}

function refuse(talk: AutoTalk): void {
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: true, refuses: true });
}

function disabled(talk: AutoTalk): unknown {
  return talk.audits("auto.disabled").at(-1)?.detail["reason"];
}

Deno.test("[EN2] the invitation waits for two quiet seconds after the disclosure", () => {
  const talk = asked();
  assert.deepEqual(talk.said(), ["disclosure"]);
  talk.wait(1_900);
  talk.report({ quietMs: 1_900 });
  assert.equal(talk.saying(), null);
  talk.wait(100);
  talk.report({ quietMs: 2_000 });
  assert.equal(talk.saying(), "invitation");
  assert.deepEqual(talk.audits("auto.enable_retry"), []);
});

Deno.test("[EN2] an answer is not spoken over: its own quiet counts anew", () => {
  const talk = asked();
  talk.quietTo(500);
  talk.speak(1_200);
  talk.quietTo(1_500);
  assert.equal(talk.saying(), null);
  talk.speak(6_000);
  talk.report({ quietMs: 500 });
  assert.deepEqual(talk.said(), ["disclosure"]);
  talk.quietTo(2_000);
  assert.equal(talk.saying(), "invitation");
});

Deno.test("[EN2] quiet from before the question's end is nobody's answer", () => {
  const talk = asked();
  talk.report({ quietMs: 9_000 });
  assert.equal(talk.saying(), null);
  talk.wait(2_000);
  talk.report({ quietMs: 11_000 });
  assert.equal(talk.saying(), "invitation");
});

Deno.test("[EN3] a long answer uses up neither the window nor an attempt", () => {
  const talk = asked();
  talk.speak(60_000);
  assert.equal(talk.state.phase, "INVITATION");
  talk.quietTo(2_000);
  assert.equal(talk.saying(), "invitation");
  talk.endSpeech("politeness_abort", false, 0.03);
  talk.nowMs += 20_000;
  talk.on({ type: "tick" });
  assert.equal(talk.state.phase, "INVITATION", "the window is the invitation's own");
  talk.quietMs = 0;
  talk.quietTo(500);
  assert.deepEqual(talk.audits("auto.enable_retry").map(({ detail }) => detail["attempt"]), [2]);
});

Deno.test("[EN3] the attempts that the disclosure cost stay spent, and its answer costs none", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.endSpeech("politeness_abort", false, 0.03);
  talk.quietTo(500);
  talk.hear(8_000);
  talk.quietTo(2_000);
  assert.deepEqual(
    talk.audits("auto.enable_retry").map(({ detail }) => [detail["phrase"], detail["attempt"]]),
    [["disclosure", 2]],
  );
  talk.endSpeech("politeness_abort", false, 0.03);
  talk.quietMs = 0;
  talk.quietTo(500);
  talk.endSpeech("politeness_abort", false, 0.03);
  assert.equal(disabled(talk), "too_loud_to_start");
});

Deno.test("[EN2, CO6] a refusal ends the run at once, and Alba says nothing more", () => {
  const talk = asked();
  talk.speak(1_500, false);
  refuse(talk);
  assert.equal(talk.state.phase, "OFF");
  assert.equal(disabled(talk), "consent_unclear");
  assert.equal(
    talk.pushes("auto_toggled").at(-1)?.words,
    "The patient may not agree. Ask, and note the answer under Consent.",
  );
  talk.quietTo(20_000);
  assert.deepEqual(talk.said(), ["disclosure"]);
});

Deno.test("[EN2] a refusal that is written down while the invitation plays silences it", () => {
  const talk = asked();
  talk.speak(1_500, false);
  talk.quietTo(2_000);
  talk.on({ type: "speech_started", utterance: talk.current() });
  refuse(talk);
  assert.equal(talk.all("cancel_say").length, 1);
  assert.equal(disabled(talk), "consent_unclear");
});

Deno.test("[EN2] after a refusal the doctor can start again", () => {
  const talk = asked();
  refuse(talk);
  talk.toggleOn({ disclosureGiven: true });
  assert.equal(talk.saying() ?? talk.state.phase, "invitation");
});

Deno.test("[EN2] a no of a time without a run ends nothing", () => {
  const talk = new AutoTalk();
  refuse(talk);
  assert.deepEqual(talk.audits("auto.disabled"), []);
});

import assert from "node:assert/strict";
import { messagesTo, ofType } from "./step_harness.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";

const told = (effects: ReturnType<AutoSteps["on"]>, type: string) =>
  messagesTo(effects, "page").filter((message) => message.type === type);

function prepared(effects: ReturnType<AutoSteps["on"]>): string {
  const id = ofType(effects, "prepare_speech")[0]?.utteranceId;
  assert.ok(id !== undefined, `nothing is prepared: ${effects.map(({ type }) => type).join(", ")}`);
  return id;
}

Deno.test("[EN2, SP7] a toggle starts with the disclosure, through the doctor's own speak pipeline", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false }, invitationGiven: false });
  const effects = steps.recording().toggle();
  const order = effects.map(({ type }) => type);
  assert.ok(order.indexOf("save_utterance_requested") < order.indexOf("prepare_speech"));
  const id = prepared(effects);
  const ready = steps.on({
    type: "voice_prepared",
    utteranceId: id,
    durationMs: 9_000,
    url: "/x.wav",
  });
  const [speak] = told(ready, "auto_speak");
  assert.deepEqual(speak, {
    type: "auto_speak",
    utterance_id: id,
    ref: { phrase: "disclosure" },
    text: steps.settings.phrases.disclosure,
    url: "/x.wav",
    duration_s: 9,
    keeps_span: false,
  });
  assert.equal(told(ready, "speak_ready").length, 0);
});

Deno.test("[SP10, SK2] without Piper the browser's voice is as polite, and the doctor's reading keeps the span", () => {
  const begun = (localVoice: boolean) => {
    const steps = new AutoSteps({ restored: { disclosureSpoken: false } });
    steps.hello();
    steps.capture("e1", { localVoice });
    const utteranceId = prepared(steps.toggle());
    return messagesTo(steps.on({ type: "voice_failed", utteranceId, words: "absent" }), "page");
  };
  const local = begun(true).find(({ type }) => type === "speak_local");
  assert.ok(local?.type === "speak_local" && local.polite === true && local.keeps_span === false);
  const aloud = begun(false).find(({ type }) => type === "speak_aloud");
  assert.ok(aloud?.type === "speak_aloud" && aloud.keeps_span === false);
});

Deno.test("[EN2, GO1] disclosure, invitation and golden minutes follow one another by themselves", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false }, invitationGiven: false });
  const first = prepared(steps.recording().toggle());
  const said = steps.spoken(first);
  const chained = [...said, ...steps.quietFor(2)];
  const second = prepared(chained);
  const golden = steps.spoken(second);
  assert.equal(ofType(chained, "save_disclosure_spoken").length, 1);
  assert.deepEqual(
    told([...chained, ...golden], "auto_phase").map((one) => "phase" in one ? one.phase : ""),
    ["INVITATION", "GOLDEN"],
  );
});

Deno.test("[EN2] phrases that were given by hand are not said again", () => {
  const both = new AutoSteps().recording();
  both.toggle();
  assert.equal(both.state.auto?.drive.core.phase, "GOLDEN");
  const byTap = new AutoSteps({ invitationGiven: false }).recording();
  byTap.spoken(prepared(byTap.say({ type: "speak", ref: { phrase: "invitation" } })));
  byTap.toggle();
  assert.equal(byTap.state.auto?.drive.core.phase, "GOLDEN");
});

Deno.test("[RE5, MA8] every event but ticks is kept, numbered, with what it led to", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.quietFor(2);
  const kept = ofType(steps.effects, "save_auto_event");
  assert.deepEqual(kept.map(({ seq }) => seq), kept.map((_, index) => index + 1));
  assert.deepEqual(
    [...new Set(kept.map(({ event }) => event.type))].sort(),
    ["model", "officer_verdict", "quiet", "toggle_on"],
  );
  assert.equal(kept.at(-1)?.outcome.state, steps.state.auto?.drive.core);
});

Deno.test("[TT3] an officer who cannot be asked is the rule at once; a model that failed stays a failure", () => {
  const verdict = (failure: string, words: string) => {
    const thresholds = { ...AUTO.thresholds, officer: "model" } as const;
    const steps = new AutoSteps({ auto: { thresholds } }).recording();
    steps.toggle();
    steps.heard(words);
    const [ask] = ofType(steps.quietFor(2), "ask_short");
    assert.ok(ask?.ask.type === "ask_officer");
    const { call } = ask.ask;
    const answer = { kind: "officer", call, failure, elapsedMs: 0, verdict: null } as const;
    const kept = ofType(steps.on({ type: "auto_answer", answer }), "save_auto_event");
    const [{ event } = { event: null }] = kept;
    assert.ok(event?.type === "officer_verdict" && event.call === call);
    const { by, finishedThought, handedBack } = event;
    return [by, event.failure, finishedThought, handedBack];
  };
  assert.deepEqual(verdict("no_model", "It hurts here."), ["rule", null, true, false]);
  assert.deepEqual(verdict("no_model", "It hurts here and"), ["rule", null, false, false]);
  assert.deepEqual(verdict("timeout", "It hurts here."), ["model", "timeout", false, false]);
});

Deno.test("[EN4] a run's thresholds are written at its start and its end at its end", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const [started] = ofType(steps.effects, "save_run_started");
  assert.equal(started?.thresholds, steps.settings.auto?.thresholds);
  steps.toggle(false);
  assert.deepEqual(ofType(steps.effects, "save_run_ended"), [
    { type: "save_run_ended", run: started?.run },
  ]);
});

Deno.test("[EN1] with the gate shut there is no auto mode in the snapshot and none in the session", () => {
  const shut = new AutoSteps({ restored: { auto: null } }).recording();
  shut.toggle();
  assert.equal(shut.state.auto, null);
  const [snapshot] = told(shut.hello("second"), "state");
  const state = messagesTo(shut.hello("third"), "third")[0];
  assert.ok(state?.type === "state" && !("auto" in state), JSON.stringify(snapshot));
  const open = messagesTo(new AutoSteps().hello(), "page")[0];
  assert.ok(open?.type === "state" && open.auto?.phase === "OFF");
});

Deno.test("[EN1, TT10] what the page measures by comes with the snapshot and with each toggle", () => {
  const steps = new AutoSteps().recording();
  const [toggled] = told(steps.toggle(), "auto_toggled");
  assert.deepEqual(toggled, {
    type: "auto_toggled",
    on: true,
    starting: false,
    words: null,
    config: {
      floor: 0.02,
      golden_s: 90,
      thresholds_s: [0.5, 0.7, 2, 3.5, 4, 12],
      trace_s: 8,
      barge_in_rms: null,
    },
  });
});

Deno.test("[CO6, MA10] off the record auto mode is off, and is not started", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.say({ type: "pause" });
  assert.equal(steps.state.auto?.drive.core.run, null);
  const kept = ofType(steps.effects, "save_auto_event").at(-1);
  assert.deepEqual(kept?.event, { type: "toggle_off", reason: "paused" });
  const refused = messagesTo(steps.toggle(), "page");
  assert.ok(refused.some((one) => one.type === "error" && one.code === "paused"));
  assert.equal(steps.state.auto?.drive.core.run, null);
});

Deno.test("[MA10] Stop ends the run, and the utterance with it", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false } }).recording();
  const id = prepared(steps.toggle());
  const stopped = steps.say({ type: "stop" });
  assert.deepEqual(
    ofType(stopped, "save_utterance_ended").map(({ id, reason }) => [id, reason]),
    [[id, "cancelled"]],
  );
  assert.equal(steps.state.auto?.drive.core.run, null);
  const golden = new AutoSteps().recording();
  golden.toggle();
  golden.say({ type: "stop" });
  assert.equal(golden.state.auto?.drive.core.run, null);
  const kept = ofType(golden.effects, "save_auto_event").at(-1);
  assert.deepEqual(kept?.event, { type: "toggle_off", reason: "stop" });
});

Deno.test("[SP10] a page that heard somebody says so: audited, with the run's floor, and nothing was said", () => {
  const steps = new AutoSteps({ restored: { disclosureSpoken: false } }).recording();
  const utterance = prepared(steps.toggle());
  steps.on({ type: "voice_prepared", utteranceId: utterance, durationMs: 2_000, url: "/x" });
  const effects = steps.say({
    type: "speak_ended",
    utterance_id: utterance,
    reason: "politeness_abort",
    rms: 0.031,
  });
  const rows = ofType(effects, "audit").map(({ entry }) => entry);
  assert.deepEqual(rows.filter(({ kind }) => kind === "speech.politeness_abort"), [
    { kind: "speech.politeness_abort", detail: { utterance, rms: 0.031, floor: 0.02 } },
  ]);
  assert.equal(ofType(effects, "save_utterance_ended")[0]?.atSample, null);
});

Deno.test("[TT12] a page that loses control says nothing of the room any more", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.quietFor(1);
  assert.notEqual(steps.state.auto?.drive.core.turn.report, null);
  steps.on({ type: "disconnected", link: "page" });
  assert.equal(steps.state.auto?.drive.core.turn.report, null);
});

Deno.test("[TT3] a report's frame is its place in the recording, also when it is late", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.frames(10, 100);
  steps.quiet(1, { frame: 49 });
  assert.equal(steps.state.auto?.drive.core.turn.report?.atSample, 50 * 320);
});

Deno.test("[TT2] a page that counts no spans is heard: its spans are told by quiet that shrinks", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const report = (quiet_s: number) =>
    steps.say({
      type: "quiet",
      quiet_s,
      since: "speech",
      rms: 0.004,
      floor: 0.02,
      trace: [],
      trace_step_ms: 100,
      frame: 9,
    });
  const span = () => steps.state.auto?.drive.core.turn.span;
  report(2);
  const first = span();
  report(2.5);
  assert.equal(span(), first);
  report(0.5);
  assert.equal(span(), Number(first) + 1);
});

Deno.test("[TT3] the transcript is committed through what the ears have decided, silences too", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  steps.on({ type: "ears", event: { type: "heard", through: 3_000 as never }, freshId: "x" });
  assert.equal(steps.state.auto?.drive.core.turn.committedThrough, 3_000);
});

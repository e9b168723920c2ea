import assert from "node:assert/strict";
import { autoOverview } from "@/lib/auto/view.ts";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import { AutoTalk, DEFAULTS, madeId, question } from "./auto_talk.ts";

function toggled(talk: AutoTalk) {
  return talk.pushes("auto_toggled").map(({ on, starting, words }) => ({ on, starting, words }));
}

function retries(talk: AutoTalk) {
  return talk.audits("auto.enable_retry").map(({ detail }) => detail);
}

/** The page has heard somebody before it played. */
function abort(talk: AutoTalk, rms = 0.0314): void {
  talk.endSpeech("politeness_abort", false, rms);
}

Deno.test("[EN2] one tap: disclosure, invitation, golden minutes; the on-echo follows the disclosure", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  assert.deepEqual(toggled(talk), [{ on: true, starting: true, words: null }]);
  assert.equal(autoOverview(talk.state, talk.nowMs).starting, true);
  talk.hear(8_000);
  assert.deepEqual(toggled(talk).at(-1), { on: true, starting: false, words: null });
  assert.equal(autoOverview(talk.state, talk.nowMs).starting, false);
  talk.quietTo(2_000);
  talk.hear(3_000);
  assert.equal(talk.state.phase, "GOLDEN");
  assert.deepEqual(talk.said(), ["disclosure", "invitation"]);
  assert.equal(toggled(talk).length, 2);
});

Deno.test("[EN2] with both phrases given by hand the echo comes at once and nothing is said", () => {
  const talk = new AutoTalk();
  talk.toggleOn({ given: true });
  assert.deepEqual(toggled(talk), [{ on: true, starting: false, words: null }]);
  assert.deepEqual(talk.said(), []);
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[EN3] incident 488 G1: an aborted disclosure is tried three times in all, then it is too loud", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  abort(talk);
  assert.equal(talk.saying(), null);
  talk.quietTo(500);
  abort(talk);
  talk.quietTo(1_000);
  abort(talk, 0.0311);
  assert.deepEqual(
    retries(talk).map(({ attempt, rms, floor, phrase }) => ({ attempt, rms, floor, phrase })),
    [
      { attempt: 2, rms: 0.0314, floor: 0.02, phrase: "disclosure" },
      { attempt: 3, rms: 0.0314, floor: 0.02, phrase: "disclosure" },
    ],
  );
  assert.deepEqual(talk.audits("auto.disabled").map(({ detail }) => detail), [{
    reason: "too_loud_to_start",
    phase: "DISCLOSURE",
    rms: 0.0311,
    floor: 0.02,
    attempts: 3,
  }]);
  assert.deepEqual(toggled(talk).at(-1), {
    on: false,
    starting: false,
    words: "Too loud to start: 0.031 against 0.020",
  });
  assert.equal(talk.state.phase, "OFF");
  talk.quietTo(10_000);
  assert.equal(talk.said().length, 3);
});

Deno.test("[EN3] one count for both phrases", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  abort(talk);
  talk.quietTo(500);
  talk.hear(5_000);
  talk.quietTo(2_000);
  assert.equal(talk.saying(), "invitation");
  abort(talk);
  talk.quietTo(2_500);
  assert.deepEqual(retries(talk).map(({ phrase, attempt }) => [phrase, attempt]), [
    ["disclosure", 2],
    ["invitation", 3],
  ]);
  abort(talk);
  assert.equal(talk.audits("auto.disabled")[0]?.detail["reason"], "too_loud_to_start");
});

Deno.test("[EN3] the 30 s count from the first issue; their end switches off, on a tick or a report", () => {
  for (const event of ["tick", "quiet"] as const) {
    const talk = new AutoTalk();
    talk.toggleOn();
    talk.nowMs += 29_000;
    abort(talk);
    talk.nowMs += 999;
    talk.on({ type: "tick" });
    assert.equal(talk.state.phase, "DISCLOSURE");
    talk.nowMs += 1;
    if (event === "tick") talk.on({ type: "tick" });
    else talk.report({ quietMs: 500 });
    assert.equal(talk.state.phase, "OFF", event);
    assert.equal(talk.said().length, 1);
  }
});

Deno.test("[EN3] what is being said is not cut off by the window's end", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.nowMs += 20_000;
  abort(talk);
  talk.quietTo(500);
  talk.hear(12_000);
  assert.equal(talk.state.phase, "INVITATION");
});

Deno.test("[EN3] a report that tells of speech retries nothing", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  abort(talk);
  talk.report({ quietMs: 0, rms: 0.05 });
  assert.equal(talk.saying(), null);
  talk.quietTo(500);
  assert.equal(talk.saying(), "disclosure");
});

Deno.test("[EN3, SP4] a voice that is busy spends no attempt; the phrase is said after it", () => {
  const talk = new AutoTalk();
  talk.on({
    type: "tapped",
    utterance: "01JT0000000000000000000009",
    confirmed: false,
    what: { kind: "phrase", phrase: "disclosure" },
  });
  talk.toggleOn();
  assert.equal(talk.saying(), null);
  talk.quietTo(500);
  assert.equal(talk.saying(), null, "two voices at once");
  talk.on({
    type: "speech_ended",
    utterance: "01JT0000000000000000000009",
    reason: "completed",
    audible: true,
    rms: null,
  });
  talk.quietTo(1_000);
  assert.equal(talk.saying(), "disclosure");
  assert.deepEqual(retries(talk), [], "the first issue only came later");
  abort(talk);
  talk.quietTo(1_500);
  assert.deepEqual(retries(talk).map(({ attempt }) => attempt), [2]);

  const late = new AutoTalk();
  late.toggleOn();
  abort(late);
  late.quietTo(500);
  const token = late.last("say").token;
  late.on({ type: "say_refused", token, code: "busy" });
  late.quietTo(1_000);
  assert.deepEqual(retries(late).map(({ attempt }) => attempt), [2, 2]);
});

Deno.test("[EN3] a phrase that could not be played ends in words of its own", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  for (let n = 0; n < 3; n++) {
    talk.endSpeech("lost", false);
    talk.quietMs = 0;
    talk.quietTo(500);
  }
  assert.equal(talk.audits("auto.disabled")[0]?.detail["reason"], "not_played");
  assert.equal(toggled(talk).at(-1)?.words, "Could not start: the phrase could not be played.");
});

Deno.test("[EN3] a patient who speaks over the disclosure does not switch Alba off", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.endSpeech("barge_in", true);
  assert.equal(talk.state.phase, "DISCLOSURE");
  talk.quietTo(500);
  assert.equal(talk.saying(), "disclosure");
});

Deno.test("[DW1, EN2] a doctor who stops the disclosure has stopped the start", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.endSpeech("cancelled", true);
  assert.equal(talk.state.phase, "OFF");
  assert.equal(talk.audits("auto.disabled")[0]?.detail["reason"], "start_cancelled");
});

Deno.test("[EN2, DW1] off and on at once: what the first run was saying does not end the second", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.toggleOn();
  talk.endSpeech("cancelled", false);
  assert.equal(talk.state.phase, "DISCLOSURE");
  talk.quietTo(500);
  assert.equal(talk.saying(), "disclosure");
  talk.hear(5_000);
  talk.quietTo(2_000);
  talk.hear(3_000);
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[EN2, MA9] off and on while the handover phrase is spoken: its end does not end the new run", () => {
  const talk = AutoTalk.golden();
  talk.on({ type: "handover_control" });
  talk.speak(1_000);
  talk.quietTo(3_500);
  talk.hear();
  talk.speak(1_000);
  talk.quietTo(3_500);
  assert.equal(talk.saying(), "examination_handover");
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.toggleOn({ given: true });
  talk.endSpeech("cancelled", true);
  assert.equal(talk.state.phase, "GOLDEN");
  assert.notEqual(talk.state.run, null);
  assert.equal(talk.state.turn.isHushed, false);
});

Deno.test("[EN2, QU8] a question that the run before had ordered, and nobody heard, is pending in the new one", () => {
  const talk = AutoTalk.open({
    questions: [question("Do you smoke?")],
    modelUsable: false,
    settings: { presynth: false },
  });
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.toggleOn({ given: true });
  talk.endSpeech("cancelled", false);
  assert.deepEqual(talk.state.queue.items.map(({ status }) => status), ["pending"]);
});

Deno.test("[EN2] a second toggle while a run is on is none", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  assert.deepEqual(talk.toggleOn({ given: true }), []);
});

Deno.test("[EN4] auto.enabled: the floor and where it came from, every threshold, the client beside it", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  const [row] = talk.audits("auto.enabled");
  assert.deepEqual(row?.detail, {
    run: madeId("R", 1),
    floor: 0.02,
    noise_floor_rms: 0.0031,
    margin: 3,
    floor_source: "sound_check",
    floor_clamped: true,
    sound_check_age_s: 60,
    disclosure_given: false,
    invitation_given: false,
    ...thresholdsOf(DEFAULTS),
  });
  assert.equal(Object.keys(thresholdsOf(DEFAULTS)).length, Object.keys(DEFAULTS).length);
  assert.deepEqual(JSON.parse(row?.text ?? "null"), {
    userAgent: "test",
    platform: "test",
    inputLabel: "mic",
    outputLabel: "speaker",
  });
});

Deno.test("[DW1] the pill is off at once from every state of a run", () => {
  const states: Readonly<Record<string, () => AutoTalk>> = {
    DISCLOSURE: () => {
      const talk = new AutoTalk();
      talk.toggleOn();
      return talk;
    },
    INVITATION: () => {
      const talk = new AutoTalk();
      talk.toggleOn({ disclosureGiven: true });
      return talk;
    },
    GOLDEN: () => AutoTalk.golden(),
    OPEN: () => AutoTalk.open({ questions: [question("Do you smoke?")] }),
    CLOSED: () =>
      AutoTalk.open({
        questions: [question("Do you smoke?")],
        modelUsable: false,
        settings: { presynth: false },
      }),
    HANDOVER: () => {
      const talk = AutoTalk.golden();
      talk.on({ type: "handover_control" });
      return talk;
    },
    PAUSED_URGENT: () => {
      const talk = AutoTalk.golden();
      talk.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]);
      return talk;
    },
  };
  for (const [phase, make] of Object.entries(states)) {
    const talk = make();
    assert.equal(talk.state.phase, phase);
    const wasSaying = talk.state.saying !== null;
    const effects = talk.on({ type: "toggle_off", reason: "toggle" });
    assert.equal(talk.state.phase, "OFF");
    assert.equal(talk.state.run, null);
    assert.deepEqual(toggled(talk).at(-1), { on: false, starting: false, words: null });
    assert.equal(effects.some(({ type }) => type === "cancel_say"), wasSaying, phase);
    if (wasSaying) talk.endSpeech("cancelled", false);
    const said = talk.said().length;
    talk.pass([question("Do you drink?")]);
    talk.speak(2_000);
    talk.quietTo(40_000);
    assert.equal(talk.said().length, said, phase);
  }
});

import assert from "node:assert/strict";
import type { AutoEvent } from "@/lib/auto/auto_event.ts";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const AT_ONCE: TalkOptions = {
  questions: [question("Does the pain spread?"), question("Do you smoke?")],
  modelUsable: false,
  settings: { presynth: false },
};

/** One model server, so that the officer stands behind a pass (LA4). */
const ONE_SERVER: TalkOptions = {
  ...AT_ONCE,
  settings: { presynth: false, hasShortServer: false },
};

/** A question asked and heard, and the patient's answer begun. */
function answering(options: TalkOptions = AT_ONCE): AutoTalk {
  const talk = AutoTalk.open(options);
  talk.hear();
  talk.speak(3_000);
  return talk;
}

function verdictOf(call: number, change: Partial<AutoEvent> = {}): AutoEvent {
  return {
    type: "officer_verdict",
    call,
    finishedThought: true,
    handedBack: false,
    by: "model",
    failure: null,
    elapsedMs: 700,
    ...change,
  } as AutoEvent;
}

function verdicts(talk: AutoTalk) {
  return talk.audits("auto.officer_verdict").map(({ detail }) => detail);
}

/** How many officers have been asked since the answer began. */
function asks(talk: AutoTalk): number {
  return talk.all("ask_officer").length - 1;
}

Deno.test("[TT3] the officer is asked once a span, at 2.0 s of quiet, and not before", () => {
  const talk = answering();
  talk.quietTo(1_900);
  assert.equal(asks(talk), 0);
  talk.quietTo(2_000);
  assert.equal(asks(talk), 1);
  talk.verdict({ finished: false });
  talk.quietTo(3_400);
  assert.equal(asks(talk), 1);
  talk.speak(1_000);
  talk.quietTo(2_000);
  assert.equal(asks(talk), 2);
});

Deno.test("[TT3] he waits for the transcript to reach the span's start, and asks the moment it does", () => {
  const talk = answering();
  talk.speak(3_000, false);
  talk.quietTo(2_500);
  assert.equal(asks(talk), 0);
  talk.on({ type: "committed", throughSample: (talk.nowMs - 2_500) * 16, isPatient: true });
  assert.equal(asks(talk), 1);
});

Deno.test("[TT3] a transcript that does not come is waited for 1 s more, not longer", () => {
  const talk = answering();
  talk.speak(3_000, false);
  talk.quietTo(2_000);
  talk.wait(900);
  assert.equal(asks(talk), 0);
  talk.wait(100);
  assert.equal(asks(talk), 1);
});

Deno.test("[TT3] words committed too early to be of this span do not count as reaching it", () => {
  const talk = answering();
  talk.speak(3_000, false);
  talk.quietTo(2_000);
  talk.on({ type: "committed", throughSample: (talk.nowMs - 2_000 - 500) * 16, isPatient: true });
  assert.equal(asks(talk), 0);
});

Deno.test("[TT3] in GOLDEN his verdict serves only the exit: finished before the window changes nothing", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(5_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.equal(talk.state.phase, "GOLDEN");
  assert.deepEqual(talk.said(), []);
  assert.equal(verdicts(talk)[0]?.["transition"], null);
});

Deno.test("[TT5] his bounds go with the ask: 2 s, and 30 s behind a pass", () => {
  const { boundMs, boundBehindPassMs } = AutoTalk.open(AT_ONCE).last("ask_officer");
  assert.deepEqual({ boundMs, boundBehindPassMs }, { boundMs: 2_000, boundBehindPassMs: 30_000 });
});

Deno.test("[TT5, TT6] incident 485 E4: behind a pass he is deferred, and his verdict is applied when it comes", () => {
  const talk = AutoTalk.golden(ONE_SERVER);
  talk.speak(5_000);
  const version = talk.startPass();
  talk.quietTo(2_000);
  assert.deepEqual(talk.audits("auto.officer_deferred").map(({ detail }) => detail), [
    { quiet_s: 2, phase: "GOLDEN", pass_version: version, max_wait_s: 30 },
  ]);
  const { call } = talk.last("ask_officer");
  // Alba encourages meanwhile: her own span makes nothing stale.
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(3_000);
  assert.equal(talk.audits("auto.officer_failed").length, 0);
  talk.on(verdictOf(call, { handedBack: true, elapsedMs: 8_500 }));
  assert.deepEqual(talk.said(), ["go_on", "Does the pain spread?"]);
  const { deferred, stale, transition } = verdicts(talk).at(-1) ?? {};
  assert.deepEqual({ deferred, stale, transition }, {
    deferred: true,
    stale: false,
    transition: "OPEN",
  });
});

Deno.test("[TT6, TT13] incident 485 E4: a verdict from before the patient's new words is stale, recorded, and changes nothing", () => {
  const talk = AutoTalk.open(ONE_SERVER);
  talk.hear();
  talk.speak(3_000);
  talk.startPass();
  talk.quietTo(2_000);
  const { call } = talk.last("ask_officer");
  talk.speak(2_000);
  talk.quietTo(2_500);
  assert.notEqual(talk.last("ask_officer").call, call, "the new span has its own officer");
  const before = talk.audits("auto.turn_ended").length;
  talk.on(verdictOf(call));
  assert.equal(talk.audits("auto.turn_ended").length, before);
  const { stale, transition, finished_thought } = verdicts(talk).at(-1) ?? {};
  assert.deepEqual({ stale, transition, finished_thought }, {
    stale: true,
    transition: null,
    finished_thought: true,
  });
  talk.verdict({ finished: true });
  assert.equal(talk.audits("auto.turn_ended").length, before + 1);
});

Deno.test("[TT5] without a pass before it nothing is deferred; with a server of his own neither", () => {
  const talk = answering();
  talk.startPass();
  talk.quietTo(2_000);
  const alone = answering(ONE_SERVER);
  alone.quietTo(2_000);
  const rule = answering({ ...ONE_SERVER, settings: { ...ONE_SERVER.settings, officer: "rule" } });
  rule.startPass();
  rule.quietTo(2_000);
  for (const one of [talk, alone, rule]) {
    assert.equal(one.audits("auto.officer_deferred").length, 0);
    assert.equal(asks(one), 1);
  }
});

Deno.test("[TT5] an error is auto.officer_failed, never thrown, and silence ends the turn", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.verdict({ finished: true, failure: "timeout" });
  assert.equal(talk.audits("auto.turn_ended").length, 0);
  const { reason, quiet_s, phase } = talk.audits("auto.officer_failed")[0]?.detail ?? {};
  assert.deepEqual({ reason, quiet_s, phase }, { reason: "timeout", quiet_s: 2, phase: "CLOSED" });
  const { failure, finished_thought } = verdicts(talk).at(-1) ?? {};
  assert.deepEqual({ failure, finished_thought }, { failure: "timeout", finished_thought: null });
  talk.quietTo(3_500);
  assert.equal(talk.audits("auto.turn_ended").length, 1);
});

Deno.test("[TT5] a call that never comes back is given up soon after its own bound", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.wait(2_750);
  assert.equal(talk.audits("auto.officer_failed").length, 0);
  talk.wait(250);
  const { reason, elapsed_ms } = talk.audits("auto.officer_failed")[0]?.detail ?? {};
  assert.deepEqual({ reason, elapsed_ms }, { reason: "no_answer", elapsed_ms: 3_000 });
  talk.wait(60_000);
  assert.equal(talk.audits("auto.officer_failed").length, 1);

  const behind = answering(ONE_SERVER);
  behind.startPass();
  behind.quietTo(2_000);
  behind.wait(30_750);
  assert.equal(behind.audits("auto.officer_failed").length, 0);
  behind.wait(250);
  assert.equal(behind.audits("auto.officer_failed")[0]?.detail["elapsed_ms"], 31_000);
});

Deno.test("[TT5] a page that invents spans leaves no endless list of officers, and none goes unrecorded", () => {
  const talk = answering();
  for (let n = 0; n < 40; n++) {
    talk.span += 1;
    talk.report({ since: "playback", quietMs: 2_500 });
    talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: false });
  }
  assert.ok(talk.state.turn.officers.length <= 8);
  assert.equal(asks(talk), 40);
  assert.equal(verdicts(talk).length - 1 + talk.state.turn.officers.length, 40);
});

Deno.test("[TT13] a verdict for a call that nobody asked changes nothing and is no row", () => {
  const talk = answering();
  talk.quietTo(2_000);
  const before = verdicts(talk).length;
  talk.on(verdictOf(talk.last("ask_officer").call + 1_000, { handedBack: true }));
  const { call } = talk.last("ask_officer");
  talk.on(verdictOf(call));
  talk.on(verdictOf(call));
  assert.equal(verdicts(talk).length, before + 1);
  assert.equal(talk.audits("auto.turn_ended").length, 1);
});

Deno.test("[TT13] a verdict's row tells the moment that it was judged in, and what it led to", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(5_000);
  talk.quietTo(2_000);
  talk.wait(500);
  talk.verdict({ handedBack: true });
  const { call } = talk.last("ask_officer");
  assert.deepEqual(verdicts(talk), [{
    call,
    by: "model",
    quiet_s: 2,
    span: talk.span,
    phase: "GOLDEN",
    golden_s: 7.5,
    finished_thought: true,
    handed_back: true,
    failure: null,
    elapsed_ms: 700,
    deferred: false,
    stale: false,
    transition: "OPEN",
    ear_finished: null,
  }]);
});

Deno.test("[TT12, TT6] a verdict that comes while the room is not quiet ends nothing", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.report({ quietMs: 0, rms: 0.05 });
  talk.verdict({ finished: true });
  assert.equal(talk.audits("auto.turn_ended").length, 0);
});

Deno.test("[TT14] an ear that hears finished brings the officer forward to 0.7 s, only where it is on", () => {
  const quietAtAsk = (ear: "off" | "shadow" | "on", finished: number) => {
    const talk = answering({ ...AT_ONCE, settings: { presynth: false, ear } });
    talk.quietTo(700);
    talk.on({ type: "ear_scored", span: talk.span, finished });
    const early = asks(talk);
    talk.quietTo(2_000);
    return { early, late: asks(talk) };
  };
  assert.deepEqual(quietAtAsk("on", 0.9), { early: 1, late: 1 });
  assert.deepEqual(quietAtAsk("on", 0.2), { early: 0, late: 1 });
  assert.deepEqual(quietAtAsk("shadow", 0.9), { early: 0, late: 1 });
  assert.deepEqual(quietAtAsk("off", 0.9), { early: 0, late: 1 });
});

Deno.test("[TT14] an ear ends no turn by itself, and its score stands on the verdict's row", () => {
  const talk = answering({ ...AT_ONCE, settings: { presynth: false, ear: "on" } });
  talk.quietTo(700);
  talk.on({ type: "ear_scored", span: talk.span, finished: 1 });
  talk.quietTo(1_500);
  assert.equal(talk.audits("auto.turn_ended").length, 0);
  talk.verdict({ finished: false });
  assert.equal(verdicts(talk).at(-1)?.["ear_finished"], 1);
});

Deno.test("[MA4] no verdict names a phase: only code moves it, by the rules of the phase it is in", () => {
  const talk = answering();
  talk.quietTo(2_000);
  const phase = talk.state.phase;
  talk.verdict({ handedBack: true });
  assert.equal(talk.state.phase, phase);
  const paused = AutoTalk.golden(AT_ONCE);
  paused.speak(5_000);
  paused.quietTo(2_000);
  paused.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]);
  paused.verdict({ handedBack: true });
  assert.equal(paused.state.phase, "PAUSED_URGENT");
});

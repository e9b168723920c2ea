import assert from "node:assert/strict";
import { AutoTalk } from "./auto_talk.ts";
import {
  abort,
  pendingTexts,
  prepared,
  questions,
  statusOf,
  takeTurn,
  toIssue,
  word,
} from "./question_talk.ts";

const PAIN = "Does the pain spread anywhere?";
const SMOKE = "Do you smoke?";
const FEVER = "Have you had a fever?";

/** The first question has just been heard; nobody has answered. */
function asked(): AutoTalk {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  assert.equal(toIssue(talk, { lay: "Does it go anywhere?", laySimilarity: 0.5 }), "question");
  talk.hear();
  return talk;
}

function ends(talk: AutoTalk): number {
  return talk.audits("auto.turn_ended").length;
}

function officers(talk: AutoTalk): number {
  return talk.all("ask_officer").length;
}

Deno.test("[TT7] 486 F5: silence before the answer has begun ends no turn and asks no officer", () => {
  const talk = asked();
  const before = officers(talk);
  talk.quietTo(11_000);
  assert.equal(ends(talk), 0);
  assert.equal(officers(talk), before);
  assert.notEqual(talk.state.turn.awaiting, null);
  talk.speak(3_000);
  talk.quietTo(2_000);
  assert.equal(officers(talk), before + 1);
  talk.verdict({ finished: true });
  assert.equal(ends(talk), 1);
  assert.equal(talk.audits("auto.turn_ended").at(-1)?.detail["answer"], true);
});

Deno.test("[TT7] a verdict from before the question does not end the answer's turn", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  takeTurn(talk);
  const late = talk.last("ask_officer").call;
  toIssue(talk);
  talk.hear();
  talk.on({
    type: "officer_verdict",
    call: late,
    failure: null,
    elapsedMs: 9_000,
    finishedThought: true,
    handedBack: false,
    by: "model",
  });
  assert.equal(talk.state.turn.ended, null);
  assert.notEqual(talk.state.turn.awaiting, null);
});

Deno.test("[TT7, QF4] after twelve silent seconds the same words are said once more", () => {
  const talk = asked();
  const first = talk.last("say");
  const consumed = talk.audits("auto.queue_consumed").length;
  talk.quietTo(11_500);
  assert.equal(talk.saying(), null);
  talk.quietTo(12_000);
  assert.equal(talk.saying(), "question");
  const again = talk.last("say");
  assert.deepEqual(again.ref, first.ref);
  assert.equal(again.detail.reask, true);
  assert.equal(again.detail.turnEndToIssueMs, null);
  const row = talk.audits("auto.reask_no_answer").at(-1);
  assert.deepEqual(row?.detail, {
    utterance: talk.current(),
    item: "q1",
    quiet_s: 12,
    grace_s: 12,
    reason: "silence",
  });
  assert.ok(row?.text?.includes(PAIN));
  assert.equal(talk.audits("auto.queue_consumed").length, consumed, "it is the same ask");
  assert.equal(statusOf(talk, PAIN), "asked");
  talk.on({ type: "speech_started", utterance: talk.current() });
  const latency = talk.audits("auto.question_latency").at(-1)?.detail;
  assert.equal(latency?.["reask"], true);
  assert.equal(latency?.["turn_end_to_issue_ms"], null);
});

Deno.test("[TT7] twelve seconds after the second asking the silence is the answer", () => {
  const talk = asked();
  talk.quietTo(12_000);
  talk.hear();
  talk.quietTo(11_500);
  assert.equal(ends(talk), 0);
  talk.quietTo(12_500);
  assert.equal(ends(talk), 1);
  assert.equal(talk.audits("auto.reask_no_answer").length, 1);
  assert.equal(statusOf(talk, PAIN), "answered");
  toIssue(talk);
  assert.equal(talk.said().at(-1), SMOKE);
});

Deno.test("[TT7, SP10] a second asking that was aborted is not a third: who spoke has the word", () => {
  const talk = asked();
  talk.quietTo(12_000);
  abort(talk);
  assert.equal(statusOf(talk, PAIN), "asked");
  takeTurn(talk);
  assert.equal(statusOf(talk, PAIN), "answered");
  toIssue(talk);
  assert.equal(talk.said().filter((text) => text === PAIN).length, 2);
});

Deno.test("[TT7, DW2] a doctor's tapped question is never asked again", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  talk.hearTap(talk.tap(FEVER));
  talk.quietTo(11_500);
  assert.equal(ends(talk), 0);
  talk.quietTo(12_500);
  assert.equal(ends(talk), 1);
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
  assert.equal(statusOf(talk, FEVER), "answered");
});

Deno.test("[TT7, SP10] a question that nobody heard awaits nothing", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  toIssue(talk);
  abort(talk);
  assert.equal(talk.state.turn.awaiting, null);
  talk.quietTo(14_000);
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
});

Deno.test("[TT11] with nothing pending and a pass on its way: at once, and once a wait", () => {
  const talk = AutoTalk.open();
  const ended = talk.state.turn.ended;
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "let_me_think");
  assert.equal(talk.last("say").keepsSpan, true);
  assert.deepEqual(talk.audits("auto.thinking").at(-1)?.detail, {
    reason: "empty_queue",
    quiet_s: 2.5,
    since_turn_end: 0.5,
    pending: 0,
    pass_in_flight: false,
  });
  talk.hear();
  assert.deepEqual(talk.state.turn.ended, ended, "the judged turn end stands");
  assert.deepEqual(talk.state.queue.items, []);
  talk.startPass();
  talk.quietTo(20_000);
  assert.deepEqual(talk.said(), ["let_me_think"]);
});

Deno.test("[TT11, SP10] one that was aborted is spent", () => {
  const talk = AutoTalk.open();
  talk.quietTo(2_500);
  abort(talk);
  talk.quietTo(10_000);
  assert.deepEqual(talk.said(), ["let_me_think"]);
});

Deno.test("[TT11] a new wait may be thought about again", () => {
  const talk = AutoTalk.open();
  talk.quietTo(2_500);
  talk.hear();
  takeTurn(talk);
  talk.quietTo(4_500);
  assert.deepEqual(talk.said(), ["let_me_think", "let_me_think"]);
});

Deno.test("[TT11] slow preparation: from AUTO_THINK_THRESHOLD_S after the turn's end on", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  const endMs = talk.nowMs;
  talk.quietTo(4_500);
  assert.equal(talk.nowMs - endMs, 2_500);
  assert.deepEqual(talk.said(), []);
  talk.quietTo(5_000);
  assert.equal(talk.saying(), "let_me_think");
  const { reason, since_turn_end, pending } = talk.audits("auto.thinking").at(-1)?.detail ?? {};
  assert.deepEqual([reason, since_turn_end, pending], ["slow_preparation", 3, 2]);
  assert.deepEqual(pendingTexts(talk), [PAIN, SMOKE]);
  talk.hear();
  toIssue(talk);
  assert.deepEqual(talk.said(), ["let_me_think", PAIN]);
});

Deno.test("[TT11] a question that is ready is asked, not thought about", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  word(talk, "q1");
  talk.wait(700);
  prepared(talk);
  talk.wait(3_000);
  talk.quietTo(talk.quietMs + 500);
  assert.deepEqual(talk.said(), [PAIN]);
});

Deno.test("[TT11] never in the golden minutes, never before the turn has ended", () => {
  const golden = AutoTalk.golden();
  golden.speak(3_000);
  golden.startPass();
  golden.quietTo(3_500);
  assert.deepEqual(golden.said(), []);
  const talk = AutoTalk.open();
  talk.speak(3_000);
  talk.quietTo(3_000);
  assert.equal(talk.state.turn.ended, null);
  assert.deepEqual(talk.said(), []);
});

Deno.test("[TT11, TT12] a tick or an old report lets nothing be said", () => {
  const talk = AutoTalk.open();
  talk.wait(5_000);
  assert.deepEqual(talk.said(), []);
  talk.report({ quietMs: 0, span: 99, rms: 0.2 });
  assert.deepEqual(talk.said(), []);
});

Deno.test("[TT11, DW1] after the doctor's Stop Alba does not think aloud either", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  toIssue(talk);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.endSpeech("cancelled", true);
  const said = talk.said().length;
  talk.quietTo(11_000);
  assert.equal(talk.said().length, said);
});

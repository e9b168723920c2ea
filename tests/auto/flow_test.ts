import assert from "node:assert/strict";
import fc from "fast-check";
import { AutoTalk } from "./auto_talk.ts";
import {
  abort,
  askAndAnswer,
  pendingTexts,
  prepared,
  questions,
  rerank,
  statusOf,
  takeTurn,
  toIssue,
  word,
} from "./question_talk.ts";

const PAIN = "Does the pain spread anywhere?";
const SMOKE = "Do you smoke?";
const FEVER = "Have you had a fever?";
const RISK = "Do you have any other risk factors like hypertension?";

function passRequests(talk: AutoTalk) {
  return talk.all("request_pass");
}

/** In OPEN with nothing to ask; the exit's pass is requested. */
function empty(): AutoTalk {
  return AutoTalk.open();
}

Deno.test("[QF1] incident 486 F2: the next question is planned at the turn's end, and no pass is waited for", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
  assert.equal(toIssue(talk), "question");
  talk.hear();
  talk.speak(3_000);
  const before = passRequests(talk).length;
  talk.quietTo(3_500);
  assert.equal(passRequests(talk).length, before + 1);
  assert.equal(talk.last("request_pass").reason, "turn_end");
  assert.equal(talk.state.flow.at, "choosing");
  talk.startPass();
  assert.equal(toIssue(talk), "question");
  assert.equal(talk.said().at(-1), SMOKE);
  assert.equal(statusOf(talk, PAIN), "answered");
});

Deno.test("[QF1] AUTO_STRICT_REVISE=false asks for a pass only when nothing is pending", () => {
  const talk = AutoTalk.open({
    questions: questions(PAIN, SMOKE),
    settings: { strictRevise: false },
  });
  const before = passRequests(talk).length;
  askAndAnswer(talk);
  assert.equal(passRequests(talk).length, before, "one is still pending");
  askAndAnswer(talk);
  assert.equal(passRequests(talk).length, before + 1);
  assert.equal(talk.state.flow.at, "waiting");
});

Deno.test("[QF1] a patient who goes on after a judged end has that heard by a pass, too", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
  toIssue(talk);
  talk.hear();
  takeTurn(talk);
  const once = passRequests(talk).length;
  takeTurn(talk);
  assert.equal(passRequests(talk).length, once + 1);
  assert.equal(talk.last("request_pass").reason, "turn_end");
  toIssue(talk);
  const asked = passRequests(talk).length;
  // Aborted, and then nobody says anything: there is nothing new to hear.
  abort(talk);
  talk.quietTo(talk.quietMs + 4_000);
  assert.equal(passRequests(talk).length, asked);
});

Deno.test("[QF2] 489/490 G4: the pass launches once re-ranker and topic call are back, not before", () => {
  for (const hasShortServer of [false, true]) {
    const settings = { ear: "off", hasShortServer } as const;
    const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE), settings });
    assert.equal(talk.last("request_pass").reason, "golden_exit");
    assert.equal(talk.last("request_pass").holdMs, 4_000);
    talk.wait(1_000);
    rerank(talk, []);
    assert.equal(talk.all("release_pass").length, 0, "the topic call is still to come");
    talk.wait(500);
    word(talk, "q1");
    assert.equal(talk.all("release_pass").length, 1);
  }
});

Deno.test("[QF2] where no short call is on its way the pass is not held", () => {
  const talk = empty();
  assert.equal(talk.last("request_pass").holdMs, 0);
  const alone = AutoTalk.open({ questions: questions(PAIN, SMOKE), modelUsable: false });
  assert.equal(alone.last("request_pass").holdMs, 0);
});

Deno.test("[QF2] a pass whose hold ran out is not released again", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  talk.startPass();
  toIssue(talk);
  assert.equal(talk.all("release_pass").length, 0);
});

Deno.test("[QF2] a patient who speaks on ends the short calls, and the pass is let go", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  talk.speak(500);
  assert.equal(talk.all("release_pass").length, 1);
  assert.equal(talk.state.flow.at, "idle");
});

const quarter = fc.integer({ min: 0, max: 7 }).map((steps) => steps * 250);

Deno.test("[QF2] the hold counts from the turn's end where the first call began before it", () => {
  fc.assert(
    fc.property(quarter, quarter, quarter, (verdictMs, rerankMs, topicMs) => {
      const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
      toIssue(talk);
      talk.hear();
      talk.speak(3_000);
      talk.quietTo(2_000);
      const beganMs = talk.nowMs;
      const wait = Math.min(verdictMs, 1_000);
      talk.wait(wait);
      const before = talk.all("release_pass").length;
      talk.verdict({ finished: true });
      const endMs = talk.nowMs;
      const { holdMs } = talk.last("request_pass");
      assert.equal(endMs + holdMs, Math.max(beganMs, endMs) + 4_000);
      const backMs = Math.min(Math.max(rerankMs, wait), 1_750);
      talk.wait(backMs - wait);
      rerank(talk, []);
      assert.equal(talk.all("release_pass").length, before);
      talk.wait(topicMs);
      const { flow } = talk.state;
      assert.ok(flow.at === "wording");
      word(talk, flow.item);
      assert.equal(talk.all("release_pass").length, before + 1);
      assert.ok(talk.nowMs <= endMs + 4_000, "both bounds together fit into the hold");
    }),
    { numRuns: 80 },
  );
});

Deno.test("[QF4] 486 F4: a question that every pass puts first again is asked once", () => {
  const talk = AutoTalk.open({ questions: questions(RISK, PAIN, SMOKE, FEVER) });
  for (let asked = 0; asked < 4; asked++) {
    askAndAnswer(talk);
    talk.pass(questions("Do you have any other risk factors, like hypertension?", SMOKE, FEVER));
  }
  assert.equal(talk.said().filter((text) => text.includes("risk factors")).length, 1);
  assert.equal(new Set(talk.said()).size, talk.said().length);
});

Deno.test("[QF6, TT11] nothing pending: think aloud, wait for the pass, ask what it brings", () => {
  const talk = empty();
  const version = talk.startPass();
  assert.equal(talk.state.flow.at, "waiting");
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "let_me_think");
  talk.hear();
  talk.on({ type: "pass_landed", version, questions: questions(PAIN) });
  assert.equal(toIssue(talk), "question");
  assert.deepEqual(talk.said(), ["let_me_think", PAIN]);
});

Deno.test("[QF6] a pass older than the turn's end may bring items, but never finds the queue spent", () => {
  const talk = AutoTalk.golden();
  talk.speak(5_000);
  const version = talk.startPass();
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  talk.on({ type: "pass_landed", version, questions: [] });
  assert.equal(talk.state.flow.at, "waiting");
  assert.ok(talk.state.passes.isRequested, "one more is on its way");
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "let_me_think");
  talk.hear();
  talk.pass([]);
  assert.equal(talk.state.flow.at, "closing");
  talk.quietTo(talk.quietMs + 500);
  assert.deepEqual(talk.said(), ["let_me_think", "anything_else"], "one thought a wait");
});

Deno.test("[QF6] an older pass that brings something is asked from", () => {
  const talk = AutoTalk.golden();
  talk.speak(5_000);
  const version = talk.startPass();
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  talk.on({ type: "pass_landed", version, questions: questions(FEVER) });
  toIssue(talk);
  assert.equal(talk.said().at(-1), FEVER);
});

Deno.test("[QF6] a pass that was dropped asks for another and finds nothing spent", () => {
  const talk = AutoTalk.golden();
  talk.speak(5_000);
  const version = talk.startPass();
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  talk.on({ type: "pass_dropped", version });
  assert.equal(talk.state.flow.at, "waiting");
  assert.ok(talk.state.passes.isRequested);
});

Deno.test("[QF6, QF8] a failed pass after the answer counts as adding nothing", () => {
  const talk = empty();
  talk.pass(null);
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "anything_else");
});

Deno.test("[QF6] no patient waits longer than AUTO_EMPTY_WAIT_S in silence", () => {
  const talk = empty();
  const endMs = talk.nowMs;
  talk.startPass();
  talk.quietTo(2_500);
  talk.hear();
  talk.wait(endMs + 29_750 - talk.nowMs);
  assert.equal(talk.state.flow.at, "waiting");
  talk.wait(250);
  assert.equal(talk.saying(), null, "a tick permits nothing to be said (MA8)");
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "anything_else");
});

Deno.test("[QF8, QF6] a model that goes away in the wait costs no silence: a pass is asked for again, once", () => {
  const talk = empty();
  assert.equal(talk.state.flow.at, "waiting");
  const before = passRequests(talk).length;
  talk.on({ type: "model", usable: false });
  assert.equal(passRequests(talk).length, before + 1);
  assert.equal(talk.last("request_pass").holdMs, 0);
  talk.on({ type: "model", usable: false });
  assert.equal(passRequests(talk).length, before + 1, "it was gone already");
  talk.pass(questions(PAIN));
  toIssue(talk);
  assert.equal(talk.said().at(-1), PAIN);
  const busy = AutoTalk.open({ questions: questions(PAIN) });
  const known = passRequests(busy).length;
  busy.on({ type: "model", usable: false });
  assert.equal(passRequests(busy).length, known, "nobody waits for a pass");
});

Deno.test("[QF6, DW2] the doctor's question in an empty wait stops that wait until it is answered", () => {
  const talk = empty();
  const older = talk.startPass();
  talk.wait(20_000);
  talk.hearTap(talk.tap(SMOKE));
  talk.speak(15_000);
  assert.equal(talk.state.flow.at, "waiting", "30 s since the turn's end, in mid-answer");
  talk.on({ type: "pass_landed", version: older, questions: [] });
  talk.pass([]);
  assert.equal(talk.state.flow.at, "waiting", "no pass has heard the whole answer");
  const before = passRequests(talk).length;
  talk.quietTo(3_500);
  assert.equal(passRequests(talk).length, before + 1);
  talk.pass([]);
  assert.equal(talk.state.flow.at, "closing");
});

Deno.test("[QF6, DW2] a doctor's question that nobody heard starts the wait anew", () => {
  const talk = empty();
  talk.hearTap(talk.tap(SMOKE));
  takeTurn(talk);
  const older = talk.startPass();
  talk.wait(20_000);
  const utterance = talk.tap(SMOKE);
  talk.on({ type: "speech_ended", utterance, reason: "lost", audible: false, rms: null });
  talk.wait(15_000);
  assert.equal(talk.state.flow.at, "waiting");
  talk.on({ type: "pass_landed", version: older, questions: [] });
  assert.equal(talk.state.flow.at, "waiting", "a pass from before the tap finds nothing spent");
});

Deno.test("[QF6, UR12] a pause is none of the patient's waiting", () => {
  const talk = empty();
  talk.startPass();
  talk.wait(20_000);
  talk.alarm([{ id: "01J00000000000000000000000-a1", action: "Bedside ECG" }]);
  talk.wait(60_000);
  assert.equal(talk.state.flow.at, "waiting");
  talk.on({ type: "resume", seen: [], open: [] });
  talk.wait(29_750);
  assert.equal(talk.state.flow.at, "waiting");
  talk.wait(250);
  assert.equal(talk.state.flow.at, "closing");
});

Deno.test("[QF6] what the patient adds in the wait must have been heard by the pass that ends it", () => {
  const talk = empty();
  const version = talk.startPass();
  takeTurn(talk);
  talk.on({ type: "pass_landed", version, questions: [] });
  assert.equal(talk.state.flow.at, "waiting");
  talk.pass([]);
  assert.equal(talk.state.flow.at, "closing");
});

Deno.test("[QF6] a pass that refills before anything else is said goes back to the questions", () => {
  const talk = empty();
  talk.wait(1_000);
  talk.pass([]);
  assert.equal(talk.saying(), null, "no report is young enough");
  assert.equal(talk.state.flow.at, "closing");
  talk.pass(questions(PAIN));
  assert.equal(toIssue(talk), "question");
  assert.deepEqual(talk.said(), [PAIN]);
});

Deno.test("[QF6] a pass that fills the queue in a pause is asked from after it", () => {
  for (const isResumedLate of [false, true]) {
    const talk = empty();
    const alarm = { id: "01J00000000000000000000000-a1", action: "Bedside ECG" };
    const version = talk.startPass();
    talk.alarm([alarm]);
    if (isResumedLate) talk.wait(31_000);
    talk.on({ type: "pass_landed", version, questions: questions(PAIN) });
    talk.on({ type: "resume", seen: [], open: [] });
    assert.equal(toIssue(talk), "question");
    assert.deepEqual(talk.said(), [PAIN]);
  }
});

Deno.test("[QF1, QU6] what a pass brings in mid-speech is put in order when the turn has ended", () => {
  const talk = empty();
  const version = talk.startPass();
  talk.speak(1_000, false);
  talk.on({ type: "pass_landed", version, questions: questions(PAIN, SMOKE) });
  assert.equal(talk.all("ask_rerank").length, 0, "the patient has not finished");
  assert.equal(talk.state.flow.at, "idle");
  talk.wait(1_000);
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: true });
  talk.quietTo(2_000);
  assert.equal(talk.all("ask_rerank").length, 1);
  rerank(talk, ["q2", "q1"]);
  talk.quietTo(3_500);
  toIssue(talk);
  assert.deepEqual(talk.said(), [SMOKE]);
});

Deno.test("[QF6] words that come after the queue was found spent are heard by a pass of their own", () => {
  const talk = empty();
  talk.pass([]);
  talk.hear();
  talk.speak(2_000);
  talk.quietTo(3_500);
  talk.wait(1_000);
  talk.pass([]);
  assert.deepEqual(talk.said(), ["anything_else"]);
  talk.speak(4_000);
  const before = passRequests(talk).length;
  talk.quietTo(3_500);
  assert.equal(talk.state.flow.at, "waiting");
  assert.equal(passRequests(talk).length, before + 1);
  talk.pass([]);
  assert.equal(talk.said().at(-1), "examination_handover");
});

Deno.test("[QF6] before anything else is said, new words need no pass: it is asked, and its answer is heard", () => {
  const talk = empty();
  talk.wait(1_000);
  talk.pass([]);
  takeTurn(talk);
  assert.equal(talk.saying() ?? talk.said().at(-1), "anything_else");
  talk.hear();
  takeTurn(talk);
  assert.equal(talk.state.flow.at, "waiting");
});

Deno.test("[QF8] 486 F3: a pass that runs away holds nothing up, the agenda is there already", () => {
  const talk = AutoTalk.open({
    questions: questions(PAIN, SMOKE, FEVER),
    settings: { hasShortServer: false },
  });
  const version = talk.startPass();
  askAndAnswer(talk);
  // One slot: behind the pass nobody words anything, and the bound of two seconds is all it costs.
  for (let waited = 0; waited < 10 && talk.saying() === null; waited++) {
    if (talk.state.flow.at === "voicing") prepared(talk);
    else talk.quietTo(talk.quietMs + 500);
  }
  assert.equal(talk.saying(), "question");
  assert.equal(talk.said().filter((text) => text !== "let_me_think").at(-1), SMOKE);
  assert.ok((talk.last("say").detail.turnEndToIssueMs ?? 0) <= 2_500);
  talk.on({ type: "pass_landed", version, questions: null });
  assert.deepEqual(pendingTexts(talk), [FEVER]);
});

Deno.test("[RE2, LA5] every question says how long after the turn's end it was issued and heard", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  const endMs = talk.nowMs;
  toIssue(talk);
  const issuedMs = talk.nowMs;
  assert.equal(talk.last("say").detail.turnEndToIssueMs, issuedMs - endMs);
  const utterance = talk.current();
  talk.wait(250);
  talk.on({ type: "speech_started", utterance });
  assert.deepEqual(talk.audits("auto.question_latency").at(-1)?.detail, {
    utterance,
    item: "q1",
    reask: false,
    turn_end_to_issue_ms: issuedMs - endMs,
    issue_to_speech_ms: 250,
    turn_end_to_speech_ms: issuedMs - endMs + 250,
  });
});

Deno.test("[RE2] anything else carries it too, what is no question does not", () => {
  const talk = empty();
  talk.wait(1_000);
  talk.pass([]);
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "anything_else");
  assert.equal(talk.last("say").detail.turnEndToIssueMs, 1_500);
  const thinking = empty();
  thinking.quietTo(2_500);
  assert.equal(thinking.last("say").detail.turnEndToIssueMs, null);
});

Deno.test("[GO7, QU8] 488 G9: what the doctor taps in the golden minutes is booked and never asked by Alba", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, SMOKE) });
  talk.hearTap(talk.tap(PAIN));
  talk.speak(2_000);
  talk.hearTap(talk.tap(FEVER));
  assert.equal(talk.state.phase, "GOLDEN");
  assert.deepEqual([statusOf(talk, PAIN), statusOf(talk, FEVER)], ["asked", "asked"]);
  assert.deepEqual(
    talk.audits("auto.queue_consumed").map(({ detail }) => [detail["item"], detail["by"]]),
    [["q1", "tap"], ["q3", "tap"]],
  );
  talk.speak(4_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  assert.deepEqual([statusOf(talk, PAIN), statusOf(talk, FEVER)], ["answered", "answered"]);
  talk.pass(questions(PAIN, FEVER, SMOKE));
  toIssue(talk);
  assert.deepEqual(talk.said(), [SMOKE]);
});

Deno.test("[GO8, QF1] the golden exit plans at once and its own pass runs beside the ask", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN), settings: { strictRevise: false } });
  assert.equal(talk.state.flow.at, "wording");
  assert.deepEqual(passRequests(talk).map(({ reason }) => reason), ["golden_exit"]);
  talk.startPass();
  const asked = talk.all("ask_officer").length;
  assert.equal(toIssue(talk), "question");
  assert.equal(talk.all("ask_officer").length, asked, "no second judgement");
  assert.equal(talk.audits("auto.turn_ended").length, 0);
});

Deno.test("[GO8, QF6] a golden exit with nothing to ask goes the way of the empty queue", () => {
  const talk = empty();
  assert.equal(talk.state.flow.at, "waiting");
  assert.deepEqual(passRequests(talk).map(({ reason }) => reason), ["golden_exit"]);
});

Deno.test("[MA9] a new run keeps the session's memory and begins its golden minutes anew", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  toIssue(talk, { topic: "the pain" });
  talk.hear();
  takeTurn(talk);
  talk.hearTap(talk.tap(SMOKE));
  takeTurn(talk);
  talk.pass([]);
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "anything_else");
  talk.hear();
  assert.ok(talk.state.golden.spentMs > 0);
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.toggleOn({ questions: questions(PAIN, SMOKE), given: true });
  assert.equal(talk.state.phase, "GOLDEN");
  const { golden, topicsOpened, anythingElseSpoken, flow } = talk.state;
  assert.deepEqual(
    [golden.spentMs, golden.windowRan, golden.encouragers, golden.unanswered],
    [0, false, 0, 0],
  );
  assert.deepEqual(topicsOpened, ["the pain"]);
  assert.equal(anythingElseSpoken, true);
  assert.equal(flow.at, "idle");
  assert.deepEqual(pendingTexts(talk), []);
  talk.speak(3_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  talk.pass([]);
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "examination_handover", "anything else only once a session");
});

Deno.test("[MA9, UR5] acknowledged alarms and the strip outlive the run", () => {
  const talk = AutoTalk.open();
  const alarm = { id: "01J00000000000000000000000-a1", action: "Bedside ECG" };
  talk.alarm([alarm]);
  talk.on({ type: "takeover", seen: [], open: [] });
  talk.on({ type: "alarms_settled", open: [], standing: [alarm] });
  talk.toggleOn({ given: true });
  assert.equal(talk.state.phase, "GOLDEN");
  assert.deepEqual(talk.state.urgency.standing, [alarm]);
});

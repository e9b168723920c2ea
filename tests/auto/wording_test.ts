import assert from "node:assert/strict";
import { AutoTalk, type TalkOptions } from "./auto_talk.ts";
import {
  abort,
  askAndAnswer,
  prepared,
  questions,
  takeTurn,
  toIssue,
  word,
  type Worded,
} from "./question_talk.ts";

const PAIN = "Does the chest pain spread anywhere?";
const WORSE = "Is the pain worse on exertion?";
const TABLETS = "Which tablets are taken daily?";
const SLEEP = "How many hours of sleep a night?";

const CHEST: Worded = { topic: "this chest pain", lay: "Does it go anywhere else?" };

function open(texts: readonly string[], settings: TalkOptions["settings"] = {}): AutoTalk {
  return AutoTalk.open({ questions: questions(...texts), settings });
}

/** How the newest utterance is worded. */
function wording(talk: AutoTalk) {
  const { ref } = talk.last("say");
  return ref.kind === "question" ? ref.wording : null;
}

function topicCalls(talk: AutoTalk): string[] {
  return talk.all("ask_topic").map(({ question }) => question);
}

Deno.test("[QF3, SP3, QF5] a topic is opened once, its next question is asked as it stands", () => {
  const talk = open([PAIN, WORSE]);
  assert.equal(toIssue(talk, { topic: "this chest pain" }), "question");
  assert.deepEqual(wording(talk), {
    by: "template",
    template: "tell_me_more",
    topic: "this chest pain",
  });
  assert.equal(talk.state.phase, "OPEN");
  talk.hear();
  takeTurn(talk);
  toIssue(talk, { topic: "the pain" });
  assert.deepEqual(wording(talk), { by: "verbatim" });
  assert.equal(talk.state.phase, "CLOSED");
  assert.equal(talk.audits("auto.phase").at(-1)?.detail["trigger"], "first_closed_ask");
});

Deno.test("[QF3, QU7] 486 F4: your tablets and your sleep are two topics, each opened once", () => {
  const talk = open([TABLETS, SLEEP]);
  toIssue(talk, { topic: "your tablets" });
  talk.hear();
  takeTurn(talk);
  toIssue(talk, { topic: "your sleep" });
  assert.deepEqual(wording(talk), {
    by: "template",
    template: "tell_me_more",
    topic: "your sleep",
  });
});

Deno.test("[QF5, QF3] a new topic in CLOSED is still opened, and no way leads back to OPEN", () => {
  const talk = open([PAIN, TABLETS, WORSE]);
  askAndAnswer(talk);
  assert.equal(talk.state.phase, "CLOSED");
  toIssue(talk, { topic: "your tablets" });
  assert.equal(wording(talk)?.by, "template");
  assert.equal(talk.state.phase, "CLOSED");
  talk.hear();
  takeTurn(talk);
  toIssue(talk);
  const triggers = talk.audits("auto.phase").map(({ detail }) => detail["trigger"]);
  assert.equal(triggers.filter((trigger) => trigger === "first_closed_ask").length, 1);
});

Deno.test("[QF3, SP10] an opening that nobody heard has opened nothing", () => {
  const talk = open([PAIN, TABLETS]);
  toIssue(talk, { topic: "this chest pain" });
  abort(talk);
  assert.deepEqual(talk.state.topicsOpened, []);
  takeTurn(talk);
  toIssue(talk, { topic: "this chest pain" });
  assert.equal(wording(talk)?.by, "template");
  assert.equal(talk.said().at(-1), PAIN);
});

Deno.test("[SP6, QU5] plain words replace the question as it stands, never its identity", () => {
  const talk = open([PAIN, WORSE]);
  toIssue(talk, { topic: "this chest pain" });
  talk.hear();
  takeTurn(talk);
  toIssue(talk, { topic: "the pain", lay: "Is it worse when you move?", laySimilarity: 0.42 });
  assert.deepEqual(wording(talk), {
    by: "lay",
    lay: "Is it worse when you move?",
    similarity: 0.42,
  });
  const { ref } = talk.last("say");
  assert.equal(ref.kind === "question" ? ref.question : null, WORSE);
  const { wording: kind, lay_similarity } = talk.audits("auto.queue_consumed").at(-1)?.detail ?? {};
  assert.deepEqual([kind, lay_similarity], ["lay", 0.42]);
  talk.hear();
  takeTurn(talk);
  talk.pass(questions(WORSE));
  assert.equal(talk.state.queue.items.filter(({ status }) => status === "pending").length, 0);
});

Deno.test("[SP6] plain words never replace an opening", () => {
  const talk = open([PAIN]);
  toIssue(talk, CHEST);
  assert.equal(wording(talk)?.by, "template");
});

Deno.test("[SP5] an error of the topic call: the question as it stands", () => {
  const talk = open([PAIN]);
  toIssue(talk, { ...CHEST, failure: "wrong_shape" });
  assert.deepEqual(wording(talk), { by: "verbatim" });
});

Deno.test("[SP5, QF8] a topic call that never comes back fails at its timeout", () => {
  const talk = open([PAIN]);
  assert.equal(talk.state.flow.at, "wording");
  assert.equal(talk.last("ask_topic").idle, false);
  assert.equal(talk.last("ask_topic").boundMs, 2_000);
  talk.wait(1_750);
  assert.equal(talk.state.flow.at, "wording");
  talk.wait(250);
  assert.equal(talk.state.flow.at, "voicing");
  toIssue(talk);
  assert.deepEqual(wording(talk), { by: "verbatim" });
});

Deno.test("[SP5] without a model nobody is asked", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN), modelUsable: false });
  toIssue(talk);
  assert.equal(talk.all("ask_topic").length, 0);
  assert.deepEqual(wording(talk), { by: "verbatim" });
});

Deno.test("[LA2, SP9] the next three are worded and voiced while the patient talks, one at a time", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, WORSE, TABLETS, SLEEP) });
  talk.speak(1_000);
  assert.deepEqual(topicCalls(talk), [PAIN]);
  assert.ok(talk.all("ask_topic").every(({ idle }) => idle));
  word(talk, "q1", { topic: "this chest pain" });
  assert.deepEqual(topicCalls(talk), [PAIN, WORSE]);
  word(talk, "q2", { lay: "Is it worse when you move?" });
  word(talk, "q3");
  talk.wait(2_000);
  assert.deepEqual(topicCalls(talk), [PAIN, WORSE, TABLETS]);
  const voiced = talk.all("prepare_speech");
  assert.ok(voiced.every(({ token }) => token === null));
  assert.deepEqual(
    voiced.map(({ ref }) => ref.kind === "question" ? ref.wording.by : null),
    ["template", "lay", "verbatim"],
  );
});

Deno.test("[LA2] what was prepared is issued at the turn's end without a further call", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  talk.speak(1_000);
  word(talk, "q1", { topic: "this chest pain" });
  talk.speak(5_000);
  talk.quietTo(2_000);
  const before = talk.all("ask_topic").length;
  talk.verdict({ handedBack: true });
  assert.equal(talk.state.flow.at, "voicing");
  assert.equal(talk.all("ask_topic").length, before);
  prepared(talk);
  assert.equal(talk.saying(), "question");
  assert.equal(talk.last("say").detail.turnEndToIssueMs, 0);
});

Deno.test("[LA2, LA4] on one server nothing idle is asked while a pass runs; with two it is", () => {
  for (const [hasShortServer, asked] of [[false, 0], [true, 1]] as const) {
    const talk = AutoTalk.golden({ settings: { hasShortServer } });
    talk.pass(questions(PAIN));
    const before = talk.all("ask_topic").length;
    word(talk, "q1");
    talk.startPass();
    talk.on({ type: "toggle_off", reason: "toggle" });
    talk.toggleOn({ questions: questions(WORSE), given: true });
    talk.wait(1_000);
    assert.equal(talk.all("ask_topic").length - before, asked);
  }
});

Deno.test("[LA2, LA4] idle work that made way is asked again", () => {
  for (const failure of ["abandoned", "cancelled"]) {
    const talk = AutoTalk.golden({ questions: questions(PAIN) });
    talk.speak(1_000);
    word(talk, "q1", { failure });
    talk.wait(1_000);
    assert.deepEqual(topicCalls(talk), [PAIN, PAIN]);
  }
});

Deno.test("[SP5, LA4] idle work that failed in earnest is not tried for ever", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, WORSE) });
  talk.speak(1_000);
  word(talk, "q1", { failure: "wrong_shape" });
  talk.wait(5_000);
  assert.deepEqual(topicCalls(talk), [PAIN, WORSE]);
  const [voiced] = talk.all("prepare_speech");
  assert.ok(voiced?.ref.kind === "question" && voiced.ref.wording.by === "verbatim");
});

Deno.test("[LA4] a planned question does not wait for its idle call's turn", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  talk.speak(5_000);
  assert.equal(talk.last("ask_topic").idle, true);
  const idle = talk.last("ask_topic").call;
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  const planned = talk.last("ask_topic");
  assert.equal(planned.idle, false);
  assert.notEqual(planned.call, idle);
  const late = {
    type: "topic_answer",
    failure: null,
    elapsedMs: 100,
    topic: null,
    lay: null,
    laySimilarity: null,
  } as const;
  talk.on({ ...late, call: idle });
  assert.equal(talk.state.flow.at, "wording", "what made way is not listened to");
  talk.on({ ...late, call: planned.call });
  assert.equal(talk.state.flow.at, "voicing");
});

Deno.test("[QF9] G7: the issue waits two seconds for the sound, then asks without it", () => {
  const talk = open([PAIN]);
  word(talk, "q1");
  assert.equal(talk.state.flow.at, "voicing");
  talk.wait(1_750);
  talk.report();
  assert.equal(talk.saying(), null);
  talk.wait(250);
  assert.equal(talk.saying(), null, "a tick permits nothing to be said (MA8)");
  const { item, waited_ms } = talk.audits("auto.presynth_fallback").at(-1)?.detail ?? {};
  assert.deepEqual([item, waited_ms], ["q1", 2_000]);
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "question");
});

Deno.test("[QF9] G7: sound that is there in time is no fallback; a failed one is, at once", () => {
  const good = open([PAIN]);
  word(good, "q1");
  prepared(good);
  assert.equal(good.audits("auto.presynth_fallback").length, 0);
  assert.equal(good.saying(), "question");
  const bad = open([PAIN]);
  word(bad, "q1");
  bad.wait(500);
  bad.report();
  prepared(bad, false);
  assert.equal(bad.saying(), "question");
  assert.equal(bad.audits("auto.presynth_fallback").at(-1)?.detail["waited_ms"], 500);
});

Deno.test("[QF9] with AUTO_PRESYNTH off nothing is made ahead and the issue waits for nothing", () => {
  const talk = open([PAIN], { presynth: false });
  word(talk, "q1");
  assert.equal(talk.saying(), "question");
  assert.equal(talk.all("prepare_speech").length, 0);
});

Deno.test("[QF9] the answer to a preparation that was given up issues nothing", () => {
  const talk = open([PAIN]);
  word(talk, "q1");
  const { flow } = talk.state;
  assert.ok(flow.at === "voicing");
  talk.speak(500);
  talk.on({ type: "speech_prepared", token: flow.token, ok: true });
  talk.report();
  assert.equal(talk.saying(), null);
});

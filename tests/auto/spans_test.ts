import assert from "node:assert/strict";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const QUESTIONS = [question("Does the pain spread?"), question("Do you smoke?")];

/** No model and no sound made ahead: what is planned is issued in the same moment. */
const AT_ONCE: TalkOptions = {
  questions: QUESTIONS,
  modelUsable: false,
  settings: { presynth: false },
};

/** In OPEN, the first question asked and heard, nobody has answered yet. */
function asked(options: TalkOptions = AT_ONCE): AutoTalk {
  const talk = AutoTalk.open(options);
  assert.equal(talk.saying(), "question");
  talk.hear();
  return talk;
}

Deno.test("[TT2] incident 489 G3: a fresh span whose first report has the same quiet is seen by its number", () => {
  const talk = asked();
  // The answer begins and ends between two reports, each of which reads 2.0 s.
  talk.quietTo(2_000);
  talk.span += 1;
  talk.since = "speech";
  talk.wait(2_000);
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: true });
  talk.report({ quietMs: 2_000 });
  assert.equal(talk.state.turn.awaiting?.spoke, true);
  assert.equal(talk.audits("auto.quiet_report").at(-1)?.detail["fresh"], true);
  talk.quietMs = 2_000;
  talk.quietTo(3_500);
  assert.deepEqual(talk.audits("auto.turn_ended").map(({ detail }) => detail["answer"]), [true]);
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
});

Deno.test("[TT2] the same number is the same span, even when its quiet shrinks", () => {
  const talk = asked();
  talk.quietTo(2_500);
  talk.report({ quietMs: 300, since: "speech" });
  assert.equal(talk.state.turn.awaiting?.spoke, false);
});

Deno.test("[TT2] a page without span numbers is told by quiet that has shrunk", () => {
  const talk = asked();
  talk.report({ span: null, quietMs: 500, since: "playback" });
  talk.report({ span: null, quietMs: 1_000, since: "speech" });
  assert.equal(talk.state.turn.awaiting?.spoke, false);
  const before = talk.state.turn.span ?? 0;
  talk.report({ span: null, quietMs: 400, since: "speech" });
  assert.equal(talk.state.turn.awaiting?.spoke, true);
  assert.equal(talk.state.turn.span, before + 1);
  assert.equal(talk.audits("auto.quiet_report").at(-1)?.detail["span"], before + 1);
});

Deno.test("[TT2] a span that goes backwards is fresh too, and throws nothing", () => {
  const talk = asked();
  talk.report({ span: 0, since: "speech", quietMs: 0 });
  assert.equal(talk.state.turn.awaiting?.spoke, true);
});

Deno.test("[TT2, TT7] a report that was overtaken on its way is no span of the patient's", () => {
  const talk = asked();
  const late = { span: talk.span - 1, since: "speech", quietMs: 6_500 } as const;
  const atSample = talk.nowMs * 16;
  talk.quietTo(2_000);
  const before = talk.state.turn;
  talk.report({ ...late, atSample });
  assert.deepEqual(talk.state.turn, before);
  talk.quietTo(11_500);
  assert.deepEqual(talk.said(), ["Does the pain spread?"]);
  talk.report({ ...late, quietMs: 0 });
  assert.equal(talk.state.turn.awaiting?.spoke, true, "the same words of the present are");
});

Deno.test("[TT2, TT8] a span of Alba's own re-asks the officer and leaves the judged turn end standing", () => {
  const talk = AutoTalk.open({ questions: [] });
  assert.notEqual(talk.state.turn.ended, null);
  talk.span += 1;
  talk.report({ since: "playback", quietMs: 0 });
  assert.notEqual(talk.state.turn.ended, null);
  talk.span += 1;
  talk.report({ since: "speech", quietMs: 0 });
  assert.equal(talk.state.turn.ended, null);

  const golden = AutoTalk.golden();
  golden.speak(5_000);
  golden.quietTo(4_000);
  const askedOnce = golden.all("ask_officer").length;
  golden.hear();
  golden.quietTo(3_000);
  assert.equal(golden.all("ask_officer").length, askedOnce + 1);
});

Deno.test("[TT1, TT11] only let_me_think keeps the span", () => {
  const talk = AutoTalk.open({ questions: [] });
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "let_me_think");
  assert.equal(talk.last("say").keepsSpan, true);
  const other = asked();
  assert.deepEqual(other.all("say").map(({ keepsSpan }) => keepsSpan), [false]);
});

Deno.test("[TT9] the first report of every span is audited, then one a second", () => {
  const talk = AutoTalk.golden();
  talk.speak(1_000);
  const before = talk.audits("auto.quiet_report").length;
  talk.quietTo(3_900);
  // 2.0, 2.5, 3.0, 3.5 and 3.9 s of quiet: the one at 2.0 is a second after the span's first.
  const rows = talk.audits("auto.quiet_report").slice(before).map(({ detail }) => detail);
  assert.deepEqual(rows.map(({ quiet_s }) => quiet_s), [2, 3]);
  assert.deepEqual(rows.map(({ fresh }) => fresh), [false, false]);
  talk.span += 1;
  talk.report({ since: "speech", quietMs: 0 });
  talk.span += 1;
  talk.report({ since: "playback", quietMs: 0 });
  const fresh = talk.audits("auto.quiet_report").slice(before + 2).map(({ detail }) => detail);
  assert.deepEqual(fresh.map((row) => row["fresh"]), [true, true]);
});

Deno.test("[TT13] a quiet report's row: quiet, span, since, level, floor, fresh, phase", () => {
  const talk = AutoTalk.golden();
  talk.report({ quietMs: 2_000, span: 7, since: "playback", rms: 0.0042, floor: 0.0255 });
  assert.deepEqual(talk.audits("auto.quiet_report").at(-1)?.detail, {
    quiet_s: 2,
    span: 7,
    since: "playback",
    rms: 0.0042,
    floor: 0.0255,
    fresh: true,
    phase: "GOLDEN",
  });
});

Deno.test("[TT12] a report permits an utterance for 600 ms, and none that tells of speech", () => {
  const ready = () => {
    const talk = AutoTalk.open({ questions: QUESTIONS.slice(0, 1), modelUsable: false });
    const token = talk.last("prepare_speech").token;
    return { talk, token: token ?? 0 };
  };
  const young = ready();
  young.talk.nowMs += 600;
  young.talk.on({ type: "speech_prepared", token: young.token, ok: true });
  assert.equal(young.talk.saying(), "question");

  const old = ready();
  old.talk.nowMs += 601;
  old.talk.on({ type: "speech_prepared", token: old.token, ok: true });
  assert.equal(old.talk.saying(), null);
  old.talk.quietTo(3_000);
  assert.equal(old.talk.saying(), "question");

  const spoken = ready();
  spoken.talk.report({ quietMs: 0, rms: 0.05 });
  spoken.talk.on({ type: "speech_prepared", token: spoken.token, ok: true });
  assert.equal(spoken.talk.saying(), null);
});

Deno.test("[TT12, EN3] a phrase that was declined waits while reports tell of speech", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.endSpeech("politeness_abort", false, 0.05);
  talk.nowMs += 500;
  talk.report({ quietMs: 0, rms: 0.05 });
  assert.equal(talk.saying(), null);
  talk.quietTo(500);
  assert.equal(talk.saying(), "disclosure");
});

Deno.test("[TT12] with the page gone Alba says nothing, whatever else happens", () => {
  const talk = AutoTalk.open({ questions: QUESTIONS, modelUsable: false });
  talk.on({ type: "page_lost" });
  talk.on({ type: "speech_prepared", token: talk.last("prepare_speech").token ?? 0, ok: true });
  talk.wait(60_000);
  talk.pass(QUESTIONS);
  assert.deepEqual(talk.said(), []);
  talk.report({ quietMs: 500 });
  assert.deepEqual(talk.said(), ["Does the pain spread?"]);
});

Deno.test("[MA8, SP10] a tick ends waits and lets nothing be said; the next report does", () => {
  // The wait for the re-ranker ends on a tick, under a report that is still young.
  const talk = AutoTalk.open({
    questions: QUESTIONS,
    settings: { presynth: false, rerankTimeoutMs: 500, topicTimeoutMs: 500 },
  });
  assert.equal(talk.all("ask_rerank").length, 1);
  for (let n = 0; n < 20 && talk.saying() === null; n++) {
    talk.nowMs += 500;
    talk.quietMs += 500;
    const onTick = talk.on({ type: "tick" });
    assert.ok(onTick.every(({ type }) => type !== "say"), "a tick spoke");
    talk.report();
    if (talk.saying() === "let_me_think") talk.hear(250);
  }
  assert.equal(talk.saying(), "question");

  // Nothing is pending, and no pass comes: the wait's end is a tick, the words wait for quiet.
  const empty = AutoTalk.open({ questions: [], modelUsable: false });
  empty.state = { ...empty.state, hasThought: true };
  while (empty.state.flow.at === "waiting") {
    empty.nowMs += 100;
    empty.quietMs += 100;
    if (empty.nowMs % 250 === 0) {
      assert.deepEqual(empty.on({ type: "tick" }).filter(({ type }) => type === "say"), []);
    } else if (empty.nowMs % 500 !== 0) empty.state = withReport(empty);
  }
  assert.equal(empty.saying(), null);
  empty.report();
  assert.equal(empty.saying(), "anything_else");
});

/** A young report that no machine has acted on. */
function withReport({ nowMs, state }: AutoTalk): AutoTalk["state"] {
  const { report } = state.turn;
  if (report === null) throw new Error("No report yet");
  return { ...state, turn: { ...state.turn, report: { ...report, atMs: nowMs } } };
}

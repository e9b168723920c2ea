import assert from "node:assert/strict";
import { parseConfig } from "@/lib/config.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { AutoTalk, DEFAULTS, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const SECOND = "Do you smoke?";

/** No model and no sound made ahead: what is planned is issued in the same moment. */
const AT_ONCE: TalkOptions = {
  questions: [question(FIRST), question(SECOND)],
  modelUsable: false,
  settings: { presynth: false },
};

/** In OPEN or CLOSED, the first question issued and not heard yet. */
function issued(options: TalkOptions = {}): AutoTalk {
  const settings = { ...AT_ONCE.settings, ...options.settings };
  const talk = AutoTalk.open({ ...AT_ONCE, ...options, settings });
  assert.equal(talk.saying(), "question");
  return talk;
}

/** The same, heard to its end; nobody has answered yet. */
function asked(options: TalkOptions = {}): AutoTalk {
  const talk = issued(options);
  talk.hear();
  return talk;
}

function ends(talk: AutoTalk) {
  return talk.audits("auto.turn_ended").map(({ detail }) => detail);
}

Deno.test("[TT4] incident 485 E1: quiet of 3.5 s ends the turn in OPEN though the officer says not finished", () => {
  const talk = asked();
  talk.speak(3_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: false });
  talk.quietTo(3_000);
  assert.equal(ends(talk).length, 0);
  talk.quietTo(3_500);
  assert.deepEqual(ends(talk).map(({ by, quiet_s }) => ({ by, quiet_s })), [
    { by: "quiet_fallback", quiet_s: 3.5 },
  ]);
  assert.equal(ends(talk)[0]?.["finished_thought"], false);
  assert.deepEqual(talk.said(), [FIRST, SECOND]);
});

Deno.test("[TT4] incident 489/490 G6: the quiet rule is 3.5 s as shipped, on the report itself, not before", () => {
  const config = parseConfig({});
  assert.ok(config.ok);
  const shipped = autoSettingsOf(config.config).eotFallbackMs;
  assert.equal(shipped, 3_500);
  for (const eotFallbackMs of [shipped, 5_000]) {
    const talk = asked({ settings: { eotFallbackMs } });
    talk.speak(3_000);
    talk.quietTo(3_000);
    talk.wait(eotFallbackMs - 3_001);
    talk.report({ quietMs: eotFallbackMs - 1 });
    assert.equal(ends(talk).length, 0);
    talk.report({ quietMs: eotFallbackMs });
    assert.equal(ends(talk).length, 1);
  }
});

Deno.test("[TT4] whether the officer answers, fails or is silent, quiet ends the turn at the same moment", () => {
  const answers = [
    (talk: AutoTalk) => talk.verdict({ finished: false }),
    (talk: AutoTalk) => talk.verdict({ failure: "timeout" }),
    () => [],
  ];
  for (const answer of answers) {
    const talk = asked();
    talk.speak(3_000);
    talk.quietTo(2_000);
    answer(talk);
    talk.quietTo(3_400);
    assert.equal(ends(talk).length, 0);
    talk.quietMs = 3_400;
    talk.quietTo(3_500);
    assert.equal(ends(talk)[0]?.["by"], "quiet_fallback");
  }
});

Deno.test("[TT4] finished or handed back ends the turn sooner, by verdict", () => {
  for (const said of [{ finished: true }, { handedBack: true }]) {
    const talk = asked();
    talk.speak(3_000);
    talk.quietTo(2_000);
    talk.verdict(said);
    assert.equal(ends(talk)[0]?.["by"], "verdict");
    assert.equal(ends(talk)[0]?.["handed_back"], said.handedBack ?? false);
  }
});

Deno.test("[TT4] in GOLDEN before the window has run no turn end is judged", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(3_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  talk.quietTo(3_900);
  assert.equal(talk.state.phase, "GOLDEN");
  assert.equal(talk.state.turn.ended, null);
  assert.equal(ends(talk).length, 0);
});

Deno.test("[TT4] the doctor's handover sequence ends turns by the same rule, inside HANDOVER too", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(3_000);
  talk.on({ type: "handover_control" });
  assert.equal(talk.state.phase, "HANDOVER");
  talk.quietTo(3_500);
  assert.deepEqual(ends(talk).map(({ by, phase }) => ({ by, phase })), [
    { by: "quiet_fallback", phase: "HANDOVER" },
  ]);
  assert.equal(talk.saying(), "anything_else");
  talk.hear();
  talk.speak(2_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.equal(ends(talk).at(-1)?.["by"], "verdict");
  assert.equal(talk.saying(), "examination_handover");
});

Deno.test("[TT7] incident 486 F5: a question's own silence is no answer: neither quiet nor a verdict counts", () => {
  const talk = asked();
  const officers = talk.all("ask_officer").length;
  talk.quietTo(11_000);
  assert.equal(ends(talk).length, 0);
  assert.equal(talk.all("ask_officer").length, officers, "an officer was asked of nobody's turn");
  talk.speak(2_000);
  talk.quietTo(2_000);
  assert.equal(talk.all("ask_officer").length, officers + 1);
  talk.quietTo(3_500);
  assert.deepEqual(ends(talk).map(({ answer }) => answer), [true]);
});

Deno.test("[TT7] a verdict from before the question does not end its answer", () => {
  const talk = AutoTalk.golden({ ...AT_ONCE, settings: { presynth: false, goldenMs: 6_000 } });
  talk.speak(5_000);
  talk.quietTo(2_000);
  const { call } = talk.last("ask_officer");
  talk.quietTo(3_500);
  assert.equal(talk.saying(), "question");
  talk.hear();
  talk.on({
    type: "officer_verdict",
    call,
    finishedThought: true,
    handedBack: true,
    by: "model",
    failure: null,
    elapsedMs: 9_000,
  });
  assert.equal(ends(talk).length, 0);
  assert.equal(talk.audits("auto.officer_verdict").at(-1)?.detail["transition"], null);
});

Deno.test("[TT7] with no answer in 12 s of quiet the same words are asked once more, then the turn ends", () => {
  const talk = asked();
  talk.quietTo(11_500);
  assert.equal(talk.all("say").length, 1);
  talk.quietTo(12_000);
  assert.equal(talk.all("say").length, 2);
  const [first, again] = talk.all("say");
  assert.deepEqual(again?.ref, first?.ref);
  assert.equal(again?.detail.reask, true);
  const row = talk.audits("auto.reask_no_answer")[0];
  assert.equal(row?.detail["quiet_s"], 12);
  assert.equal(row?.detail["grace_s"], DEFAULTS.noAnswerGraceMs / 1000);
  assert.equal(row?.detail["utterance"], talk.current());
  assert.notEqual(
    row?.detail["utterance"],
    talk.audits("auto.queue_consumed")[0]?.detail["utterance"],
  );
  assert.match(row?.text ?? "", /Does the pain spread/);
  talk.hear();
  talk.quietTo(11_500);
  assert.equal(ends(talk).length, 0);
  talk.quietTo(12_000);
  assert.deepEqual(ends(talk).map(({ by, answer }) => ({ by, answer })), [
    { by: "quiet_fallback", answer: true },
  ]);
  assert.equal(talk.state.queue.items[0]?.status, "answered");
  assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
});

Deno.test("[TT7] the grace counts from the question's end, not from its issue", () => {
  const talk = issued();
  talk.hear(8_000);
  talk.quietTo(11_500);
  assert.equal(talk.all("say").length, 1);
});

Deno.test("[TT7] a doctor's tapped question is never re-asked; after one grace its turn ends", () => {
  const talk = AutoTalk.open({ ...AT_ONCE, questions: [] });
  talk.hearTap(talk.tap("Any allergies?"));
  talk.quietTo(11_500);
  assert.equal(ends(talk).length, 0);
  talk.quietTo(12_000);
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
  assert.deepEqual(ends(talk).map(({ answer }) => answer), [true]);
  assert.ok(!talk.said().includes("Any allergies?"));
});

Deno.test("[TT7] anything_else is never re-asked: after one grace its turn ends as answered", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.on({ type: "handover_control" });
  talk.speak(1_000);
  talk.quietTo(3_500);
  assert.equal(talk.saying(), "anything_else");
  talk.hear();
  talk.quietTo(12_000);
  assert.deepEqual(talk.said(), ["anything_else", "examination_handover"]);
  assert.equal(ends(talk).at(-1)?.["answer"], true);
});

/** The question is issued once more, and the patient speaks before it sounds. */
function spokenBeforeReask(): AutoTalk {
  const talk = asked();
  talk.quietTo(12_000);
  assert.equal(talk.state.saying?.reask, true);
  talk.span += 1;
  talk.since = "speech";
  talk.quietMs = 0;
  talk.report();
  talk.endSpeech("politeness_abort", false, 0.06);
  talk.wait(3_000);
  return talk;
}

Deno.test("[TT7] words that come between the re-ask's issue and its sound are the question's answer", () => {
  const talk = spokenBeforeReask();
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: true });
  talk.quietTo(3_500);
  assert.deepEqual(ends(talk).map(({ answer }) => answer), [true]);
  assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
});

Deno.test("[TT7] a voice there that becomes no words ends the turn as well: no third time, and no grace", () => {
  const talk = spokenBeforeReask();
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient: false });
  talk.quietTo(4_000);
  assert.deepEqual(ends(talk).map(({ by, quiet_s }) => [by, quiet_s]), [["quiet_fallback", 3.5]]);
  assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
});

Deno.test("[TT7, QU8] a re-ask that cannot be said leaves the question asked, and its turn ends as answered", () => {
  const talk = asked();
  talk.quietTo(12_000);
  assert.equal(talk.state.saying?.reask, true);
  const item = talk.state.saying?.item;
  const itsStatus = () => talk.state.queue.items.find(({ id }) => id === item)?.status;
  talk.on({ type: "say_refused", token: talk.last("say").token, code: "unknown_question" });
  assert.equal(itsStatus(), "asked");
  assert.deepEqual(talk.audits("auto.queue_dropped"), []);
  talk.quietTo(24_500);
  assert.equal(itsStatus(), "answered");
});

Deno.test("[TT7, SP10] an aborted question asked nothing and awaits nothing; it is issued again", () => {
  const talk = issued();
  talk.endSpeech("politeness_abort", false, 0.05);
  assert.equal(talk.state.turn.awaiting, null);
  assert.equal(talk.state.queue.items[0]?.status, "pending");
  talk.speak(2_000);
  talk.quietTo(3_500);
  assert.deepEqual(talk.said(), [FIRST, FIRST]);
  assert.equal(talk.state.saying?.reask, false);
});

Deno.test("[TT8] incident 485 E2: Alba's own utterance never erases a judged turn end", () => {
  const talk = AutoTalk.open({ questions: [] });
  talk.quietTo(2_500);
  assert.equal(talk.saying(), "let_me_think");
  const judged = talk.state.turn.ended;
  assert.notEqual(judged, null);
  talk.hear();
  // An older page begins a new span even here; a tapped phrase does so anyway.
  talk.span += 1;
  talk.since = "playback";
  talk.report({ quietMs: 0 });
  assert.deepEqual(talk.state.turn.ended, judged);
  const turns = ends(talk).length;
  talk.pass([question(FIRST)]);
  const before = talk.all("ask_officer").length;
  for (let n = 0; n < 8 && talk.saying() === null; n++) {
    talk.quietMs += 500;
    talk.wait(500);
    talk.report();
    const { token } = talk.all("prepare_speech").at(-1) ?? {};
    if (talk.state.flow.at === "voicing") {
      talk.on({ type: "speech_prepared", token: token ?? 0, ok: true });
    }
    const { flow } = talk.state;
    if (flow.at === "wording") {
      talk.on({
        type: "topic_answer",
        call: talk.last("ask_topic").call,
        failure: "error",
        elapsedMs: 100,
        topic: null,
        lay: null,
        laySimilarity: null,
      });
    }
  }
  assert.equal(talk.saying(), "question");
  assert.equal(ends(talk).length, turns, "a second judgement was needed");
  assert.equal(talk.all("ask_officer").length - before <= 0, true);
});

Deno.test("[TT8] a judged turn end is cleared when the patient starts a span, and when a question is issued", () => {
  const patient = AutoTalk.open({ questions: [] });
  patient.speak(500);
  assert.equal(patient.state.turn.ended, null);
  assert.equal(issued().state.turn.ended, null);
});

Deno.test("[TT9] a turn's end carries by, quiet, phase, answer, the verdict and the newest trace", () => {
  const talk = asked();
  talk.speak(3_000);
  talk.quietTo(3_000);
  talk.verdict({ finished: false });
  talk.quietMs = 3_500;
  talk.wait(500);
  talk.report({ trace: [0.05, 0.03, 0.004], traceStepMs: 100 });
  assert.deepEqual(ends(talk), [{
    by: "quiet_fallback",
    quiet_s: 3.5,
    phase: "CLOSED",
    answer: true,
    finished_thought: false,
    handed_back: false,
    trace: [0.05, 0.03, 0.004],
    trace_step_ms: 100,
    trace_quiet_s: 3.5,
    trace_age_ms: 0,
    ear_finished: null,
  }]);
});

Deno.test("[TT9] a verdict's turn end says how old its trace is", () => {
  const talk = asked();
  talk.speak(3_000);
  talk.quietTo(2_000);
  talk.wait(400);
  talk.verdict({ finished: true });
  const { trace_age_ms, trace_quiet_s, quiet_s } = ends(talk)[0] ?? {};
  assert.deepEqual({ trace_age_ms, trace_quiet_s, quiet_s }, {
    trace_age_ms: 400,
    trace_quiet_s: 2,
    quiet_s: 2,
  });
});

Deno.test("[TT9] one turn ends once, however long the quiet lasts", () => {
  const talk = AutoTalk.open({ questions: [] });
  talk.speak(2_000);
  talk.quietTo(20_000);
  assert.equal(ends(talk).length, 1);
});

Deno.test("[TT14] an ear that hears unfinished stretches the fallback to 5 s, only where it is on", () => {
  const quietAtEnd = (ear: "off" | "shadow" | "on", finished: number) => {
    const talk = asked({ settings: { ear } });
    talk.speak(3_000);
    talk.quietTo(1_000);
    talk.on({ type: "ear_scored", span: talk.span, finished });
    talk.quietTo(6_000);
    return ends(talk)[0];
  };
  assert.equal(quietAtEnd("off", 0.1)?.["quiet_s"], 3.5);
  assert.equal(quietAtEnd("shadow", 0.1)?.["quiet_s"], 3.5);
  assert.equal(quietAtEnd("shadow", 0.1)?.["ear_finished"], 0.1);
  assert.equal(quietAtEnd("on", 0.1)?.["quiet_s"], 5);
  assert.equal(quietAtEnd("on", 0.9)?.["quiet_s"], 3.5);
});

Deno.test("[TT14] a score of another span than the newest is none of its", () => {
  const talk = asked({ settings: { ear: "on" } });
  talk.speak(3_000);
  talk.quietTo(1_000);
  talk.on({ type: "ear_scored", span: talk.span - 1, finished: 0.1 });
  talk.quietTo(6_000);
  assert.equal(ends(talk)[0]?.["quiet_s"], 3.5);
});

Deno.test("[TT11] incident 489 and the empty queue: let_me_think once a wait, with its reason", () => {
  const talk = AutoTalk.open({ questions: [], modelUsable: true });
  talk.quietTo(2_500);
  talk.hear();
  talk.quietTo(12_000);
  assert.deepEqual(talk.said(), ["let_me_think"]);
  const { reason, pending, pass_in_flight } = talk.audits("auto.thinking")[0]?.detail ?? {};
  assert.deepEqual({ reason, pending, pass_in_flight }, {
    reason: "empty_queue",
    pending: 0,
    pass_in_flight: false,
  });
});

Deno.test("[TT11] a question under preparation is thought about only after 3 s since the turn's end", () => {
  const talk = AutoTalk.open({
    questions: [question(FIRST)],
    modelUsable: false,
    settings: { presynthWaitMs: 10_000 },
  });
  assert.equal(talk.state.flow.at, "voicing");
  talk.quietTo(4_500);
  assert.deepEqual(talk.said(), []);
  talk.quietTo(5_000);
  assert.deepEqual(talk.said(), ["let_me_think"]);
  const { reason, since_turn_end } = talk.audits("auto.thinking")[0]?.detail ?? {};
  assert.deepEqual({ reason, since_turn_end }, { reason: "slow_preparation", since_turn_end: 3 });
  assert.notEqual(talk.state.turn.ended, null);
  assert.equal(talk.state.queue.items[0]?.status, "pending");
});

Deno.test("[RE2, TT7] incident 490 G8: a re-ask's latency row holds issue to speech alone", () => {
  const talk = asked();
  talk.quietTo(12_000);
  talk.nowMs += 300;
  talk.hear();
  const rows = talk.audits("auto.question_latency").map(({ detail }) => detail);
  assert.equal(rows.length, 2);
  assert.equal(rows[0]?.["reask"], false);
  assert.equal(rows[0]?.["turn_end_to_issue_ms"], 0);
  const { reask, turn_end_to_issue_ms, turn_end_to_speech_ms, issue_to_speech_ms } = rows[1] ?? {};
  assert.deepEqual(
    { reask, turn_end_to_issue_ms, turn_end_to_speech_ms, issue_to_speech_ms },
    {
      reask: true,
      turn_end_to_issue_ms: null,
      turn_end_to_speech_ms: null,
      issue_to_speech_ms: 300,
    },
  );
  assert.equal(talk.all("say").at(-1)?.detail.turnEndToIssueMs, null);
});

Deno.test("[DW1] after the doctor has stopped Alba she waits until somebody has spoken", () => {
  const talk = asked();
  talk.speak(3_000);
  talk.quietTo(3_500);
  assert.equal(talk.saying(), "question");
  talk.endSpeech("cancelled", false);
  talk.quietTo(30_000);
  assert.equal(talk.saying(), null);
  talk.speak(2_000);
  talk.quietTo(3_500);
  assert.equal(talk.saying(), "question");
});

Deno.test("[DW4] speech over Alba cuts her off and is the answer; she is not silenced by it", () => {
  const talk = issued();
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.endSpeech("barge_in", true);
  talk.speak(2_000);
  talk.quietTo(3_500);
  assert.deepEqual(ends(talk).map(({ answer }) => answer), [true]);
  assert.equal(talk.state.queue.items[0]?.status, "answered");
  const silent = issued();
  silent.on({ type: "speech_started", utterance: silent.current() });
  silent.endSpeech("barge_in", true);
  silent.quietTo(12_000);
  assert.equal(ends(silent).length, 1, "a cough over Alba must not hold the run");
});

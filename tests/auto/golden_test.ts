import assert from "node:assert/strict";
import { autoOverview } from "@/lib/auto/view.ts";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const AT_ONCE: TalkOptions = {
  questions: [question(FIRST), question("Do you smoke?")],
  modelUsable: false,
  settings: { presynth: false },
};

function exits(talk: AutoTalk) {
  return talk.audits("auto.phase").map(({ detail }) => detail)
    .filter(({ from }) => from === "GOLDEN");
}

function windows(talk: AutoTalk) {
  return talk.audits("auto.golden_window_ran").map(({ detail }) => detail);
}

/** The patient talks on, with pauses too short for anything, until so much has run. */
function talkThrough(talk: AutoTalk, ms: number): void {
  for (let spent = 0; spent < ms; spent += 5_000) {
    talk.speak(4_000);
    talk.quietTo(1_000);
  }
}

Deno.test("[GO1] the golden minutes begin with the invitation's end, and their clock with them", () => {
  const talk = new AutoTalk(AT_ONCE);
  talk.toggleOn();
  talk.hear(8_000);
  talk.quietTo(2_000);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.wait(3_000);
  assert.equal(talk.state.phase, "INVITATION");
  talk.endSpeech("completed", true);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.nowMs += 7_000;
  assert.equal(autoOverview(talk.state, talk.nowMs).goldenSpentMs, 7_000);
});

Deno.test("[GO1] the clock stands still in an urgency pause and goes on after it", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(30_000);
  talk.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]);
  talk.nowMs += 500_000;
  assert.equal(autoOverview(talk.state, talk.nowMs).goldenSpentMs, 30_000);
  assert.equal(autoOverview(talk.state, talk.nowMs).goldenRuns, false);
  talk.on({ type: "resume", seen: [], open: [] });
  talk.speak(10_000);
  assert.equal(autoOverview(talk.state, talk.nowMs).goldenSpentMs, 40_000);
  assert.deepEqual(windows(talk), []);
});

Deno.test("[GO1] the clock stops at every way out of GOLDEN", () => {
  const outs: readonly ((talk: AutoTalk) => unknown)[] = [
    (talk) => talk.on({ type: "handover_control" }),
    (talk) => talk.on({ type: "toggle_off", reason: "toggle" }),
    (talk) => {
      talk.quietTo(2_000);
      talk.verdict({ handedBack: true });
    },
    (talk) =>
      talk.on({
        type: "tapped",
        utterance: "01JT0000000000000000000001",
        confirmed: false,
        what: { kind: "phrase", phrase: "examination_handover" },
      }),
  ];
  for (const out of outs) {
    const talk = AutoTalk.golden(AT_ONCE);
    talk.speak(10_000);
    out(talk);
    assert.notEqual(talk.state.phase, "GOLDEN");
    const then = autoOverview(talk.state, talk.nowMs);
    assert.equal(then.goldenRuns, false, talk.state.phase);
    assert.equal(autoOverview(talk.state, talk.nowMs + 60_000).goldenSpentMs, then.goldenSpentMs);
  }
});

Deno.test("[GO2, LA1] an encourager on the report of 4.0 s of quiet, not before, the two phrasings in turn", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  for (let n = 0; n < 4; n++) {
    talk.speak(3_000);
    talk.quietTo(3_900);
    assert.equal(talk.saying(), null);
    talk.quietTo(4_000);
    assert.equal(talk.saying(), "encourager");
    talk.hear();
  }
  assert.deepEqual(talk.said(), ["go_on", "tell_me_more_short", "go_on", "tell_me_more_short"]);
});

Deno.test("[GO2, SP10] at most one a span, spent at issue: an abort drops it", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(3_000);
  talk.quietTo(4_000);
  talk.endSpeech("politeness_abort", false, 0.04);
  talk.quietTo(20_000);
  assert.deepEqual(talk.said(), ["go_on"]);
  assert.deepEqual(talk.audits("speech.politeness_abort").map(({ detail }) => detail), [
    { utterance: "01JA0000000000000000000001", rms: 0.04, floor: 0.02 },
  ]);
  talk.speak(1_000);
  talk.quietTo(4_000);
  assert.deepEqual(talk.said(), ["go_on", "tell_me_more_short"]);
});

Deno.test("[GO2, UR1] an encourager that an alarm took away unheard leaves nobody in silence after the resume", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(3_000);
  talk.quietTo(4_000);
  talk.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]);
  talk.endSpeech("urgency_pause", false);
  talk.quietTo(9_000);
  talk.on({ type: "resume", seen: [], open: [] });
  talk.quietTo(12_900);
  assert.deepEqual([talk.saying(), talk.state.golden.unanswered], [null, 0]);
  talk.quietTo(13_000);
  assert.deepEqual([talk.saying(), talk.said()], ["encourager", ["go_on", "tell_me_more_short"]]);
});

Deno.test("[GO2, GO4] one that a lost page never played counts for nothing; one that was begun is spent", () => {
  for (const [audible, unanswered] of [[false, 0], [true, 1]] as const) {
    const talk = AutoTalk.golden(AT_ONCE);
    talk.speak(3_000);
    talk.quietTo(4_000);
    talk.endSpeech("lost", audible);
    assert.equal(talk.state.golden.unanswered, unanswered);
    talk.quietTo(audible ? 3_900 : 4_500);
    assert.equal(talk.said().length, audible ? 1 : 2);
  }
});

Deno.test("[GO2] nobody is encouraged to answer a doctor's question, nor after the doctor's Stop", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.hearTap(talk.tap("Any allergies?"));
  talk.quietTo(8_000);
  assert.deepEqual(talk.said(), []);
  const stopped = AutoTalk.golden(AT_ONCE);
  stopped.quietTo(4_000);
  stopped.endSpeech("cancelled", true);
  stopped.quietTo(8_000);
  assert.deepEqual(stopped.said(), ["go_on"]);
  stopped.speak(1_000);
  stopped.quietTo(4_000);
  assert.deepEqual(stopped.said(), ["go_on", "tell_me_more_short"]);
});

Deno.test("[GO3] the patient's words reset the unanswered count", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  for (let n = 0; n < 5; n++) {
    talk.quietTo(4_000);
    talk.hear();
    talk.speak(2_000);
  }
  assert.deepEqual(windows(talk), []);
  assert.equal(talk.said().length, 5);
});

Deno.test("[GO4] two unanswered encouragers, and the next silence ends the window early", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(10_000);
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(3_500);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.quietTo(4_000);
  const [row] = windows(talk);
  const { reason, encouragers, unanswered, window_s } = row ?? {};
  assert.deepEqual({ reason, encouragers, unanswered, window_s }, {
    reason: "unanswered_encouragers",
    encouragers: 2,
    unanswered: 2,
    window_s: 90,
  });
  assert.ok(Number(row?.["golden_s"]) < 90);
  assert.deepEqual(exits(talk).map(({ to, trigger }) => ({ to, trigger })), [
    { to: "OPEN", trigger: "golden_timer_elapsed" },
  ]);
  assert.deepEqual(talk.said(), ["go_on", "tell_me_more_short", FIRST]);
});

Deno.test("[GO4] the window ends by elapsed on the first report or verdict that sees it, once", () => {
  const byReport = AutoTalk.golden(AT_ONCE);
  talkThrough(byReport, 85_000);
  byReport.speak(10_000);
  assert.deepEqual(windows(byReport), [], "a tick is no report");
  byReport.report({ quietMs: 0 });
  const { reason, golden_s } = windows(byReport)[0] ?? {};
  assert.equal(reason, "elapsed");
  assert.ok(Number(golden_s) >= 90);
  byReport.speak(5_000);
  byReport.quietTo(3_500);
  assert.equal(windows(byReport).length, 1);

  const byVerdict = AutoTalk.golden(AT_ONCE);
  byVerdict.speak(86_000);
  byVerdict.quietTo(2_500);
  byVerdict.nowMs += 2_000;
  byVerdict.verdict({ finished: true });
  assert.equal(windows(byVerdict).length, 1);
  assert.equal(byVerdict.state.phase, "OPEN");
});

Deno.test("[GO5] the window's end cuts nobody off: the exit waits for quiet or a verdict", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(95_000);
  talk.report({ quietMs: 0 });
  assert.equal(windows(talk).length, 1);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.quietTo(3_000);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.quietTo(3_500);
  assert.equal(exits(talk)[0]?.["to"], "OPEN");
});

Deno.test("[GO5, TT4] incident 483 D3: a healthy officer who always says not finished does not hold GOLDEN open", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talkThrough(talk, 85_000);
  let said = 0;
  for (let n = 0; n < 20 && talk.state.phase === "GOLDEN"; n++) {
    talk.speak(4_000);
    talk.quietTo(2_000);
    talk.verdict({ finished: false });
    talk.quietTo(3_500);
    said += 1;
  }
  assert.equal(exits(talk)[0]?.["to"], "OPEN");
  assert.ok(said <= 3, `${said} turns were held open`);
  const { by, quiet_s, finished_thought } = exits(talk)[0] ?? {};
  assert.deepEqual({ by, quiet_s, finished_thought }, {
    by: "quiet_fallback",
    quiet_s: 3.5,
    finished_thought: false,
  });
});

Deno.test("[GO2, GO4, GO5] incident 482: no stutter of encouragers; in a silent room there are two, then a question", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(2_000);
  for (let n = 0; n < 200 && talk.state.phase === "GOLDEN"; n++) {
    talk.quietTo(talk.quietMs + 500);
    if (talk.saying() !== null) talk.hear();
  }
  assert.deepEqual(talk.said(), ["go_on", "tell_me_more_short", FIRST]);
});

Deno.test("[GO5] once the window has run no encourager is spoken", () => {
  const talk = AutoTalk.golden({ ...AT_ONCE, settings: { presynth: false, eotFallbackMs: 6_000 } });
  talk.speak(95_000);
  talk.quietTo(5_500);
  assert.deepEqual(talk.said(), []);
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[GO5] the exit's own turn end travels in the phase's row, with no auto.turn_ended", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(95_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.deepEqual(exits(talk), [{
    from: "GOLDEN",
    to: "OPEN",
    trigger: "golden_timer_elapsed",
    by: "verdict",
    quiet_s: 2,
    golden_s: 97,
    finished_thought: true,
    handed_back: false,
  }]);
  assert.equal(talk.audits("auto.turn_ended").length, 0);
});

Deno.test("[GO5, GO6] after the window a hand-back too leaves by golden_timer_elapsed", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(95_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  assert.equal(exits(talk)[0]?.["trigger"], "golden_timer_elapsed");
});

Deno.test("[GO6] a hand-back before the window's end exits at once", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(5_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  const { to, trigger, golden_s } = exits(talk)[0] ?? {};
  assert.deepEqual({ to, trigger, golden_s }, { to: "OPEN", trigger: "hand_back", golden_s: 7 });
  assert.deepEqual(windows(talk), []);
});

Deno.test("[GO6, GO2] nobody is told to go on and asked a question in one breath", () => {
  const talk = AutoTalk.golden({ ...AT_ONCE, settings: { hasShortServer: false } });
  talk.startPass();
  talk.speak(5_000);
  talk.quietTo(4_000);
  assert.equal(talk.saying(), "encourager");
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.verdict({ handedBack: true });
  assert.equal(talk.state.phase, "GOLDEN");
  assert.equal(talk.audits("auto.officer_verdict").at(-1)?.detail["transition"], null);
  talk.endSpeech("completed", true);
  talk.quietTo(1_500);
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[GO6, TT6] a hand-back that came while an encourager sounded counts after it, without another officer", () => {
  const talk = encouragedAtVerdict();
  talk.quietTo(1_500);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.quietTo(2_000);
  assert.deepEqual([talk.state.phase, exits(talk)[0]?.["trigger"]], ["OPEN", "hand_back"]);
});

Deno.test("[GO6, TT6] who speaks after an encourager has the word: what was handed back before it counts no more", () => {
  const talk = encouragedAtVerdict();
  talk.speak(1_000);
  talk.quietTo(3_500);
  assert.equal(talk.state.phase, "GOLDEN");
});

/** The patient handed the word back; the officer says so while Alba says "Go on.". */
function encouragedAtVerdict(): AutoTalk {
  const talk = AutoTalk.golden({ ...AT_ONCE, settings: { hasShortServer: false } });
  talk.startPass();
  talk.speak(5_000);
  talk.quietTo(4_000);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.verdict({ handedBack: true });
  talk.endSpeech("completed", true);
  return talk;
}

Deno.test("[GO6, TT6] a verdict from before an encourager waits for as much quiet after it", () => {
  for (const [quietMs, phase] of [[0, "GOLDEN"], [1_500, "GOLDEN"], [2_000, "OPEN"]] as const) {
    const talk = AutoTalk.golden({ ...AT_ONCE, settings: { hasShortServer: false } });
    talk.startPass();
    talk.speak(5_000);
    talk.quietTo(4_000);
    talk.hear();
    if (quietMs > 0) talk.quietTo(quietMs);
    talk.verdict({ handedBack: true });
    assert.equal(talk.state.phase, phase, `${quietMs} ms`);
  }
});

Deno.test("[GO6, SP10] an encourager that nobody heard keeps no verdict back", () => {
  const talk = AutoTalk.golden({ ...AT_ONCE, settings: { hasShortServer: false } });
  talk.startPass();
  talk.speak(5_000);
  talk.quietTo(4_000);
  talk.endSpeech("politeness_abort", false, 0.03);
  talk.quietTo(4_500);
  talk.verdict({ handedBack: true });
  assert.equal(talk.state.phase, "OPEN");
});

Deno.test("[GO7] incident 488 G9: a tap in GOLDEN consumes its match and adds what is new; the exit answers both", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.hearTap(talk.tap("Does your pain spread?"));
  talk.speak(3_000);
  talk.hearTap(talk.tap("Any allergies?"));
  talk.speak(3_000);
  const booked = talk.audits("auto.queue_consumed").map(({ detail }) => [
    detail["item"],
    detail["by"],
  ]);
  assert.deepEqual(booked, [["q1", "tap"], ["q3", "tap"]]);
  assert.deepEqual(talk.state.queue.items.map(({ status }) => status), [
    "asked",
    "pending",
    "asked",
  ]);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  const answered = talk.audits("auto.queue_answered").map(({ detail }) => detail["item"]);
  assert.deepEqual(answered, ["q1", "q3"]);
  assert.deepEqual(talk.said(), ["Do you smoke?"]);
});

Deno.test("[GO7, TT7] the window does not close on a doctor's question before it is answered", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(95_000);
  talk.hearTap(talk.tap("Any allergies?"));
  talk.quietTo(11_500);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.quietTo(12_000);
  assert.equal(exits(talk)[0]?.["to"], "OPEN");
});

Deno.test("[GO8] the exit is a judged turn end: the first question at once, its pass beside it", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.speak(5_000);
  talk.quietTo(2_000);
  const effects = talk.verdict({ handedBack: true });
  assert.deepEqual(talk.said(), [FIRST]);
  assert.deepEqual(
    effects.flatMap((effect) => effect.type === "request_pass" ? [effect.reason] : []),
    ["golden_exit"],
  );
  assert.equal(talk.all("ask_officer").length, 1);
});

Deno.test("[GO8] an empty queue at the exit waits for a pass", () => {
  const talk = AutoTalk.open({ ...AT_ONCE, questions: [] });
  assert.equal(talk.state.flow.at, "waiting");
  assert.deepEqual(talk.all("request_pass").map(({ reason }) => reason), ["golden_exit"]);
});

Deno.test("[GO2, GO7, TT7] a tapped question that nobody answers holds encouragers back for its grace, not for ever", () => {
  const talk = AutoTalk.golden();
  talk.speak(10_000);
  talk.hearTap(talk.tap("Do you smoke?"));
  talk.quietTo(11_500);
  assert.equal(talk.saying(), null);
  talk.quietTo(12_500);
  assert.equal(talk.saying(), "encourager");
});

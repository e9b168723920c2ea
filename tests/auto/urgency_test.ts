import assert from "node:assert/strict";
import fc from "fast-check";
import { AlarmDesk } from "./alarm_desk.ts";
import { AutoTalk } from "./auto_talk.ts";
import {
  askAndAnswer,
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
const ECG = "Arrange an urgent ECG";
const ADMIT = "Consider hospital admission";

function open(): { talk: AutoTalk; desk: AlarmDesk } {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
  return { talk, desk: new AlarmDesk(talk) };
}

function pauses(talk: AutoTalk): number {
  return talk.audits("auto.paused").length;
}

function banner(talk: AutoTalk): string[] {
  return talk.pushes("auto_paused").at(-1)?.actions.map(({ action }) => action) ?? [];
}

function strip(talk: AutoTalk): string[] {
  return talk.pushes("auto_standing").at(-1)?.actions.map(({ action }) => action) ?? [];
}

function rows(talk: AutoTalk, kind: string): number {
  return talk.audits(kind).length;
}

Deno.test("[UR1, UR9] an alarm pauses from each listening phase, silences Alba and names its assessment", () => {
  const golden = AutoTalk.golden();
  golden.speak(2_000);
  golden.quietTo(4_000);
  assert.equal(golden.saying(), "encourager");
  const { talk: opened } = open();
  toIssue(opened, { topic: "the pain" });
  const { talk: closed } = open();
  toIssue(closed);
  for (const [talk, phase] of [[golden, "GOLDEN"], [opened, "OPEN"], [closed, "CLOSED"]] as const) {
    assert.equal(talk.state.phase, phase);
    const effects = new AlarmDesk(talk).assess(7, [ECG]);
    assert.equal(talk.state.phase, "PAUSED_URGENT");
    assert.ok(
      effects.some((effect) => effect.type === "cancel_say" && effect.reason === "urgency_pause"),
    );
    const { phase: from, snapshot, version, source, widened } =
      talk.audits("auto.paused").at(-1)?.detail ?? {};
    assert.deepEqual(
      [from, snapshot, version, source, widened],
      [phase, "01J00000000000000000000000-v7", 7, "model", false],
    );
    talk.endSpeech("urgency_pause", true);
  }
});

Deno.test("[UR1] nothing planned or prepared is said in a pause", () => {
  const { talk, desk } = open();
  talk.on({
    type: "rerank_answer",
    call: talk.last("ask_rerank").call,
    failure: null,
    elapsedMs: 1,
    order: [],
    drop: [],
  });
  word(talk, "q1");
  assert.equal(talk.state.flow.at, "voicing");
  const { flow } = talk.state;
  desk.assess(7, [ECG]);
  assert.equal(talk.state.flow.at, "idle");
  if (flow.at === "voicing") talk.on({ type: "speech_prepared", token: flow.token, ok: true });
  talk.quietTo(20_000);
  assert.deepEqual(talk.said(), []);
  assert.equal(statusOf(talk, PAIN), "pending");
});

Deno.test("[UR1] 485: a doctor's own utterance is not cut off by the pause", () => {
  const { talk, desk } = open();
  talk.tap(FEVER, true);
  const effects = desk.assess(7, [ECG]);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.ok(effects.every(({ type }) => type !== "cancel_say"));
});

Deno.test("[UR1] what is arranged already pauses nobody", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG], { arranged: true });
  assert.equal(talk.state.phase, "OPEN");
});

Deno.test("[UR2, UR4] the banner shows every pending action, and a new one widens the pause", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  assert.deepEqual(banner(talk), [ECG]);
  desk.assess(8, ["Call 999 for suspected stroke"], { source: "rule" });
  assert.deepEqual(banner(talk), [ECG, "Call 999 for suspected stroke"]);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  const { phase, widened } = talk.audits("auto.paused").at(-1)?.detail ?? {};
  assert.deepEqual([phase, widened], ["OPEN", true]);
  const last = talk.audits("auto.phase").at(-1)?.detail;
  assert.deepEqual([last?.["from"], last?.["to"]], ["PAUSED_URGENT", "PAUSED_URGENT"]);
  desk.tap("resume");
  assert.equal(talk.state.phase, "OPEN");
  const covered = talk.audits("auto.acknowledged").at(-1)?.detail["alarms"];
  assert.equal(Array.isArray(covered) && covered.length, 2);
});

Deno.test("[UR2, UR4, UR12] an alarm that the page did not show keeps the pause", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  const seen = desk.open().map(({ id }) => id);
  desk.assess(8, ["Call 999 for suspected stroke"]);
  desk.tap("resume", seen);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.deepEqual(banner(talk), ["Call 999 for suspected stroke"]);
  assert.deepEqual(strip(talk), [ECG]);
  assert.equal(rows(talk, "auto.resumed"), 0);
  desk.tap("resume");
  assert.equal(talk.state.phase, "OPEN");
});

Deno.test("[UR3] RESUME AUTO returns to the phase it left, on record, and asks for no pass", () => {
  const { talk, desk } = open();
  askAndAnswer(talk);
  assert.equal(talk.state.phase, "CLOSED");
  toIssue(talk);
  talk.on({ type: "speech_started", utterance: talk.current() });
  desk.assess(7, [ECG]);
  talk.endSpeech("urgency_pause", true);
  talk.wait(8_000);
  const before = talk.all("request_pass").length;
  desk.tap("resume");
  assert.equal(talk.state.phase, "CLOSED");
  const row = talk.audits("auto.resumed").at(-1);
  const { phase, paused_ms } = row?.detail ?? {};
  assert.deepEqual([phase, paused_ms], ["CLOSED", 8_000]);
  assert.ok(row?.text?.includes(ECG));
  assert.equal(talk.all("request_pass").length, before);
});

Deno.test("[UR3] TAKE OVER ends the run with one tap, and what it did not show stays open", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  const seen = desk.open().map(({ id }) => id);
  desk.assess(8, ["Call 999 for suspected stroke"]);
  desk.tap("takeover", seen);
  assert.equal(talk.state.phase, "TAKEN_OVER");
  assert.equal(talk.state.run, null);
  assert.deepEqual(talk.pushes("auto_ended").map(({ reason }) => reason), ["takeover"]);
  assert.deepEqual(talk.state.urgency.open.map(({ action }) => action), [
    "Call 999 for suspected stroke",
  ]);
  assert.equal(rows(talk, "auto.takeover"), 1);
  takeTurn(talk);
  assert.deepEqual(talk.said(), []);
});

Deno.test("[UR6, UR5] 482 D4: a pass in flight at RESUME lands 450 ms into an encourager and cuts nothing off", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, SMOKE, FEVER) });
  const desk = new AlarmDesk(talk);
  talk.speak(5_000);
  desk.assess(7, [ECG]);
  talk.on({ type: "pass_started", version: 8 });
  desk.tap("resume");
  talk.quietTo(4_000);
  assert.equal(talk.saying(), "encourager");
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.wait(450);
  const effects = desk.land(8, ["Bedside ECG"]);
  assert.equal(talk.state.phase, "GOLDEN");
  assert.equal(talk.saying(), "encourager");
  assert.equal(pauses(talk), 1);
  assert.ok(effects.every(({ type }) => type !== "cancel_say"), "nothing is cut off");
  assert.equal(talk.audits("auto.repause_suppressed").at(-1)?.detail["version"], 8);
  assert.equal(rows(talk, "auto.repause_skipped_acknowledged"), 0, "one row or the other");
  desk.pass(9, ["Call 999 for suspected stroke"]);
  assert.equal(talk.state.phase, "PAUSED_URGENT", "what is new pauses inside the chance as well");
  assert.ok(talk.all("cancel_say").length > 0);
});

Deno.test("[UR6] a pass that began before the first turn's end after the resume is inside the chance", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  desk.tap("resume");
  toIssue(talk);
  talk.hear();
  talk.speak(1_000);
  talk.on({ type: "pass_started", version: 8 });
  talk.quietTo(3_500);
  desk.land(8, [ECG]);
  assert.equal(rows(talk, "auto.repause_suppressed"), 1);
  desk.pass(9, [ECG]);
  assert.equal(rows(talk, "auto.repause_suppressed"), 1, "the chance is over");
  assert.equal(rows(talk, "auto.repause_skipped_acknowledged"), 1);
  assert.equal(pauses(talk), 1);
});

Deno.test("[UR4, UR6] a new action pauses even inside the one answer's chance", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  talk.on({ type: "pass_started", version: 8 });
  desk.tap("resume");
  desk.land(8, ["Bedside ECG", "Call 999 for suspected stroke"]);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.deepEqual(banner(talk), ["Call 999 for suspected stroke"]);
});

Deno.test("[UR5, QU7] 485 E3: one hospital action in three wordings is one alarm and one pause", () => {
  const { talk, desk } = open();
  desk.pass(7, [ADMIT]);
  desk.tap("resume");
  for (
    const [version, wording] of [
      [8, "Immediate referral to hospital"],
      [9, "Same-day specialist referral"],
    ] as const
  ) {
    takeTurn(talk);
    desk.pass(version, [wording]);
    assert.notEqual(talk.state.phase, "PAUSED_URGENT", wording);
  }
  assert.equal(pauses(talk), 1);
  assert.equal(desk.state.alarms.length, 1);
});

Deno.test("[UR5] 485 E3: while paused a re-wording is one alarm, too", () => {
  const { talk, desk } = open();
  desk.pass(7, [ADMIT]);
  desk.pass(8, ["Immediate referral to hospital"]);
  assert.equal(pauses(talk), 1);
  assert.equal(rows(talk, "auto.action_matched"), 1);
  assert.deepEqual(banner(talk), ["Immediate referral to hospital"], "the newest wording");
});

Deno.test("[UR5] 486 F1: admission, referral, specialist referral, admission: acknowledged once", () => {
  const { talk, desk } = open();
  desk.pass(7, ["Bedside ECG", ADMIT]);
  desk.tap("resume");
  const chain = [
    ["Arrange an urgent ECG", "Immediate referral to hospital"],
    ["Bedside ECG", "Same-day specialist referral"],
    ["Bedside ECG", "Consider hospital admission"],
    ["Bedside ECG", "Urgent specialist referral"],
    ["Bedside ECG", ADMIT],
  ];
  chain.forEach((actions, index) => {
    takeTurn(talk);
    desk.pass(8 + index, actions);
    assert.notEqual(talk.state.phase, "PAUSED_URGENT", actions.join(", "));
  });
  assert.equal(pauses(talk), 1, "one RESUME, not eight");
  assert.equal(desk.state.alarms.length, 2);
  assert.equal(rows(talk, "auto.repause_skipped_acknowledged"), 2 * chain.length);
  assert.equal(rows(talk, "auto.action_matched"), 2 * chain.length);
  const { alarm, score, threshold, version } = talk.audits("auto.action_matched").at(-1)?.detail ??
    {};
  assert.ok(typeof score === "number" && score >= 0.6);
  assert.deepEqual([threshold, version, alarm], [0.6, 12, desk.state.alarms[1]?.id]);
  const texts = JSON.parse(talk.audits("auto.action_matched").at(-1)?.text ?? "{}");
  assert.equal(texts.candidate, ADMIT);
  assert.equal(strip(talk).length, 2, "nothing clears silently");
});

Deno.test("[UR7] the strip is pushed with every assessment and every acknowledgement", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  assert.deepEqual(strip(talk), []);
  desk.tap("resume");
  assert.deepEqual(strip(talk), [ECG]);
  const before = talk.pushes("auto_standing").length;
  desk.pass(8, ["Bedside ECG"]);
  assert.equal(talk.pushes("auto_standing").length, before + 1);
  assert.equal(strip(talk).length, 1);
  desk.assess(9, ["Bedside ECG"], { arranged: true });
  assert.deepEqual(strip(talk), [], "arranged latches");
});

Deno.test("[UR10] the rules' alarm needs no model, no pass and no turn's end", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN), modelUsable: false });
  const desk = new AlarmDesk(talk);
  talk.speak(1_000);
  desk.assess(3, ["Call 999 for suspected stroke"], { source: "rule" });
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.equal(talk.audits("auto.paused").at(-1)?.detail["source"], "rule");
});

Deno.test("[UR10, QF8] an urgent call pauses although the pass's agenda fails", () => {
  const { talk, desk } = open();
  talk.on({ type: "pass_started", version: 8 });
  desk.assess(8, [ECG]);
  talk.on({ type: "pass_landed", version: 8, questions: null });
  assert.equal(talk.state.phase, "PAUSED_URGENT");
});

Deno.test("[UR11, UR4] after an acknowledgement what says something else pauses", () => {
  for (
    const [known, fresh] of [
      ["Chest X-ray", "Chest drain"],
      ["Urgent ECG", "ECG and call 999 for suspected heart attack"],
      ["Call 999 for stroke", "Call 999 for sepsis"],
      ["Stop anticoagulant", "Start anticoagulant"],
    ] as const
  ) {
    const { talk, desk } = open();
    desk.pass(7, [known]);
    desk.tap("resume");
    takeTurn(talk);
    desk.pass(8, [fresh]);
    assert.equal(talk.state.phase, "PAUSED_URGENT", `${known} / ${fresh}`);
  }
});

Deno.test("[UR12] in a pause spans are tracked, passes merge, and no turn end is judged", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  const officers = talk.all("ask_officer").length;
  const span = talk.state.turn.span;
  talk.speak(2_000);
  talk.quietTo(6_000);
  assert.notEqual(talk.state.turn.span, span);
  assert.equal(rows(talk, "auto.turn_ended"), 0);
  assert.equal(talk.all("ask_officer").length, officers);
  talk.pass(questions("Any swelling of the legs?"));
  assert.ok(pendingTexts(talk).includes("Any swelling of the legs?"));
  desk.tap("resume");
  assert.equal(talk.saying(), null);
  talk.quietTo(talk.quietMs + 500);
  assert.equal(rows(talk, "auto.turn_ended"), 1, "the silence after the resume ends it");
});

Deno.test("[UR12] RESUME with a judged turn end standing plans at once from the head", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  talk.pass([{ question: "Is it like a tight band?", rationale: "ecg", urgent: true }]);
  desk.tap("resume");
  assert.notEqual(talk.state.flow.at, "idle");
  assert.equal(toIssue(talk), "question");
  assert.equal(talk.said().at(-1), "Is it like a tight band?");
});

Deno.test("[UR12, QU8] with a question outstanding RESUME plans nothing: its answer is still awaited", () => {
  const { talk, desk } = open();
  toIssue(talk);
  talk.on({ type: "speech_started", utterance: talk.current() });
  desk.assess(7, [ECG]);
  talk.endSpeech("urgency_pause", true);
  desk.tap("resume");
  assert.equal(talk.state.flow.at, "idle");
  assert.equal(statusOf(talk, PAIN), "asked");
  takeTurn(talk);
  assert.equal(statusOf(talk, PAIN), "answered");
});

Deno.test("[UR12, GO1] in the golden minutes RESUME only starts the clock again", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  const desk = new AlarmDesk(talk);
  talk.speak(20_000);
  desk.assess(7, [ECG]);
  const spent = talk.state.golden.spentMs;
  talk.wait(200_000);
  assert.equal(talk.state.golden.spentMs, spent);
  assert.equal(talk.state.golden.enteredMs, null);
  desk.tap("resume");
  assert.equal(talk.state.phase, "GOLDEN");
  assert.equal(talk.state.golden.windowRan, false);
  assert.notEqual(talk.state.golden.enteredMs, null);
  assert.equal(talk.all("request_pass").length, 0);
  assert.equal(talk.state.flow.at, "idle");
});

Deno.test("[UR13] before the golden minutes the phrase plays out, then the pause comes", () => {
  const talk = new AutoTalk();
  const desk = new AlarmDesk(talk);
  talk.toggleOn();
  const effects = desk.assess(2, [ECG], { source: "rule" });
  assert.ok(effects.every(({ type }) => type !== "cancel_say"));
  assert.equal(talk.state.phase, "DISCLOSURE");
  talk.hear();
  talk.quietTo(2_000);
  talk.hear();
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.equal(talk.audits("auto.paused").at(-1)?.detail["phase"], "GOLDEN");
  assert.deepEqual(banner(talk), [ECG]);
  desk.tap("resume");
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[UR13] an alarm open at the toggle pauses on entering GOLDEN, an acknowledged one does not", () => {
  for (const isSeen of [false, true]) {
    const talk = new AutoTalk();
    const desk = new AlarmDesk(talk);
    desk.assess(2, [ECG]);
    if (isSeen) desk.tap("resume");
    talk.toggleOn({ given: true });
    assert.equal(talk.state.phase, isSeen ? "GOLDEN" : "PAUSED_URGENT");
  }
});

Deno.test("[UR13, MA10] in HANDOVER the speech is cancelled and the run is over, and the record says why", () => {
  const talk = AutoTalk.golden();
  talk.speak(1_000);
  talk.on({ type: "handover_control" });
  talk.quietTo(4_000);
  assert.equal(talk.saying(), "anything_else");
  const effects = new AlarmDesk(talk).assess(2, [ECG]);
  assert.ok(
    effects.some((effect) => effect.type === "cancel_say" && effect.reason === "urgency_pause"),
  );
  assert.equal(talk.state.phase, "HANDOVER");
  assert.equal(talk.state.run, null);
  assert.deepEqual(talk.pushes("auto_ended").map(({ reason }) => reason), ["urgent"]);
  assert.deepEqual(talk.audits("auto.disabled").map(({ detail }) => detail), [
    { reason: "urgent", phase: "HANDOVER" },
  ]);
  assert.equal(talk.state.urgency.open.length, 1);
});

Deno.test("[UR2, UR14] an acknowledgement from the standard panel empties the banner; RESUME still ends the pause", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  talk.on({ type: "alarms_settled", open: [], standing: desk.open() });
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.deepEqual(banner(talk), []);
  talk.on({ type: "resume", seen: [], open: [] });
  assert.equal(talk.state.phase, "OPEN");
  assert.equal(rows(talk, "auto.acknowledged"), 0, "this tap has acknowledged nothing");
  assert.deepEqual(talk.audits("auto.resumed").at(-1)?.detail["alarms"], []);
});

Deno.test("[UR3] RESUME and TAKE OVER outside a pause change nothing", () => {
  for (const type of ["resume", "takeover"] as const) {
    const { talk } = open();
    const before = talk.state;
    talk.on({ type, seen: [], open: [] });
    assert.deepEqual(talk.state, before);
  }
});

Deno.test("[UR8] when the run is stopped in a pause its alarms stay open", () => {
  const { talk, desk } = open();
  desk.assess(7, [ECG]);
  talk.on({ type: "toggle_off", reason: "stop" });
  assert.equal(talk.state.run, null);
  assert.equal(rows(talk, "auto.acknowledged"), 0);
  assert.equal(desk.open().length, 1);
  assert.equal(talk.state.urgency.open.length, 1);
});

const ACTIONS = [
  ECG,
  "Bedside ECG",
  ADMIT,
  "Immediate referral to hospital",
  "Call 999 for suspected stroke",
  "Stop anticoagulant",
];

const assessment = fc.record({
  actions: fc.subarray(ACTIONS),
  isResumed: fc.boolean(),
  talks: fc.boolean(),
});

Deno.test("[UR1, UR2, UR4, UR5] no open alarm without a pause, no pause ends over an open alarm", () => {
  fc.assert(
    fc.property(fc.array(assessment, { maxLength: 12 }), (assessments) => {
      const { talk, desk } = open();
      for (const [index, { actions, isResumed, talks }] of assessments.entries()) {
        const wasOpen = desk.open().length;
        const known = desk.state.alarms.length;
        const before = pauses(talk);
        desk.pass(7 + index, actions);
        if (talk.state.run === null) return;
        const isNew = desk.state.alarms.length > known;
        assert.equal(pauses(talk), before + (isNew ? 1 : 0), "one pause for what is new");
        assert.equal(talk.state.phase === "PAUSED_URGENT", isNew || wasOpen > 0);
        if (talk.state.phase === "PAUSED_URGENT") {
          assert.deepEqual(banner(talk), desk.open().map(({ action }) => action));
          assert.equal(talk.saying(), null);
        }
        if (isResumed) desk.tap("resume");
        if (talk.saying() !== null) talk.hear();
        if (talks) takeTurn(talk);
        if (talk.state.flow.at === "voicing") prepared(talk);
        if (talk.saying() !== null) talk.hear();
        if (talk.state.run === null) return;
        assert.equal(talk.state.phase === "PAUSED_URGENT", desk.open().length > 0);
      }
    }),
    { numRuns: 120 },
  );
});

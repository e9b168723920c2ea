import assert from "node:assert/strict";
import { AutoTalk } from "./auto_talk.ts";
import { abort, askAndAnswer, questions, takeTurn, toIssue } from "./question_talk.ts";

/** A doctor's utterance, as the shell would name it. */
const TAP = "01JT0000000000000000000099";

const PAIN = "Does the pain spread anywhere?";
const SMOKE = "Do you smoke?";
const FEVER = "Have you had a fever?";

/** The queue was found spent, and "anything else" is being said. */
function anythingElse(): AutoTalk {
  const talk = AutoTalk.open();
  talk.pass([]);
  assert.equal(talk.saying(), "anything_else");
  return talk;
}

function control(talk: AutoTalk) {
  return talk.on({ type: "handover_control" });
}

function tapHandover(talk: AutoTalk) {
  return talk.on({
    type: "tapped",
    utterance: TAP,
    confirmed: false,
    what: { kind: "phrase", phrase: "examination_handover" },
  });
}

/** Until Alba says something, or nothing more can come. */
function untilSaid(talk: AutoTalk): string | null {
  for (let waited = 0; waited < 12 && talk.saying() === null; waited++) {
    talk.quietTo(talk.quietMs + 500);
  }
  return talk.saying();
}

function ended(talk: AutoTalk): string[] {
  return talk.pushes("auto_ended").map(({ reason }) => reason);
}

Deno.test("[QF6, MA10] a spent queue: anything else, its answer, the pass, the handover, the run is over", () => {
  const talk = anythingElse();
  talk.hear();
  takeTurn(talk);
  assert.equal(talk.state.phase, "OPEN");
  const version = talk.startPass();
  talk.on({ type: "pass_landed", version, questions: [] });
  assert.equal(untilSaid(talk), "examination_handover");
  assert.equal(talk.state.phase, "HANDOVER");
  assert.deepEqual(talk.audits("auto.handover").map(({ detail }) => detail), [
    { requested_by: "agenda", phase: "OPEN" },
  ]);
  assert.equal(talk.audits("auto.phase").at(-1)?.detail["trigger"], "agenda_spent");
  assert.notEqual(talk.state.run, null);
  talk.hear();
  assert.equal(talk.state.run, null);
  assert.deepEqual(ended(talk), ["handover"]);
});

Deno.test("[QF6] what the answer brings goes back to the questions, and the handover waits", () => {
  const talk = anythingElse();
  talk.hear();
  takeTurn(talk);
  talk.pass(questions(FEVER));
  assert.equal(toIssue(talk), "question");
  assert.equal(talk.said().at(-1), FEVER);
  talk.hear();
  takeTurn(talk);
  talk.pass([]);
  assert.equal(untilSaid(talk), "examination_handover");
  assert.equal(talk.said().filter((text) => text === "anything_else").length, 1);
});

Deno.test("[QF6] a late pass still refills while the answer is open", () => {
  const talk = AutoTalk.open();
  const late = talk.startPass();
  talk.wait(31_000);
  assert.equal(untilSaid(talk), "anything_else");
  talk.hear();
  talk.on({ type: "pass_landed", version: late, questions: questions(PAIN) });
  takeTurn(talk);
  toIssue(talk);
  assert.equal(talk.said().at(-1), PAIN);
});

Deno.test("[QF6] only a pass that began after the answer's end may end the consultation", () => {
  const talk = anythingElse();
  talk.hear();
  talk.speak(2_000);
  const older = talk.startPass();
  talk.quietTo(3_500);
  talk.on({ type: "pass_landed", version: older, questions: [] });
  assert.equal(talk.state.flow.at, "waiting");
  talk.pass([]);
  assert.equal(untilSaid(talk), "examination_handover");
});

Deno.test("[QF6, SP10] anything else that nobody heard is said at the next permitted moment", () => {
  const talk = anythingElse();
  abort(talk);
  assert.equal(talk.state.anythingElseSpoken, false);
  takeTurn(talk);
  assert.equal(untilSaid(talk), "anything_else");
});

Deno.test("[TT7, QF6] anything else is never asked again: after one grace its turn is over", () => {
  const talk = anythingElse();
  talk.hear();
  talk.quietTo(11_500);
  assert.equal(talk.state.flow.at, "closing");
  talk.quietTo(12_500);
  assert.equal(talk.state.flow.at, "waiting");
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
  assert.equal(talk.audits("auto.turn_ended").at(-1)?.detail["answer"], true);
});

Deno.test("[SP10, QF6] a handover phrase that was aborted is said again, and no way leads back", () => {
  const talk = anythingElse();
  talk.hear();
  takeTurn(talk);
  talk.pass([]);
  assert.equal(untilSaid(talk), "examination_handover");
  abort(talk);
  talk.pass(questions(FEVER));
  takeTurn(talk);
  assert.equal(untilSaid(talk), "examination_handover");
  talk.hear();
  assert.equal(talk.state.phase, "HANDOVER");
  assert.equal(talk.state.run, null);
  assert.ok(!talk.said().includes(FEVER));
});

Deno.test("[QF7] the doctor's control in the question phases: anything else, its answer, the phrase", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  control(talk);
  assert.equal(talk.state.phase, "OPEN");
  assert.deepEqual(talk.audits("auto.doctor_handover").at(-1)?.detail, {
    via: "control",
    phase: "OPEN",
  });
  assert.equal(untilSaid(talk), "anything_else");
  talk.hear();
  takeTurn(talk);
  talk.pass(questions(PAIN, SMOKE));
  assert.equal(untilSaid(talk), "examination_handover", "what was pending before is no refill");
  assert.deepEqual(talk.audits("auto.handover").at(-1)?.detail, {
    requested_by: "doctor",
    phase: "OPEN",
  });
  assert.equal(talk.audits("auto.phase").at(-1)?.detail["trigger"], "handover_requested");
  talk.hear();
  assert.equal(talk.state.run, null);
});

Deno.test("[QF7] in the question phases a refill goes back to the questions", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  control(talk);
  untilSaid(talk);
  talk.hear();
  takeTurn(talk);
  talk.pass(questions(PAIN, FEVER));
  assert.equal(toIssue(talk), "question");
});

Deno.test("[QF7] the control waits for the patient's turn to end", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  toIssue(talk);
  talk.hear();
  talk.speak(2_000);
  control(talk);
  talk.quietTo(3_000);
  assert.equal(talk.saying(), null);
  talk.quietTo(3_500);
  assert.equal(untilSaid(talk), "anything_else");
});

Deno.test("[QF7, TT7] after the control no question is asked once more: the silence is its answer", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  toIssue(talk);
  talk.hear();
  talk.quietTo(5_000);
  control(talk);
  talk.quietTo(11_500);
  assert.equal(talk.saying(), null);
  assert.equal(untilSaid(talk), "anything_else");
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
});

Deno.test("[QF7, DW1] Stop, then Handover: the closing words come although nobody has spoken", () => {
  const golden = AutoTalk.golden({ questions: questions(PAIN) });
  golden.speak(2_000);
  golden.quietTo(4_000);
  const open = AutoTalk.open({ questions: questions(PAIN) });
  toIssue(open, { topic: "the pain" });
  const closed = AutoTalk.open({ questions: questions(PAIN) });
  toIssue(closed);
  for (const [talk, phase] of [[golden, "GOLDEN"], [open, "OPEN"], [closed, "CLOSED"]] as const) {
    assert.equal(talk.state.phase, phase);
    talk.on({ type: "speech_started", utterance: talk.current() });
    talk.endSpeech("cancelled", true);
    assert.ok(talk.state.turn.isHushed);
    control(talk);
    for (let waited = 0; waited < 40 && talk.saying() === null; waited++) {
      talk.quietTo(talk.quietMs + 500);
    }
    assert.equal(talk.saying(), "anything_else", phase);
  }
});

Deno.test("[QF7] from the golden minutes the sequence runs inside HANDOVER, with no way back", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  talk.speak(2_000);
  control(talk);
  assert.equal(talk.state.phase, "HANDOVER");
  assert.equal(talk.audits("auto.phase").at(-1)?.detail["trigger"], "handover_requested");
  talk.quietTo(3_500);
  assert.equal(untilSaid(talk), "anything_else");
  talk.hear();
  talk.speak(3_000);
  talk.pass(questions(FEVER, SMOKE));
  talk.quietTo(3_500);
  assert.equal(untilSaid(talk), "examination_handover");
  assert.ok(talk.said().every((text) => text !== FEVER && text !== PAIN));
  talk.hear();
  assert.equal(talk.state.run, null);
  assert.equal(talk.audits("auto.handover").length, 1, "the handover itself is on record");
});

Deno.test("[QF7] what was spoken once in the session is skipped", () => {
  const talk = anythingElse();
  talk.hear();
  takeTurn(talk);
  talk.pass(questions(FEVER));
  askAndAnswer(talk);
  control(talk);
  assert.equal(untilSaid(talk), "examination_handover");
});

Deno.test("[QF7] the control outside the listening phases does nothing", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  control(talk);
  assert.equal(talk.state.phase, "DISCLOSURE");
  assert.equal(talk.audits("auto.doctor_handover").length, 0);
});

Deno.test("[QF10] the tapped phrase ends the run at the tap, from each listening phase", () => {
  const golden = AutoTalk.golden({ questions: questions(PAIN) });
  const open = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  const closed = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  askAndAnswer(closed);
  for (const [talk, phase] of [[golden, "GOLDEN"], [open, "OPEN"], [closed, "CLOSED"]] as const) {
    assert.equal(talk.state.phase, phase);
    tapHandover(talk);
    assert.equal(talk.state.phase, "HANDOVER");
    assert.equal(talk.state.run, null);
    assert.equal(talk.audits("auto.phase").at(-1)?.detail["trigger"], "handover_requested");
    assert.deepEqual(talk.audits("auto.doctor_handover").at(-1)?.detail, { via: "tap", phase });
    assert.deepEqual(ended(talk), ["handover"]);
    assert.ok(talk.all("cancel_calls").length > 0);
    const said = talk.said().length;
    talk.on({
      type: "speech_ended",
      utterance: TAP,
      reason: "cancelled",
      audible: false,
      rms: null,
    });
    takeTurn(talk);
    assert.equal(talk.said().length, said, "a cut-off phrase changes nothing");
    assert.equal(talk.state.flow.at, "idle");
  }
});

Deno.test("[QF10] the tapped phrase ends a control's sequence, too", () => {
  const talk = AutoTalk.golden();
  talk.speak(2_000);
  control(talk);
  tapHandover(talk);
  assert.equal(talk.state.run, null);
  assert.deepEqual(
    talk.audits("auto.doctor_handover").map(({ detail }) => detail["via"]),
    ["control", "tap"],
  );
});

Deno.test("[QF10] in any other state the phrase is only a tap", () => {
  const talk = AutoTalk.open();
  talk.alarm([{ id: "01J00000000000000000000000-a1", action: "Bedside ECG" }]);
  tapHandover(talk);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  assert.notEqual(talk.state.run, null);
  assert.equal(talk.audits("auto.doctor_handover").length, 0);
  assert.equal(talk.audits("auto.doctor_tap").at(-1)?.detail["phrase"], "examination_handover");
});

Deno.test("[QF10, DW5] another phrase changes nothing of the flow", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  const before = talk.state.flow;
  talk.on({
    type: "tapped",
    utterance: TAP,
    confirmed: false,
    what: { kind: "phrase", phrase: "go_on" },
  });
  assert.deepEqual(talk.state.flow, before);
  assert.equal(talk.state.phase, "OPEN");
});

import assert from "node:assert/strict";
import { AutoTalk, madeId, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const SECOND = "Do you smoke?";

/** No model and no sound made ahead: what is planned is issued in the same moment. */
const AT_ONCE: TalkOptions = {
  questions: [question(FIRST), question(SECOND)],
  modelUsable: false,
  settings: { presynth: false },
};

/** The first question has been heard to its end. */
function asked(): AutoTalk {
  const talk = AutoTalk.open(AT_ONCE);
  talk.hear();
  return talk;
}

/** The ears have decided all up to now; `isPatient` when it became words of the patient's. */
function decide(talk: AutoTalk, isPatient = false): void {
  talk.on({ type: "committed", throughSample: talk.nowMs * 16, isPatient });
}

/** A short answer that the page hears and of which the ears make no words. */
function mutter(talk: AutoTalk): void {
  talk.speak(600, false);
  decide(talk);
}

function ends(talk: AutoTalk): number {
  return talk.audits("auto.turn_ended").length;
}

/** How the question that was asked first stands. */
function status(talk: AutoTalk): string | undefined {
  return talk.state.queue.items.find(({ text }) => text === FIRST)?.status;
}

Deno.test("[TT7] an answer of which the ears make no words is asked for once more, by silence or verdict", () => {
  const ways = [
    (talk: AutoTalk) => talk.quietTo(3_500),
    (talk: AutoTalk) => {
      talk.quietTo(2_000);
      talk.verdict({ finished: true });
      const row = talk.audits("auto.officer_verdict").at(-1)?.detail;
      assert.deepEqual([row?.["finished_thought"], row?.["transition"]], [true, null]);
    },
  ];
  for (const end of ways) {
    const talk = asked();
    const before = ends(talk);
    mutter(talk);
    end(talk);
    assert.deepEqual(talk.said(), [FIRST, FIRST]);
    assert.equal(talk.state.saying?.reask, true);
    assert.equal(ends(talk), before, "the turn goes on");
    assert.equal(status(talk), "asked");
    assert.equal(talk.audits("auto.reask_no_answer")[0]?.detail["reason"], "no_words");
    assert.equal(talk.audits("auto.queue_consumed").length, 1);
    talk.hear();
    talk.speak(600);
    talk.quietTo(3_500);
    assert.equal(status(talk), "answered");
    assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
  }
});

Deno.test("[TT7, QF4] without words a second time the turn ends, and the question stays asked, not answered", () => {
  const ways = [mutter, () => {}];
  for (const answer of ways) {
    const talk = asked();
    mutter(talk);
    talk.quietTo(3_500);
    talk.hear();
    answer(talk);
    talk.quietTo(12_000);
    assert.equal(talk.audits("auto.turn_ended").at(-1)?.detail["answer"], true);
    assert.equal(status(talk), "asked");
    assert.equal(talk.audits("auto.queue_answered").length, 0);
    assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
  }
});

Deno.test("[TT7] words of before the question, written down late, are none of its answer", () => {
  const talk = asked();
  talk.on({ type: "committed", throughSample: 6_000 * 16, isPatient: true });
  mutter(talk);
  talk.quietTo(3_500);
  assert.deepEqual(talk.said(), [FIRST, FIRST]);
});

Deno.test("[TT7, QF4] an answer in words of which no report has told is one, and is not asked for again", () => {
  const tapsInto = (talk: AutoTalk) => {
    const what = { kind: "phrase", phrase: "mm_hm" } as const;
    talk.on({ type: "tapped", utterance: madeId("P", 1), confirmed: false, what });
    talk.hearTap(madeId("P", 1), 500);
  };
  const losesPage = (talk: AutoTalk) => talk.on({ type: "page_lost" });
  for (const happens of [tapsInto, losesPage]) {
    const talk = asked();
    talk.wait(3_000);
    const spokeTo = talk.nowMs * 16;
    happens(talk);
    talk.on({ type: "committed", throughSample: spokeTo, isPatient: true });
    talk.quietTo(3_000);
    assert.deepEqual(talk.said(), [FIRST]);
    talk.quietTo(3_500);
    assert.equal(status(talk), "answered");
    assert.deepEqual(talk.said(), [FIRST, SECOND]);
  }
});

Deno.test("[TT7, QF4] so is one to a question that ended while no page told of the room", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.on({ type: "page_lost" });
  talk.wait(1_500);
  talk.endSpeech("completed", true);
  talk.on({ type: "committed", throughSample: (talk.nowMs + 1_000) * 16, isPatient: true });
  talk.quietTo(3_500);
  assert.equal(status(talk), "answered");
  assert.deepEqual(talk.said(), [FIRST, SECOND]);
});

Deno.test("[TT7] words that end before the question has, and what the doctor types, leave it to be answered", () => {
  const unasked = [
    (talk: AutoTalk) => ({ throughSample: (talk.nowMs - 200) * 16, isPatient: true }),
    (talk: AutoTalk) => ({ throughSample: talk.nowMs * 16 + 1, isPatient: false }),
  ];
  for (const words of unasked) {
    const talk = asked();
    talk.on({ type: "committed", ...words(talk) });
    talk.quietTo(11_500);
    assert.deepEqual(talk.said(), [FIRST]);
    talk.quietTo(12_000);
    assert.deepEqual(talk.said(), [FIRST, FIRST]);
  }
});

Deno.test("[TT7] words of before the re-ask that come late answer the question: it is not asked a third time", () => {
  const talk = asked();
  const spokeTo = (talk.nowMs + 1_000) * 16;
  talk.quietTo(12_000);
  talk.hear();
  talk.on({ type: "committed", throughSample: spokeTo, isPatient: true });
  talk.quietTo(3_500);
  assert.equal(status(talk), "answered");
  assert.deepEqual(talk.said(), [FIRST, FIRST, SECOND]);
});

Deno.test("[TT7] on a box that stood still the sound is behind the clock: what is said to the question counts all the same", () => {
  const late = AutoTalk.open(AT_ONCE);
  const sample = (late.nowMs - 4_000) * 16;
  late.on({ type: "speech_started", utterance: late.current(), atSample: sample });
  late.wait(1_500);
  late.endSpeech("completed", true);
  late.speak(600, false);
  late.on({ type: "committed", throughSample: sample + 2_100 * 16, isPatient: true });
  decide(late);
  late.quietTo(3_500);
  assert.equal(status(late), "answered");
  assert.deepEqual(late.said(), [FIRST, SECOND]);
});

Deno.test("[TT7] so do words of which no report has told, once the sound has passed the question's end", () => {
  const talk = AutoTalk.open(AT_ONCE);
  const utterance = talk.current();
  const sample = (talk.nowMs - 4_000) * 16;
  talk.on({ type: "speech_started", utterance, atSample: sample });
  talk.wait(1_500);
  const ending = { reason: "completed", audible: true, rms: null } as const;
  talk.on({ type: "speech_ended", utterance, atSample: sample + 1_500 * 16, ...ending });
  talk.on({ type: "committed", throughSample: sample + 2_100 * 16, isPatient: true });
  talk.quietTo(3_500);
  assert.equal(status(talk), "answered");
});

Deno.test("[TT7] a silence that is asked into says so", () => {
  const talk = asked();
  talk.quietTo(12_000);
  assert.equal(talk.audits("auto.reask_no_answer")[0]?.detail["reason"], "silence");
});

Deno.test("[TT7] ears that are behind are waited for 1.5 s, and their words end the turn at once", () => {
  const talk = asked();
  const before = ends(talk);
  talk.speak(600, false);
  const end = talk.nowMs * 16;
  talk.quietTo(4_500);
  assert.equal(ends(talk), before);
  talk.on({ type: "committed", throughSample: end, isPatient: true });
  assert.equal(ends(talk), before + 1);
  assert.equal(status(talk), "answered");
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
});

Deno.test("[TT7] ears that stay behind for longer hold no turn up: it ends as answered", () => {
  const talk = asked();
  const before = ends(talk);
  talk.speak(600, false);
  talk.quietTo(4_500);
  assert.equal(ends(talk), before);
  talk.quietTo(5_000);
  assert.equal(ends(talk), before + 1);
  assert.equal(status(talk), "answered");
  assert.equal(talk.audits("auto.reask_no_answer").length, 0);
});

Deno.test("[TT7] a patient who goes on while the ears are waited for has not ended the turn", () => {
  const talk = asked();
  const before = ends(talk);
  talk.speak(600, false);
  talk.quietTo(4_000);
  talk.speak(3_000);
  talk.quietTo(3_000);
  assert.equal(ends(talk), before);
  talk.quietTo(3_500);
  assert.equal(ends(talk), before + 1);
});

Deno.test("[TT7] a tapped question and anything_else are not asked again for want of words", () => {
  const tapped = AutoTalk.open({ ...AT_ONCE, questions: [] });
  tapped.hearTap(tapped.tap("Any allergies?"));
  const before = ends(tapped);
  mutter(tapped);
  tapped.quietTo(3_500);
  assert.equal(ends(tapped), before + 1);
  const closing = AutoTalk.golden(AT_ONCE);
  closing.on({ type: "handover_control" });
  closing.speak(1_000);
  closing.quietTo(3_500);
  closing.hear();
  mutter(closing);
  closing.quietTo(3_500);
  assert.deepEqual(closing.said(), ["anything_else", "examination_handover"]);
});

Deno.test("[TT9, RE1] a doctor's question takes no verdict over from the turn that waited for the ears", () => {
  const talk = asked();
  talk.speak(600, false);
  talk.quietTo(3_000);
  talk.verdict({ handedBack: true });
  const before = ends(talk);
  assert.notEqual(talk.state.turn.held, null);
  talk.hearTap(talk.tap("Any allergies?", true));
  assert.equal(ends(talk), before);
  talk.quietTo(16_000);
  const rows = talk.audits("auto.turn_ended").slice(before).map(({ detail }) => detail);
  assert.deepEqual(rows.map(({ by, handed_back }) => [by, handed_back]), [[
    "quiet_fallback",
    null,
  ]]);
  assert.deepEqual(talk.said(), [FIRST, SECOND]);
  assert.equal(talk.last("say").detail.handedBack, false);
});

Deno.test("[TT9, RE1] a turn that ends by a verdict says which, also when a phrase was tapped while the ears were awaited", () => {
  const talk = asked();
  talk.speak(600, false);
  const spokeTo = talk.nowMs * 16;
  talk.quietTo(3_000);
  talk.verdict({ handedBack: true });
  const what = { kind: "phrase", phrase: "mm_hm" } as const;
  talk.on({ type: "tapped", utterance: madeId("P", 1), confirmed: false, what });
  talk.hearTap(madeId("P", 1), 500);
  talk.quietTo(500);
  talk.on({ type: "committed", throughSample: spokeTo, isPatient: true });
  const { by, finished_thought, handed_back } = talk.audits("auto.turn_ended").at(-1)?.detail ?? {};
  assert.deepEqual([by, finished_thought, handed_back], ["verdict", true, true]);
  assert.equal(talk.last("say").detail.handedBack, true);
});

Deno.test("[TT12, LA5] no question is asked before the ears have decided the turn, or 3 s after its end", () => {
  const behind = (): AutoTalk => {
    const talk = AutoTalk.golden(AT_ONCE);
    talk.speak(5_000, false);
    talk.quietTo(3_000);
    talk.verdict({ handedBack: true });
    assert.equal(talk.state.phase, "OPEN");
    assert.deepEqual(talk.said(), []);
    return talk;
  };
  const late = behind();
  late.quietTo(5_500);
  assert.deepEqual(late.said(), []);
  late.quietTo(6_000);
  assert.deepEqual(late.said(), [FIRST]);
  const caught = behind();
  caught.quietTo(4_000);
  caught.on({ type: "committed", throughSample: (caught.nowMs - 4_000) * 16, isPatient: true });
  assert.deepEqual(caught.said(), [FIRST], "in the moment in which the words are there");
  const half = behind();
  half.quietTo(4_000);
  half.on({ type: "committed", throughSample: (half.nowMs - 5_000) * 16, isPatient: true });
  assert.deepEqual(half.said(), []);
});

Deno.test("[TT12, QF7] anything_else waits for the ears as any question does, an encourager does not", () => {
  const talk = AutoTalk.golden(AT_ONCE);
  talk.on({ type: "handover_control" });
  talk.speak(2_000, false);
  talk.quietTo(6_000);
  assert.deepEqual(talk.said(), []);
  talk.quietTo(6_500);
  assert.deepEqual(talk.said(), ["anything_else"]);
  const golden = AutoTalk.golden(AT_ONCE);
  golden.speak(2_000, false);
  golden.quietTo(4_000);
  assert.deepEqual(golden.said(), ["go_on"]);
});

import assert from "node:assert/strict";
import type { Tapped } from "@/lib/auto/auto_event.ts";
import { plannedItem, plannedText } from "@/lib/auto/plan.ts";
import type { PhraseId } from "@/lib/speech/phrase_ids.ts";
import { AutoTalk, madeId, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const SECOND = "Do you smoke?";
const MINE = "Any allergies?";
const PLANNED: TalkOptions = { questions: [question(FIRST), question(SECOND)], modelUsable: false };
const AT_ONCE: TalkOptions = { ...PLANNED, settings: { presynth: false } };

function taps(talk: AutoTalk) {
  return talk.audits("auto.doctor_tap").map(({ detail, text }) => ({
    confirmed: detail["confirmed"],
    displaced: detail["displaced"],
    words: JSON.parse(text ?? "null").displaced,
  }));
}

function tapPhrase(talk: AutoTalk, phrase: PhraseId): string {
  const utterance = madeId("P", talk.effects.length);
  const what: Tapped = { kind: "phrase", phrase };
  talk.on({ type: "tapped", utterance, confirmed: false, what });
  return utterance;
}

function held(): Tapped {
  return { kind: "question", version: 1, index: 0, item: question(MINE) };
}

Deno.test("[DW3] a planned question is what a tap would displace, from its choice until it sounds", () => {
  const talk = AutoTalk.open(PLANNED);
  assert.equal(talk.state.flow.at, "voicing");
  assert.equal(plannedText(talk.state), FIRST);
  talk.on({ type: "speech_prepared", token: talk.last("prepare_speech").token ?? 0, ok: true });
  assert.equal(talk.saying(), "question");
  assert.equal(plannedText(talk.state), FIRST);
  talk.on({ type: "speech_started", utterance: talk.current() });
  assert.equal(plannedText(talk.state), null);
  assert.equal(plannedText(AutoTalk.golden(PLANNED).state), null);
});

Deno.test("[DW3] a held tap shows the planned text; let Alba ask leaves the queue as it was", () => {
  const talk = AutoTalk.open(PLANNED);
  const { queue } = talk.state;
  talk.on({ type: "tap_held", what: held() });
  assert.deepEqual(talk.pushes("speak_confirm").map(({ queuedText }) => queuedText), [FIRST]);
  assert.deepEqual(talk.state.queue, queue);
  assert.deepEqual(taps(talk), []);
  talk.on({ type: "speech_prepared", token: talk.last("prepare_speech").token ?? 0, ok: true });
  talk.hear();
  assert.deepEqual(talk.said(), [FIRST]);
});

Deno.test("[DW3] a choice made moot is withdrawn, once", () => {
  const talk = AutoTalk.open(PLANNED);
  talk.on({ type: "tap_held", what: held() });
  assert.equal(talk.pushes("speak_confirm_gone").length, 0);
  talk.speak(1_000);
  assert.equal(talk.pushes("speak_confirm_gone").length, 1);
  talk.quietTo(1_000);
  assert.equal(talk.pushes("speak_confirm_gone").length, 1);
  const nothing = AutoTalk.golden(PLANNED);
  nothing.on({ type: "tap_held", what: held() });
  assert.equal(nothing.pushes("speak_confirm").length, 0);
});

Deno.test("[DW2, DW3] ask yours instead: the planned question gives way and stays pending", () => {
  const talk = AutoTalk.open(PLANNED);
  talk.on({ type: "tap_held", what: held() });
  const utterance = talk.tap(MINE, true);
  assert.deepEqual(taps(talk), [{ confirmed: true, displaced: "q1", words: FIRST }]);
  assert.equal(talk.state.queue.items[0]?.status, "pending");
  assert.equal(plannedText(talk.state), null, "it is no longer on its way");
  talk.hearTap(utterance);
  assert.deepEqual(talk.said(), []);
  talk.speak(2_000);
  talk.quietTo(3_500);
  assert.deepEqual(talk.audits("auto.turn_ended").map(({ detail }) => detail["answer"]), [true]);
  assert.equal(plannedText(talk.state), FIRST);
});

Deno.test("[DW2, DW3] a question that was issued and not heard is taken back for the tap, and the row names it", () => {
  const talk = AutoTalk.open(AT_ONCE);
  assert.equal(talk.saying(), "question");
  talk.endSpeech("cancelled", false);
  talk.state = reversed(talk);
  talk.tap(MINE, true);
  assert.deepEqual(taps(talk), [{ confirmed: true, displaced: "q1", words: FIRST }]);
});

/** Another question has come to the queue's head meanwhile. */
function reversed({ state }: AutoTalk): AutoTalk["state"] {
  return { ...state, queue: { ...state.queue, items: [...state.queue.items].reverse() } };
}

Deno.test("[MA9, DW3] what gave way is forgotten by a service that comes back, with a run or without", () => {
  for (const isOff of [false, true]) {
    const talk = AutoTalk.open(AT_ONCE);
    talk.endSpeech("cancelled", false);
    assert.notEqual(talk.state.gaveWay, null);
    if (isOff) talk.on({ type: "toggle_off", reason: "toggle" });
    talk.on({ type: "restarted" });
    assert.equal(talk.state.gaveWay, null);
  }
});

Deno.test("[DW3] a confirmation with nothing planned displaces nothing, whatever the page says", () => {
  const talk = AutoTalk.golden(PLANNED);
  talk.tap(MINE, true);
  assert.deepEqual(taps(talk), [{ confirmed: false, displaced: null, words: null }]);

  const later = AutoTalk.open(AT_ONCE);
  later.endSpeech("cancelled", false);
  later.speak(1_000);
  later.tap(MINE, true);
  assert.deepEqual(taps(later), [{ confirmed: false, displaced: null, words: null }]);
});

Deno.test("[DW2] the answer after a tap is treated like any other", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.hear();
  talk.speak(2_000);
  talk.hearTap(talk.tap(MINE));
  const before = talk.audits("auto.turn_ended").length;
  talk.quietTo(6_000);
  assert.equal(talk.audits("auto.turn_ended").length, before, "its turn has not begun");
  talk.speak(2_000);
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.equal(talk.audits("auto.turn_ended").length, before + 1);
  assert.equal(talk.state.queue.items.find(({ text }) => text === MINE)?.status, "answered");
  assert.equal(talk.saying(), "question");
});

Deno.test("[DW2, DW1] a tap after the doctor's own Stop begins a new turn", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.endSpeech("cancelled", false);
  assert.equal(talk.state.turn.isHushed, true);
  talk.tap(MINE);
  assert.equal(talk.state.turn.isHushed, false);
});

Deno.test("[DW1, DW5] a phrase that takes the place of an unheard question does not silence Alba", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.endSpeech("cancelled", false);
  const utterance = tapPhrase(talk, "mm_hm");
  assert.equal(talk.state.turn.isHushed, false);
  talk.hearTap(utterance, 500);
  talk.quietTo(3_500);
  assert.deepEqual(talk.said(), [FIRST, FIRST], "it had asked nothing and is asked now");
});

Deno.test("[DW3] what the doctor's Stop took back earlier is not what a later tap displaces", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.endSpeech("cancelled", false);
  talk.wait(250);
  talk.tap(MINE, true);
  assert.deepEqual(taps(talk), [{ confirmed: false, displaced: null, words: null }]);
});

Deno.test("[DW3, QU4, QU6] while the next is chosen its head is planned: for the tap, the cap and the page alike", () => {
  const talk = AutoTalk.open({ ...PLANNED, modelUsable: true });
  assert.equal(talk.state.flow.at, "choosing");
  assert.equal(plannedItem(talk.state)?.id, "q1");
  assert.equal(plannedText(talk.state), FIRST);
  for (let passes = 0; passes < 3; passes++) talk.pass([question(FIRST), question("Any cough?")]);
  for (let passes = 0; passes < 3; passes++) talk.pass([]);
  assert.equal(talk.state.queue.items[0]?.status, "pending", "absent three times running");
  assert.equal(talk.state.queue.items.filter(({ status }) => status === "pending").length, 1);
  talk.tap(MINE, true);
  assert.deepEqual(taps(talk), [{ confirmed: true, displaced: "q1", words: FIRST }]);
});

Deno.test("[DW5] a tapped phrase changes no flow state", () => {
  const talk = AutoTalk.open(PLANNED);
  const { flow, queue, turn, phase } = talk.state;
  const utterance = tapPhrase(talk, "mm_hm");
  talk.on({ type: "speech_started", utterance });
  const ending = { reason: "completed", audible: true, rms: null } as const;
  talk.on({ type: "speech_ended", utterance, ...ending });
  assert.deepEqual([talk.state.flow, talk.state.queue, talk.state.phase], [flow, queue, phase]);
  assert.deepEqual(talk.state.turn, turn);
  assert.equal(talk.audits("auto.doctor_tap")[0]?.detail["phrase"], "mm_hm");
});

Deno.test("[DW5, TT7] a phrase tapped after the doctor's question is none of its: it awaits its answer still", () => {
  for (const audible of [true, false]) {
    const talk = AutoTalk.open({ ...AT_ONCE, questions: [] });
    talk.hearTap(talk.tap(MINE));
    const { awaiting } = talk.state.turn;
    const utterance = tapPhrase(talk, "go_on");
    talk.nowMs += 500;
    if (audible) talk.on({ type: "speech_started", utterance });
    const reason = audible ? "completed" : "cancelled";
    talk.on({ type: "speech_ended", utterance, reason, audible, rms: null });
    assert.deepEqual(talk.state.turn.awaiting, awaiting);
    talk.quietTo(6_000);
    assert.equal(talk.audits("auto.turn_ended").length, 0);
  }
});

Deno.test("[SP4] while the doctor's own utterance is spoken Alba says nothing", () => {
  const talk = AutoTalk.golden(PLANNED);
  const utterance = tapPhrase(talk, "i_see");
  talk.quietTo(8_000);
  assert.deepEqual(talk.said(), []);
  talk.on({ type: "speech_ended", utterance, reason: "completed", audible: true, rms: null });
  talk.quietTo(8_500);
  assert.deepEqual(talk.said(), ["go_on"]);
});

Deno.test("[SP4] an utterance that ended twice, or was never issued, ends nothing else", () => {
  const talk = AutoTalk.open(AT_ONCE);
  const utterance = talk.current();
  talk.hear();
  const { state } = talk;
  const again = { reason: "politeness_abort", audible: false, rms: 0.05 } as const;
  talk.on({ type: "speech_ended", utterance, ...again });
  talk.on({ type: "speech_ended", utterance: madeId("Z", 1), ...again });
  talk.on({ type: "say_issued", token: 9_999, utterance: madeId("Z", 2) });
  talk.on({ type: "say_refused", token: 9_999, code: "busy" });
  assert.deepEqual(talk.state, state);
});

Deno.test("[DW2] the handover tap stands officer, queued ask and sequence down at once", () => {
  const talk = AutoTalk.open(PLANNED);
  const effects = [talk.effects.length];
  tapPhrase(talk, "examination_handover");
  const now = talk.effects.slice(effects[0]);
  assert.equal(talk.state.run, null);
  assert.deepEqual(talk.state.flow, { at: "idle" });
  assert.deepEqual(talk.state.turn.officers, []);
  assert.ok(now.some(({ type }) => type === "cancel_calls"));
  assert.equal(talk.state.queue.items[0]?.status, "pending");
});

import assert from "node:assert/strict";
import type { AlarmNews, CancelledBy } from "@/lib/auto/auto_event.ts";
import type { PhraseId } from "@/lib/speech/phrase_ids.ts";
import { AutoTalk, madeId, question, type TalkOptions } from "./auto_talk.ts";
import { pendingTexts, questions, statusOf, takeTurn } from "./question_talk.ts";

const PAIN = "Does the pain spread?";
const SMOKE = "Do you smoke?";
const AT_ONCE: TalkOptions = {
  questions: questions(PAIN, SMOKE),
  modelUsable: false,
  settings: { presynth: false },
};

const ECG: AlarmNews = { id: `${madeId("X", 1)}-a1`, action: "Do an ECG" };
const AMBULANCE: AlarmNews = { id: `${madeId("X", 1)}-a2`, action: "Call an ambulance" };

/** What silences Alba without a doctor who wants her silent. */
const NO_STOP: readonly CancelledBy[] = ["tap", "control"];

function tapPhrase(talk: AutoTalk, phrase: PhraseId): string {
  const utterance = madeId("P", talk.effects.length);
  talk.on({ type: "tapped", utterance, confirmed: false, what: { kind: "phrase", phrase } });
  return utterance;
}

function lastWords(talk: AutoTalk): string | null | undefined {
  return talk.pushes("auto_toggled").at(-1)?.words;
}

Deno.test("[EN2, EN3, DW1] a phrase of the start that a tap or another page silences is said again; no attempt is spent", () => {
  for (const by of NO_STOP) {
    for (const audible of [true, false]) {
      const talk = new AutoTalk();
      talk.toggleOn({ disclosureGiven: true });
      for (let times = 0; times < 4; times++) {
        if (audible) talk.on({ type: "speech_started", utterance: talk.current() });
        talk.endSpeech("cancelled", audible, null, by);
        assert.equal(talk.state.phase, "INVITATION", `${by}, time ${times}`);
        talk.quietMs = 0;
        talk.quietTo(500);
        assert.equal(talk.saying(), "invitation", `${by}, time ${times}`);
      }
      assert.deepEqual(talk.audits("auto.enable_retry"), []);
      talk.hear();
      assert.equal(talk.state.phase, "GOLDEN");
    }
  }
});

Deno.test("[EN2] a phrase of the start that the doctor says instead is given, and is not said twice", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.endSpeech("cancelled", false, null, "tap");
  const disclosure = tapPhrase(talk, "disclosure");
  talk.quietTo(500);
  talk.hearTap(disclosure);
  talk.quietTo(2_000);
  assert.deepEqual(talk.said(), ["disclosure", "invitation"]);
  assert.equal(talk.state.phase, "INVITATION");
  talk.endSpeech("lost", false);
  talk.quietTo(2_500);
  assert.equal(talk.audits("auto.enable_retry")[0]?.detail["attempt"], 2);
  talk.endSpeech("cancelled", false, null, "tap");
  talk.hearTap(tapPhrase(talk, "invitation"));
  assert.equal(talk.state.phase, "GOLDEN");
});

Deno.test("[EN2, EN3] the doctor's own disclosure is heard to its end, also when the 30 s are over in it", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.endSpeech("cancelled", false, null, "tap");
  talk.wait(25_000);
  talk.hearTap(tapPhrase(talk, "disclosure"), 8_000);
  assert.equal(talk.state.phase, "INVITATION");
  talk.quietTo(2_000);
  assert.equal(talk.saying(), "invitation");
});

Deno.test("[EN2, EN3] the doctor's own disclosure that is cut off has given nothing: Alba says it", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  talk.endSpeech("cancelled", false, null, "tap");
  const utterance = tapPhrase(talk, "disclosure");
  talk.on({ type: "speech_started", utterance });
  const cut = { reason: "cancelled", audible: true, rms: null, by: "stop" } as const;
  talk.on({ type: "speech_ended", utterance, ...cut });
  assert.equal(talk.state.phase, "DISCLOSURE");
  talk.quietTo(500);
  assert.equal(talk.saying(), "disclosure");
});

Deno.test("[DW1, DW2] only the doctor's Stop has Alba wait until somebody speaks", () => {
  for (const by of [...NO_STOP, "stop"] as const) {
    const talk = AutoTalk.open(AT_ONCE);
    talk.endSpeech("cancelled", false, null, by);
    assert.equal(talk.state.turn.isHushed, by === "stop");
    talk.quietMs = 0;
    talk.quietTo(4_000);
    assert.deepEqual(talk.said(), by === "stop" ? [PAIN] : [PAIN, PAIN], by);
  }
});

Deno.test("[DW1, QU8] a question cut off by another page's taking control stays asked, and the run goes on", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.endSpeech("cancelled", true, null, "control");
  talk.quietTo(20_000);
  assert.equal(statusOf(talk, PAIN), "answered");
  assert.deepEqual(talk.said(), [PAIN, SMOKE]);
});

Deno.test("[UR12, DW1] RESUME ends what a Stop had begun: Alba goes on with nobody speaking", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.endSpeech("cancelled", false);
  assert.equal(talk.state.turn.isHushed, true);
  talk.alarm([ECG]);
  assert.equal(talk.state.phase, "PAUSED_URGENT");
  talk.on({ type: "resume", seen: [], open: [] });
  assert.equal(talk.state.phase, "CLOSED");
  talk.quietMs = 0;
  talk.quietTo(4_000);
  assert.deepEqual(talk.said(), [PAIN, PAIN]);
});

Deno.test("[UR12, DW1] a RESUME that another alarm holds back ends no Stop", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.endSpeech("cancelled", false);
  talk.alarm([ECG]);
  talk.on({ type: "resume", seen: [], open: [AMBULANCE] });
  assert.equal(talk.state.turn.isHushed, true);
});

Deno.test("[QU8] a page that begins none of three utterances is told so, and auto mode is off", () => {
  const talk = AutoTalk.open(AT_ONCE);
  for (let times = 0; times < 3; times++) {
    assert.equal(talk.saying(), "question", `time ${times}`);
    talk.endSpeech("lost", false);
    talk.quietMs = 0;
    talk.quietTo(4_000);
  }
  assert.equal(talk.state.phase, "OFF");
  assert.equal(talk.audits("auto.disabled")[0]?.detail["reason"], "not_played");
  assert.equal(lastWords(talk), "The page does not play Alba's voice.");
  assert.deepEqual(talk.said(), [PAIN, PAIN, PAIN]);
  assert.deepEqual(pendingTexts(talk), [PAIN, SMOKE], "nobody has heard it");
  talk.toggleOn({ given: true });
  talk.speak(3_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  talk.endSpeech("lost", false);
  assert.equal(talk.state.phase, "CLOSED", "a new run counts anew");
});

Deno.test("[QU8] a page that plays between, or that was gone between, is none that plays nothing", () => {
  const talk = AutoTalk.open({ ...AT_ONCE, questions: questions(PAIN) });
  const lose = () => {
    assert.notEqual(talk.saying(), null);
    talk.endSpeech("lost", false);
    talk.quietMs = 0;
    talk.quietTo(4_000);
  };
  lose();
  lose();
  talk.hear();
  takeTurn(talk);
  talk.pass([question(SMOKE)]);
  talk.quietTo(4_000);
  lose();
  lose();
  talk.on({ type: "page_lost" });
  talk.endSpeech("lost", false);
  talk.quietMs = 0;
  talk.quietTo(4_000);
  talk.endSpeech("lost", false);
  assert.notEqual(talk.state.run, null);
});

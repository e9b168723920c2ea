import assert from "node:assert/strict";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const AT_ONCE: TalkOptions = {
  questions: [question(FIRST), question("Do you smoke?")],
  modelUsable: false,
  settings: { presynth: false },
};

function shown(talk: AutoTalk): string | undefined {
  return talk.pushes("auto_plan").at(-1)?.plan;
}

function status(talk: AutoTalk): string | undefined {
  return talk.state.queue.items.find(({ text }) => text === FIRST)?.status;
}

Deno.test("[QF7, VI3] the Handover control is shown at the tap, from every phase, until the run is over", () => {
  for (const start of [AutoTalk.golden, AutoTalk.open]) {
    const talk = start(AT_ONCE);
    if (talk.saying() !== null) talk.hear();
    talk.speak(2_000);
    talk.on({ type: "handover_control" });
    assert.equal(shown(talk), "handing_over");
    talk.quietTo(3_500);
    assert.equal(talk.saying(), "anything_else");
    assert.equal(shown(talk), "handing_over");
    talk.hear();
    talk.speak(1_000);
    talk.quietTo(3_500);
    talk.pass([]);
    talk.quietTo(4_000);
    assert.equal(shown(talk), "handing_over");
    assert.equal(talk.saying(), "examination_handover");
    talk.hear();
    assert.equal(shown(talk), "idle");
  }
});

Deno.test("[QF7, QU8] a question that nobody has heard at the tap is taken back and stays pending", () => {
  const talk = AutoTalk.open(AT_ONCE);
  assert.equal(talk.saying(), "question");
  talk.on({ type: "handover_control" });
  assert.deepEqual(talk.all("cancel_say").map(({ reason }) => reason), ["cancelled"]);
  talk.endSpeech("cancelled", false, null, "auto");
  assert.equal(status(talk), "pending");
  talk.quietTo(3_500);
  assert.deepEqual(talk.said(), [FIRST, "anything_else"]);
});

Deno.test("[QF7] a question that is being heard at the tap is heard to its end", () => {
  const talk = AutoTalk.open(AT_ONCE);
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.on({ type: "handover_control" });
  assert.deepEqual(talk.all("cancel_say"), []);
});

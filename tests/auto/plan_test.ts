import assert from "node:assert/strict";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const FIRST = "Does the pain spread?";
const SECOND = "Do you smoke?";
const QUESTIONS = [question(FIRST), question(SECOND)];

function shown(talk: AutoTalk) {
  return talk.pushes("auto_plan").map(({ plan, text }) =>
    text === null ? plan : `${plan}: ${text}`
  );
}

function prepared(talk: AutoTalk): void {
  talk.on({ type: "speech_prepared", token: talk.last("prepare_speech").token ?? 0, ok: true });
}

Deno.test("[VI3] preparing, next, idle: from the choice to the issue, sent on change alone", () => {
  const options: TalkOptions = { questions: QUESTIONS };
  const talk = AutoTalk.open(options);
  assert.equal(talk.state.flow.at, "choosing");
  assert.deepEqual(shown(talk), ["preparing"]);
  talk.report();
  assert.deepEqual(shown(talk), ["preparing"]);
  talk.on({
    type: "rerank_answer",
    call: talk.last("ask_rerank").call,
    failure: null,
    elapsedMs: 800,
    order: ["q2"],
    drop: [],
  });
  assert.deepEqual(shown(talk), ["preparing", `queued: ${SECOND}`]);
  talk.on({
    type: "topic_answer",
    call: talk.last("ask_topic").call,
    failure: "timeout",
    elapsedMs: 2_000,
    topic: null,
    lay: null,
    laySimilarity: null,
  });
  prepared(talk);
  assert.equal(talk.saying(), "question");
  assert.deepEqual(shown(talk), ["preparing", `queued: ${SECOND}`, "idle"]);
});

Deno.test("[VI3] preparing begins with the request of a pass, and ends when the handover sequence starts", () => {
  const talk = AutoTalk.open({ questions: [], modelUsable: false });
  assert.deepEqual(shown(talk), ["preparing"]);
  talk.quietTo(2_500);
  talk.hear();
  talk.quietTo(3_500);
  talk.pass([]);
  assert.equal(talk.state.flow.at, "closing");
  assert.deepEqual(shown(talk), ["preparing", "idle"]);
});

Deno.test("[VI3] what was planned goes when the patient takes the word, the doctor asks or the run ends", () => {
  const ways: readonly ((talk: AutoTalk) => unknown)[] = [
    (talk) => talk.speak(100),
    (talk) => talk.tap("Any allergies?", true),
    (talk) => talk.on({ type: "toggle_off", reason: "toggle" }),
    (talk) => talk.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]),
  ];
  for (const way of ways) {
    const talk = AutoTalk.open({ questions: QUESTIONS, modelUsable: false });
    assert.deepEqual(shown(talk), [`queued: ${FIRST}`]);
    way(talk);
    assert.deepEqual(shown(talk), [`queued: ${FIRST}`, "idle"]);
  }
});

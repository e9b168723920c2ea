import assert from "node:assert/strict";
import { AutoTalk, question } from "./auto_talk.ts";

const PAIN = question("Does the pain spread?");
const SMOKING = question("Do you smoke?");

/** In OPEN with its first question issued, which nobody has heard yet. */
function asking(): AutoTalk {
  const talk = AutoTalk.open({ questions: [PAIN, SMOKING], modelUsable: false });
  talk.quietTo(5_000);
  for (let tries = 0; tries < 8 && talk.saying() !== "question"; tries++) {
    if (talk.saying() !== null) talk.hear();
    talk.quietTo(talk.quietMs + 500);
  }
  assert.equal(talk.saying(), "question");
  return talk;
}

const statusOf = (talk: AutoTalk, id: string | null | undefined) =>
  talk.state.queue.items.find((item) => item.id === id)?.status;

const isVoiceFree = ({ state }: AutoTalk) => state.saying === null && state.tapped === null;

Deno.test("[MA9, QU8] a question that was sounding when the service went stays asked, and the voice is free", () => {
  const talk = asking();
  const item = talk.state.saying?.item;
  talk.on({ type: "speech_started", utterance: talk.current() });
  talk.on({ type: "restarted" });
  assert.ok(isVoiceFree(talk));
  assert.equal(statusOf(talk, item), "asked");
});

Deno.test("[MA9, QU8] a question that nobody had heard when the service went is pending again, at the head", () => {
  const talk = asking();
  const item = talk.state.saying?.item;
  talk.on({ type: "restarted" });
  assert.ok(isVoiceFree(talk));
  assert.equal(statusOf(talk, item), "pending");
  assert.equal(talk.state.queue.items[0]?.id, item);
});

Deno.test("[MA9, QU8] what a doctor had tapped is asked only if it had begun to sound", () => {
  const after = (hasStarted: boolean) => {
    const talk = AutoTalk.open({ questions: [PAIN] });
    const utterance = talk.tap(SMOKING.question);
    if (hasStarted) talk.on({ type: "speech_started", utterance });
    talk.on({ type: "restarted" });
    assert.ok(isVoiceFree(talk));
    return talk.state.queue.items.find(({ text }) => text === SMOKING.question)?.status;
  };
  assert.deepEqual([after(true), after(false)], ["asked", "pending"]);
});

Deno.test("[MA9] an open question at the end that nobody heard may still be asked", () => {
  const talk = AutoTalk.open({ modelUsable: true });
  for (let tries = 0; tries < 8 && talk.saying() !== "anything_else"; tries++) {
    if (talk.saying() !== null) talk.hear();
    talk.pass([]);
    talk.quietTo(talk.quietMs + 500);
  }
  assert.equal(talk.saying(), "anything_else");
  assert.equal(talk.state.anythingElseSpoken, true);
  talk.on({ type: "restarted" });
  assert.equal(talk.state.anythingElseSpoken, false);
});

Deno.test("[MA9, TT3] an officer and an order that were asked of the service that went stand behind nothing", () => {
  const talk = AutoTalk.open({ questions: [PAIN, SMOKING] });
  talk.speak(3_000);
  talk.quietTo(2_000);
  assert.equal(talk.state.turn.officers.length, 1);
  assert.notEqual(talk.state.rerank.call, null);
  talk.on({ type: "restarted" });
  assert.deepEqual(talk.state.turn.officers, []);
  assert.equal(talk.state.rerank.call, null);
  assert.equal(talk.state.turn.report, null, "nothing is known of the room");
});

Deno.test("[MA9, LA2] a wording that was asked of the service that went is asked anew", () => {
  const talk = AutoTalk.golden();
  talk.pass([PAIN, SMOKING]);
  const asked = () => talk.state.queue.items.filter(({ wording }) => wording.state === "asked");
  assert.equal(asked().length, 1);
  talk.on({ type: "restarted" });
  assert.deepEqual(asked(), []);
});

Deno.test("[MA9, QF6] a pass of the service that went is awaited by nobody; how many began is kept", () => {
  const talk = AutoTalk.open();
  talk.startPass();
  const { starts } = talk.state.passes;
  assert.notEqual(talk.state.passes.inFlight, null);
  talk.on({ type: "restarted" });
  const { inFlight, isHeld, isRequested } = talk.state.passes;
  assert.deepEqual({ inFlight, isHeld, isRequested }, {
    inFlight: null,
    isHeld: false,
    isRequested: false,
  });
  assert.equal(talk.state.passes.starts, starts);
});

Deno.test("[MA9, QF3] a topic whose opening nobody heard is still to be opened", () => {
  const talk = AutoTalk.golden();
  talk.pass([PAIN, SMOKING]);
  const { call } = talk.last("ask_topic");
  const wording = { topic: "the pain", lay: null, laySimilarity: null, failure: null };
  talk.on({ type: "topic_answer", call, elapsedMs: 500, ...wording });
  talk.speak(5_000);
  talk.quietTo(2_000);
  talk.verdict({ handedBack: true });
  for (let tries = 0; tries < 12 && talk.saying() !== "question"; tries++) {
    if (talk.saying() !== null) talk.hear();
    talk.quietTo(talk.quietMs + 500);
  }
  assert.deepEqual(talk.state.topicsOpened, ["the pain"]);
  talk.on({ type: "restarted" });
  assert.deepEqual(talk.state.topicsOpened, []);
});

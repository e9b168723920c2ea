import assert from "node:assert/strict";
import { AutoTalk, question, type TalkOptions } from "./auto_talk.ts";

const OPTIONS: TalkOptions = {
  questions: [question("Does the pain spread?")],
  modelUsable: false,
  settings: { presynth: false, officer: "rule" },
};

/** On, with both phrases given long ago, into a silence that has lasted for a minute. */
function intoSilence(): AutoTalk {
  const talk = AutoTalk.golden(OPTIONS);
  talk.quietMs = 60_000;
  talk.wait(200);
  talk.report();
  return talk;
}

Deno.test("[GO2] a silence from before the golden minutes earns an encourager only 4 s after their entry", () => {
  const talk = intoSilence();
  assert.deepEqual(talk.said(), []);
  talk.quietTo(63_500);
  assert.deepEqual(talk.said(), []);
  talk.quietTo(64_000);
  assert.deepEqual(talk.said(), ["go_on"]);
});

Deno.test("[GO2] a pause of the golden minutes is no silence in them either", () => {
  const talk = AutoTalk.golden(OPTIONS);
  talk.speak(3_000);
  talk.alarm([{ id: "01JX0000000000000000000001-v5-1", action: "Call 999" }]);
  talk.quietTo(30_000);
  talk.on({ type: "resume", seen: [], open: [] });
  talk.quietTo(33_500);
  assert.deepEqual(talk.said(), []);
  talk.quietTo(34_000);
  assert.deepEqual(talk.said(), ["go_on"]);
});

Deno.test("[GO2, GO6] one report never brings an encourager and the exit: who hands back is asked, not told to go on", () => {
  const talk = intoSilence();
  talk.verdict({ handedBack: true });
  assert.equal(talk.state.phase, "CLOSED");
  talk.quietTo(66_000);
  assert.deepEqual(talk.said(), ["Does the pain spread?"]);
  const told = AutoTalk.golden(OPTIONS);
  told.speak(3_000);
  told.quietMs = 4_000;
  told.wait(4_000);
  told.report();
  assert.deepEqual(told.said(), ["go_on"]);
  told.wait(200);
  told.verdict({ handedBack: true });
  assert.equal(told.state.phase, "GOLDEN", "the encourager has the word");
  assert.deepEqual(told.said(), ["go_on"]);
});

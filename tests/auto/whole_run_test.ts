import assert from "node:assert/strict";
import { AutoTalk, question } from "./auto_talk.ts";

Deno.test("[QF1, QF6] a whole run: golden minutes, questions, anything else, handover", () => {
  const talk = new AutoTalk({ modelUsable: false });
  talk.toggleOn({ questions: [question("Does the pain spread?"), question("Do you smoke?")] });
  assert.equal(talk.state.phase, "DISCLOSURE");
  talk.hear(8_000);
  assert.equal(talk.state.phase, "INVITATION");
  talk.speak(1_000);
  talk.quietTo(2_000);
  talk.hear(3_000);
  assert.equal(talk.state.phase, "GOLDEN");
  talk.speak(20_000);
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(4_000);
  assert.equal(talk.state.phase, "OPEN");
  for (let asked = 0; asked < 2; asked++) {
    const token = talk.last("prepare_speech").token;
    if (token !== null) talk.on({ type: "speech_prepared", token, ok: true });
    talk.quietTo(talk.quietMs + 500);
    talk.hear();
    talk.speak(4_000);
    talk.pass([question("Does the pain spread?")]);
    talk.quietTo(3_500);
  }
  talk.pass([]);
  talk.quietTo(4_500);
  if (talk.saying() === "let_me_think") talk.hear();
  talk.quietTo(talk.quietMs + 1_000);
  assert.equal(talk.saying(), "anything_else");
  talk.hear();
  talk.speak(2_000);
  talk.quietTo(3_500);
  talk.pass([]);
  talk.quietTo(talk.quietMs + 500);
  if (talk.saying() === "let_me_think") talk.hear();
  talk.quietTo(talk.quietMs + 500);
  assert.equal(talk.saying(), "examination_handover");
  talk.hear();
  assert.equal(talk.state.phase, "HANDOVER");
  assert.equal(talk.state.run, null);
});

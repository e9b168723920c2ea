import assert from "node:assert/strict";
import { promptText } from "@/lib/models/calls/pass_call.ts";
import { topicCall } from "@/lib/models/calls/topic.ts";
import { topicContent } from "@/lib/models/short_calls.ts";
import { askShort, HOSTILE, structure } from "./short_call_harness.ts";

const QUESTION = "Any history of hypertension?";
const ask = (reply: string, question = QUESTION) => askShort(topicContent, { question }, reply);

Deno.test("[SP5] one planned question goes in; its topic and a lay wording come back", async () => {
  const { request, outcome, landed } = await ask(
    ' {"topic": "your blood\\n pressure", "lay": "Have you had high blood pressure?"}\n\n',
  );
  assert.equal(outcome, "ok");
  assert.deepEqual(landed, {
    topic: "your blood pressure",
    lay: "Have you had high blood pressure?",
  });
  assert.equal(request.messages.length, 2);
  assert.equal(
    request.messages[1]?.content,
    `QUESTION\n${QUESTION}\nEND OF QUESTION\nGive its topic and its lay wording, as JSON.`,
  );
  assert.ok(request.answer.kind === "json");
  assert.deepEqual(request.answer.schema.required, ["topic", "lay"]);
  assert.equal(request.answer.schema.additionalProperties, false);
});

Deno.test("[SP5] one half is of use without the other; the dots of the example are none", async () => {
  const halves = {
    '{"topic":"the cough"}': { topic: "the cough", lay: "" },
    '{"topic":7,"lay":"Any cough?"}': { topic: "", lay: "Any cough?" },
    '{"topic":"...","lay":"Any cough?","more":1}': { topic: "", lay: "Any cough?" },
  };
  for (const [reply, landed] of Object.entries(halves)) {
    assert.deepEqual((await ask(reply)).landed, landed, reply);
  }
});

Deno.test("[SP5] an error, a cap or another shape lands nothing", async () => {
  const replies = {
    '{"topic":"...","lay":"..."}': "wrong_shape",
    "{}": "wrong_shape",
    '{"topic":null,"lay":[]}': "wrong_shape",
    "the cough": "bad_json",
    '{"topic":"the co': "truncated",
  };
  for (const [reply, expected] of Object.entries(replies)) {
    const { outcome, landed } = await ask(reply);
    assert.deepEqual([outcome, landed], [expected, undefined], reply);
  }
  const endless = await ask(`{"topic":"${"very ".repeat(400)}`);
  assert.deepEqual([endless.outcome, endless.landed], ["cap", undefined]);
});

Deno.test("[SP5, SP6] the prompt asks for plain spoken English and nothing that was not asked", () => {
  const prompt = promptText(topicCall.promptFile);
  assert.match(topicCall.promptFile, /^# Topic, version \d+\n/);
  for (
    const wanted of [
      /"topic"/,
      /"lay"/,
      /plain spoken\s+English/,
      /No medical terms/,
      /No examples/,
      /nothing that the question did not ask/,
      /it cannot instruct you/,
    ]
  ) assert.match(prompt, wanted);
});

Deno.test("[CD8] a question that gives orders stays one line of data", async () => {
  const harmless = structure((await ask("{}")).request);
  for (const text of HOSTILE) {
    const { request } = await ask("{}", text);
    assert.deepEqual(structure(request), harmless, text);
    assert.doesNotMatch(request.messages[1]?.content ?? "", /[<>[\]{}|]/, text);
  }
});

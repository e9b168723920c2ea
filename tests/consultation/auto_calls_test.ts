import assert from "node:assert/strict";
import { AutoCalls } from "@/lib/consultation/auto_calls.ts";
import type { ShortAnswer } from "@/lib/consultation/short_answer.ts";
import { NOTHING_SAID, type SaidTurns, withLine } from "@/lib/consultation/slices/said_turns.ts";
import { type Harness, harness } from "@/tests/models/decisions_harness.ts";
import { AUTO } from "./auto_steps.ts";

const line = (said: SaidTurns, text: string) => withLine(said, { role: "patient", text });

/** A consultation's short calls on real scheduling and a fake model that answers `text`. */
function open(text: string, delayMs = 500, short = true) {
  const h: Harness = harness({}, { short });
  h.script = () => ({ act: "reply", text, delayMs });
  const answers: ShortAnswer[] = [];
  const place = { said: line(NOTHING_SAID, "It hurts here.") };
  const calls = new AutoCalls({
    decisions: h.decisions,
    consultation: "c1",
    room: "room-1",
    limits: AUTO.calls,
    said: () => place.said,
    onAnswer: (answer) => void answers.push(answer),
  });
  let told = 0;
  /** The rows of calls as the session hands them on. */
  const pass = async (ms: number) => {
    await h.pass(ms);
    const rows = h.eventsOf("call");
    for (const { row } of rows.slice(told)) calls.ended(row);
    told = rows.length;
  };
  return { h, calls, answers, place, pass };
}

const OFFICER = {
  type: "ask_officer",
  call: 4,
  boundMs: 2_000,
  boundBehindPassMs: 30_000,
} as const;

Deno.test("[TT3, TT5] the officer is asked over the newest words, and answers under the call's number", async () => {
  const { answers, calls, pass } = open("C");
  await pass(0);
  calls.ask(OFFICER);
  await pass(1_000);
  const [answer] = answers;
  assert.ok(answer?.kind === "officer");
  assert.deepEqual(
    [answer.call, answer.failure, answer.verdict],
    [4, null, { finishedThought: true, handedBack: true }],
  );
  assert.ok(answer.elapsedMs >= 500);
});

Deno.test("[TT5] an officer that is too late is a failure with a code, and is heard of once", async () => {
  const { answers, calls, pass } = open("C", 60_000);
  await pass(0);
  calls.ask(OFFICER);
  await pass(5_000);
  const [answer, ...more] = answers;
  assert.ok(answer?.kind === "officer" && answer.verdict === null);
  assert.match(answer.failure ?? "", /^[a-z_]+$/);
  assert.ok(answer.elapsedMs < 3_000, "its bound is two seconds");
  assert.deepEqual(more, []);
});

Deno.test("[SP5] the topic call brings what the model said, unguarded, with its question", async () => {
  const { answers, calls, pass } = open('{"topic":"the pain","lay":"Does it hurt?"}');
  await pass(0);
  const question = "Is there pain?";
  calls.ask({ type: "ask_topic", call: 9, question, idle: false, boundMs: 2_000 });
  await pass(1_000);
  assert.deepEqual(answers.map((answer) => ({ ...answer, elapsedMs: 0 })), [{
    kind: "topic",
    call: 9,
    failure: null,
    elapsedMs: 0,
    question,
    reply: { topic: "the pain", lay: "Does it hurt?" },
  }]);
});

Deno.test("[QU6] the re-ranker's numbers come back as the questions' ids", async () => {
  const { answers, calls, pass } = open('{"order":[2,1],"drop":[]}');
  await pass(0);
  const items = [{ id: "q3", question: "Is there pain?" }, { id: "q7", question: "Since when?" }];
  calls.ask({ type: "ask_rerank", call: 2, items, boundMs: 2_000 });
  await pass(1_000);
  const [answer] = answers;
  assert.ok(answer?.kind === "rerank");
  assert.deepEqual(answer.reranking?.order, ["q7", "q3"]);
});

Deno.test("[SP5] JSON of another shape is a failure, and nothing of it is an answer", async () => {
  const { answers, calls, pass } = open('{"hello":1}');
  await pass(0);
  calls.ask({ type: "ask_topic", call: 9, question: "Q?", idle: false, boundMs: 2_000 });
  await pass(1_000);
  const [answer] = answers;
  assert.ok(answer?.kind === "topic" && answer.reply === null);
  assert.equal(answer.failure, "wrong_shape");
});

Deno.test("[CD3] without a model the answer is there at once, and says so", () => {
  const { answers, calls } = open("C");
  // Nobody has looked for the model yet.
  calls.ask(OFFICER);
  assert.deepEqual(answers, [
    { kind: "officer", call: 4, failure: "no_model", elapsedMs: 0, verdict: null },
  ]);
});

Deno.test("[MA10] calls that are no longer wanted end at the model, and nobody hears of them", async () => {
  const { answers, calls, h, pass } = open("C", 1_500);
  await pass(0);
  calls.ask(OFFICER);
  await pass(100);
  calls.cancelAll();
  await pass(3_000);
  assert.deepEqual(answers, []);
  const rows = h.eventsOf("call").map(({ row }) => [row.kind, row.outcome]);
  assert.deepEqual(rows, [["officer", "cancelled"]]);
});

Deno.test("[LA4] idle preparation makes way for a call that a silence waits for", async () => {
  const { answers, calls, pass } = open("C", 1_000);
  await pass(0);
  calls.ask({ type: "ask_topic", call: 1, question: "Q?", idle: true, boundMs: 20_000 });
  await pass(100);
  calls.ask(OFFICER);
  await pass(1_500);
  assert.deepEqual(answers.map(({ call, failure }) => [call, failure]), [
    [1, "abandoned"],
    [4, null],
  ]);
});

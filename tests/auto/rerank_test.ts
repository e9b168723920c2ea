import assert from "node:assert/strict";
import fc from "fast-check";
import { AutoTalk, madeId, question, type TalkOptions } from "./auto_talk.ts";
import { pendingTexts, questions, rerank, statusOf, toIssue } from "./question_talk.ts";

const PAIN = "Does the pain spread anywhere?";
const SMOKE = "Do you smoke?";
const FEVER = "Have you had a fever?";
const SLEEP = "How is the sleep lately?";

/** The first question is asked and being answered; three are left. */
function answering(options: TalkOptions = {}): AutoTalk {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER, SLEEP), ...options });
  assert.equal(toIssue(talk), "question");
  talk.hear();
  talk.speak(3_000);
  return talk;
}

function calls(talk: AutoTalk): number {
  return talk.all("ask_rerank").length;
}

Deno.test("[LA2, QU6] the re-ranker starts in the first second of quiet, once the words are written down", () => {
  const talk = answering();
  const before = calls(talk);
  talk.quietTo(500);
  assert.equal(calls(talk), before);
  talk.quietTo(1_000);
  assert.equal(calls(talk), before + 1);
  const late = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
  toIssue(late);
  late.hear();
  late.speak(3_000);
  late.speak(2_000, false);
  const known = calls(late);
  late.quietTo(1_000);
  assert.equal(calls(late), known, "the transcript has not reached the span");
  late.on({ type: "committed", throughSample: late.nowMs * 16, isPatient: true });
  assert.equal(calls(late), known + 1);
});

Deno.test("[QU6, LA2] the re-ranker is asked before the turn's end, and once for it", () => {
  const talk = answering();
  const before = calls(talk);
  talk.quietTo(2_000);
  assert.equal(talk.state.turn.ended, null);
  assert.equal(calls(talk), before + 1);
  const { items, boundMs } = talk.last("ask_rerank");
  assert.deepEqual(items.map(({ id }) => id), ["q2", "q3", "q4"]);
  assert.deepEqual(items.map((item) => item.question), [SMOKE, FEVER, SLEEP]);
  assert.equal(boundMs, 2_000);
  rerank(talk, ["q4", "q3", "q2"]);
  talk.verdict({ finished: true });
  assert.equal(calls(talk), before + 1, "once a turn");
  toIssue(talk);
  assert.equal(talk.said().at(-1), SLEEP);
});

Deno.test("[QU6, QF1] an answer that is on its way at the turn's end is waited for", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.equal(talk.state.flow.at, "choosing");
  talk.wait(500);
  rerank(talk, ["q3"]);
  assert.deepEqual(pendingTexts(talk), [FEVER, SMOKE, SLEEP]);
  toIssue(talk);
  assert.equal(talk.said().at(-1), FEVER);
});

Deno.test("[QU6, QF1] after AUTO_RERANK_TIMEOUT_S the head is taken as it stands", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  talk.wait(1_750);
  assert.equal(talk.state.flow.at, "choosing");
  talk.wait(250);
  assert.equal(talk.state.flow.at, "wording");
  const { reason, outcome, elapsed_ms } = talk.audits("auto.rerank_failed").at(-1)?.detail ?? {};
  assert.deepEqual([reason, outcome, elapsed_ms], ["call", "timeout", 2_000]);
  const call = talk.last("ask_rerank").call;
  talk.on({
    type: "rerank_answer",
    call,
    failure: null,
    elapsedMs: 2_400,
    order: ["q4"],
    drop: [],
  });
  assert.deepEqual(pendingTexts(talk), [SMOKE, FEVER, SLEEP], "too late is too late");
  toIssue(talk);
  assert.equal(talk.said().at(-1), SMOKE);
});

Deno.test("[QU6, LA2] an order that the patient has spoken over is stale and changes nothing", () => {
  const talk = answering();
  talk.quietTo(2_000);
  const call = talk.last("ask_rerank").call;
  talk.speak(500);
  talk.on({ type: "rerank_answer", call, failure: null, elapsedMs: 900, order: ["q4"], drop: [] });
  const { reason, outcome } = talk.audits("auto.rerank_failed").at(-1)?.detail ?? {};
  assert.deepEqual([reason, outcome], ["stale", null]);
  assert.deepEqual(pendingTexts(talk), [SMOKE, FEVER, SLEEP]);
  const before = calls(talk);
  talk.quietTo(2_000);
  assert.equal(calls(talk), before + 1, "the new words are asked about");
});

Deno.test("[QU6] unknown ids are ignored, those not named follow in their order, what is dropped is on record", () => {
  const talk = answering();
  talk.quietTo(2_000);
  rerank(talk, ["q9", "q4", "q4", "q1"], ["q3", "q77"]);
  assert.deepEqual(pendingTexts(talk), [SLEEP, SMOKE]);
  assert.equal(statusOf(talk, FEVER), "dropped");
  const row = talk.audits("auto.queue_reranked").at(-1);
  assert.deepEqual(row?.detail, {
    before: ["q2", "q3", "q4"],
    order: ["q4", "q2"],
    drops: ["q3"],
    ignored: 4,
    ms: 800,
    protected: [],
  });
  assert.ok(row?.text?.includes("already answered"));
  assert.deepEqual(talk.audits("auto.queue_dropped").at(-1)?.detail, {
    item: "q3",
    reason: "reranker",
  });
});

Deno.test("[QU6, QU4] what clarifies an alarm can be neither dropped nor put behind the rest", () => {
  const talk = answering();
  talk.pass([question(FEVER, true), question(SMOKE), question(SLEEP)]);
  talk.quietTo(2_000);
  rerank(talk, ["q4", "q2", "q3"], ["q3"]);
  assert.deepEqual(pendingTexts(talk), [FEVER, SLEEP, SMOKE]);
  assert.deepEqual(talk.audits("auto.queue_reranked").at(-1)?.detail["protected"], ["q3"]);
});

Deno.test("[QU6] a planned question cannot be dropped", () => {
  const talk = answering();
  talk.quietTo(2_000);
  const late = talk.last("ask_rerank").call;
  // Planned while the order is still on its way: the pass has filled an empty queue, for one.
  talk.state = {
    ...talk.state,
    flow: { at: "wording", item: "q2" },
  };
  talk.on({
    type: "rerank_answer",
    call: late,
    failure: null,
    elapsedMs: 800,
    order: [],
    drop: [{ id: "q2", reason: "answered" }],
  });
  assert.equal(statusOf(talk, SMOKE), "pending");
  assert.deepEqual(talk.audits("auto.queue_reranked").at(-1)?.detail["protected"], ["q2"]);
});

Deno.test("[QU6, QF6] no one answer empties the queue: one question is left, and the run goes on from it", () => {
  const early = answering();
  early.quietTo(2_000);
  rerank(early, [], ["q2", "q3", "q4"]);
  assert.deepEqual(pendingTexts(early), [SMOKE]);
  assert.deepEqual(early.audits("auto.queue_reranked").at(-1)?.detail["drops"], ["q3", "q4"]);
  assert.deepEqual(early.audits("auto.queue_dropped").map(({ detail }) => detail["item"]), [
    "q3",
    "q4",
  ]);
  const ordered = answering();
  ordered.quietTo(2_000);
  rerank(ordered, ["q4"], ["q2", "q3", "q4", "q4"]);
  assert.deepEqual(pendingTexts(ordered), [SLEEP], "the one that it put first");
});

Deno.test("[QU6, DW3] while the order is waited for the head is the planned question and is not dropped", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.verdict({ finished: true });
  assert.equal(talk.state.flow.at, "choosing");
  rerank(talk, ["q3"], ["q2", "q4"]);
  assert.deepEqual(pendingTexts(talk), [FEVER, SMOKE]);
  assert.deepEqual(talk.audits("auto.queue_reranked").at(-1)?.detail["protected"], ["q2"]);
  toIssue(talk);
  assert.equal(talk.said().at(-1), FEVER);
});

Deno.test("[LA2, QU6] only the patient's own words make an order stale, no playback", () => {
  const talk = answering();
  talk.quietTo(2_000);
  const before = calls(talk);
  const utterance = madeId("P", 1);
  const what = { kind: "phrase", phrase: "mm_hm" } as const;
  talk.on({ type: "tapped", utterance, confirmed: false, what });
  talk.hearTap(utterance, 500);
  talk.quietTo(500);
  assert.equal(talk.state.turn.report?.since, "playback");
  rerank(talk, ["q4"]);
  assert.deepEqual(pendingTexts(talk), [SLEEP, SMOKE, FEVER]);
  assert.equal(talk.audits("auto.rerank_failed").length, 0);
  talk.quietTo(2_000);
  assert.equal(calls(talk), before, "and its order serves the turn's end");
});

Deno.test("[QU6, LA4] on one server nothing is re-ranked behind a pass, and the head is asked at once", () => {
  const talk = answering({ settings: { hasShortServer: false } });
  talk.startPass();
  const before = calls(talk);
  talk.quietTo(3_500);
  assert.equal(calls(talk), before);
  assert.deepEqual(talk.audits("auto.rerank_skipped").at(-1)?.detail, {
    reason: "pass_in_flight",
  });
  // Its words would wait behind the same pass, so it is said as the agenda has it.
  assert.equal(talk.state.flow.at, "voicing");
});

Deno.test("[QU6] with a server of its own a pass is no reason to skip it", () => {
  const talk = answering();
  talk.startPass();
  const before = calls(talk);
  talk.quietTo(2_000);
  assert.equal(calls(talk), before + 1);
});

Deno.test("[QU6] without a new line from the patient there is nothing to re-rank for", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE, FEVER) });
  toIssue(talk);
  talk.hear();
  talk.speak(2_000, false);
  const before = calls(talk);
  talk.quietTo(3_500);
  assert.equal(calls(talk), before);
  assert.deepEqual(talk.audits("auto.rerank_skipped").at(-1)?.detail, { reason: "no_new_turns" });
});

Deno.test("[QU6] one question, or no model, needs no re-ranker", () => {
  const single = AutoTalk.open({ questions: questions(PAIN) });
  assert.equal(calls(single), 0);
  assert.equal(single.state.flow.at, "wording");
  const alone = AutoTalk.open({ questions: questions(PAIN, SMOKE), modelUsable: false });
  assert.equal(calls(alone), 0);
  assert.equal(alone.state.flow.at, "voicing");
});

Deno.test("[QU6] a failed call leaves the order and the turn goes on", () => {
  const talk = answering();
  talk.quietTo(2_000);
  rerank(talk, ["q4"], ["q2"], "wrong_shape");
  assert.deepEqual(pendingTexts(talk), [SMOKE, FEVER, SLEEP]);
  assert.equal(talk.audits("auto.rerank_failed").at(-1)?.detail["outcome"], "wrong_shape");
  talk.verdict({ finished: true });
  assert.equal(talk.state.flow.at, "wording");
});

const id = fc.integer({ min: 1, max: 9 }).map((number) => `q${number}`);

Deno.test("[QU6] no answer of the model's loses, doubles or invents a question", () => {
  fc.assert(
    fc.property(
      fc.array(id, { maxLength: 9 }),
      fc.array(id, { maxLength: 5 }),
      fc.subarray([SMOKE, FEVER, SLEEP]),
      (order, drop, urgent) => {
        const talk = answering();
        talk.pass([SMOKE, FEVER, SLEEP].map((text) => question(text, urgent.includes(text))));
        talk.quietTo(2_000);
        const before = talk.state.queue.items.filter(({ status }) => status === "pending");
        rerank(talk, order, drop);
        const after = talk.state.queue.items.filter(({ status }) => status === "pending");
        const wanted = before.filter((item) => item.urgent || !drop.includes(item.id));
        const first = order.find((one) => before.some((item) => item.id === one));
        const spared = before.find((item) => item.id === first) ?? before[0];
        const kept = wanted.length > 0 || spared === undefined ? wanted : [spared];
        assert.deepEqual(
          after.map((item) => item.id).sort(),
          kept.map((item) => item.id).sort(),
        );
        const named = [...new Set(order)];
        for (const isUrgent of [true, false]) {
          const group = after.filter((item) => item.urgent === isUrgent).map((item) => item.id);
          const left = kept.filter((item) => item.urgent === isUrgent).map((item) => item.id);
          const ranked = named.filter((one) => left.includes(one));
          assert.deepEqual(group, [...ranked, ...left.filter((one) => !ranked.includes(one))]);
        }
        assert.deepEqual(after.map(({ urgent }) => urgent), [
          ...after.filter(({ urgent }) => urgent).map(() => true),
          ...after.filter(({ urgent }) => !urgent).map(() => false),
        ]);
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("[QU6, QF4] what the doctor has asked while the order was on its way is left alone", () => {
  const talk = answering();
  talk.quietTo(2_000);
  talk.tap(SMOKE);
  rerank(talk, ["q2", "q3"], ["q2"]);
  assert.equal(statusOf(talk, SMOKE), "asked");
  assert.deepEqual(pendingTexts(talk), [FEVER, SLEEP]);
});

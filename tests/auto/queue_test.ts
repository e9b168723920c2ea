import assert from "node:assert/strict";
import fc from "fast-check";
import type { QueueItem } from "@/lib/auto/queue_item.ts";
import { AutoTalk, madeId, question, type TalkOptions } from "./auto_talk.ts";
import {
  abort,
  askAndAnswer,
  pendingTexts,
  questions,
  rerank,
  statusOf,
  takeTurn,
  toIssue,
} from "./question_talk.ts";

const PAIN = "Does the pain spread anywhere?";
const SMOKE = "Do you smoke?";
const FEVER = "Have you had a fever?";
const TABLETS = "Which tablets are taken daily?";

/** In OPEN, without a model and without preparation: what is planned is issued in the same moment. */
function plain(options: TalkOptions = {}): AutoTalk {
  return AutoTalk.open({
    modelUsable: false,
    ...options,
    settings: { presynth: false, ...options.settings },
  });
}

function named(count: number): string[] {
  const words =
    "amber birch cedar dahlia elm fern gorse hazel iris juniper kelp larch maple nettle oak";
  return words.split(" ").slice(0, count).map((word) => `Tell about ${word}?`);
}

function detail(talk: AutoTalk, kind: string) {
  return talk.audits(kind).at(-1)?.detail;
}

Deno.test("[QU1, QU3] the toggle seeds the queue from the agenda of that moment", () => {
  const talk = AutoTalk.golden({ questions: [question(PAIN), question(FEVER, true)] });
  const [first, second] = talk.state.queue.items;
  assert.deepEqual(talk.state.queue.items.map(({ text }) => text), [FEVER, PAIN]);
  assert.equal(first?.urgent, true);
  assert.equal(first?.rationale, `why ${FEVER}`);
  assert.deepEqual([second?.version, second?.index, second?.status], [1, 0, "pending"]);
  assert.equal(second?.absent, 0);
  assert.deepEqual(detail(talk, "auto.queue_merged"), {
    version: 1,
    seeded: true,
    added: 2,
    refreshed: 0,
    discarded: 0,
    dropped_absent: 0,
    capped: 0,
    pending: 2,
  });
});

Deno.test("[QU3] an empty agenda seeds nothing, and what landed while auto was off stays out", () => {
  const talk = new AutoTalk();
  talk.pass(questions(PAIN));
  talk.toggleOn({ given: true });
  assert.equal(talk.state.queue.items.length, 0);
  assert.equal(talk.audits("auto.queue_merged").length, 0);
});

Deno.test("[QU3, QF4, MA9] off and on again keeps what was asked asked", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  assert.equal(askAndAnswer(talk), PAIN);
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.toggleOn({ questions: questions(PAIN, SMOKE), given: true });
  assert.equal(statusOf(talk, PAIN), "answered");
  assert.deepEqual(pendingTexts(talk), [SMOKE]);
  assert.equal(detail(talk, "auto.queue_merged")?.["discarded"], 1);
});

Deno.test("[QU2] a pass refreshes what is pending, discards what was asked and adds the rest", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  assert.equal(askAndAnswer(talk), PAIN);
  talk.pass(questions("Does your pain spread anywhere", FEVER, "Do you smoke"));
  assert.deepEqual(pendingTexts(talk), [FEVER, SMOKE]);
  assert.equal(statusOf(talk, PAIN), "answered");
  const refreshed = talk.state.queue.items.find(({ text }) => text === SMOKE);
  assert.deepEqual([refreshed?.version, refreshed?.index, refreshed?.absent], [11, 2, 0]);
  const { added, refreshed: fresh, discarded, pending, seeded } =
    talk.audits("auto.queue_merged").at(-1)?.detail ?? {};
  assert.deepEqual([added, fresh, discarded, pending, seeded], [1, 1, 1, 2, false]);
});

Deno.test("[QU2] one pass that lists a question twice adds it once, urgent if either is", () => {
  const talk = AutoTalk.golden();
  talk.pass([question(PAIN), question("Does your pain spread anywhere", true), question(SMOKE)]);
  assert.deepEqual(pendingTexts(talk), [PAIN, SMOKE]);
  assert.equal(talk.state.queue.items[0]?.urgent, true);
});

Deno.test("[QU4] the cap takes the lowest ranks", () => {
  const talk = AutoTalk.golden();
  talk.pass(questions(...named(14)));
  assert.deepEqual(pendingTexts(talk), named(12));
  assert.deepEqual(
    talk.audits("auto.queue_capped").map(({ detail }) => detail["item"]),
    ["q13", "q14"],
  );
  assert.equal(detail(talk, "auto.queue_merged")?.["capped"], 2);
});

Deno.test("[QU4] the cap spares what an alarm waits for and what is about to be asked", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  talk.quietTo(2_500);
  assert.equal(talk.state.flow.at, "wording");
  const urgent = named(13).map((text) => question(text, true));
  talk.pass([...urgent, question(SMOKE)]);
  assert.deepEqual(pendingTexts(talk).slice(0, 13), named(13));
  assert.equal(statusOf(talk, PAIN), "pending");
  assert.equal(statusOf(talk, SMOKE), "dropped");
});

Deno.test("[QU4] three passes running without it drop a question; one with it begins anew", () => {
  const talk = AutoTalk.golden({ questions: [question(PAIN), question(FEVER, true)] });
  talk.pass(questions(SMOKE));
  talk.pass(questions(SMOKE));
  talk.pass(questions(SMOKE, PAIN));
  talk.pass(questions(SMOKE));
  talk.pass(questions(SMOKE));
  assert.equal(statusOf(talk, PAIN), "pending");
  talk.pass(questions(SMOKE));
  assert.equal(statusOf(talk, PAIN), "dropped");
  const { item, absent } = detail(talk, "auto.queue_dropped_absent") ?? {};
  assert.deepEqual([item, absent], ["q1", 3]);
  assert.equal(statusOf(talk, FEVER), "pending");
});

Deno.test("[QU4] a failed pass makes nothing absent", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  for (let failed = 0; failed < 4; failed++) talk.pass(null);
  assert.equal(statusOf(talk, PAIN), "pending");
});

Deno.test("[QU2, QU4] what was dropped for absence or room comes back when a pass wants it again", () => {
  const talk = AutoTalk.golden();
  talk.pass(questions(...named(13)));
  const last = named(13).at(-1) ?? "";
  assert.equal(statusOf(talk, last), "dropped");
  talk.pass(questions(last));
  assert.equal(statusOf(talk, last), "pending");
  assert.equal(detail(talk, "auto.queue_merged")?.["added"], 1);
  assert.equal(pendingTexts(talk)[0], last);
});

Deno.test("[QU2, QU6] what the re-ranker dropped comes back when a pass still wants it", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  rerank(talk, ["q1"], ["q2"]);
  assert.equal(statusOf(talk, SMOKE), "dropped");
  talk.pass(questions(PAIN));
  assert.equal(statusOf(talk, SMOKE), "dropped");
  talk.pass(questions(PAIN, SMOKE));
  assert.deepEqual(pendingTexts(talk), [PAIN, SMOKE]);
  assert.equal(detail(talk, "auto.queue_merged")?.["discarded"], 0);
});

Deno.test("[QF4, QU2, QU8] what was dropped and then asked by the doctor's tap is never asked again", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, SMOKE) });
  for (let passes = 0; passes < 3; passes++) talk.pass(questions(SMOKE));
  assert.equal(statusOf(talk, PAIN), "dropped");
  talk.hearTap(talk.tap(PAIN));
  for (const status of ["asked", "answered"]) {
    assert.equal(statusOf(talk, PAIN), status);
    talk.pass(questions(PAIN, SMOKE));
    assert.equal(statusOf(talk, PAIN), status);
    talk.speak(3_000);
    talk.quietTo(2_000);
    talk.verdict({ handedBack: true });
  }
});

Deno.test("[QU8] a tap on a dropped question that nobody heard has asked nothing", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN, SMOKE) });
  for (let passes = 0; passes < 3; passes++) talk.pass(questions(SMOKE));
  const utterance = talk.tap(PAIN);
  talk.on({ type: "speech_ended", utterance, reason: "cancelled", audible: false, rms: null });
  assert.equal(statusOf(talk, PAIN), "pending");
});

Deno.test("[QU5] what was planned is consumed by its id, whatever is the head by then", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  assert.equal(talk.state.flow.at, "wording");
  talk.pass([question(FEVER, true), question(PAIN)]);
  assert.equal(pendingTexts(talk)[0], FEVER);
  assert.equal(toIssue(talk), "question");
  assert.deepEqual(talk.said(), [PAIN]);
  assert.equal(statusOf(talk, PAIN), "asked");
  assert.equal(statusOf(talk, FEVER), "pending");
  const consumed = talk.audits("auto.queue_consumed").at(-1);
  const { item, by, utterance, wording, lay_similarity } = consumed?.detail ?? {};
  assert.deepEqual([item, by, utterance], ["q1", "auto", talk.current()]);
  assert.deepEqual([wording, lay_similarity], ["verbatim", null]);
  assert.ok(consumed?.text?.includes(PAIN));
  talk.hear();
  takeTurn(talk);
  assert.equal(statusOf(talk, PAIN), "answered");
  assert.deepEqual(detail(talk, "auto.queue_answered"), { item: "q1" });
});

Deno.test("[QU5, QU8, SP10] an aborted question asked nothing: it keeps its rank and is asked next", () => {
  const talk = plain({ questions: questions(PAIN, SMOKE) });
  assert.deepEqual(talk.said(), [PAIN]);
  // A pass that lands between the issue and the abort must not send it to the back.
  talk.pass(questions(SMOKE, FEVER));
  abort(talk);
  assert.equal(statusOf(talk, PAIN), "pending");
  assert.deepEqual(detail(talk, "auto.queue_requeued"), {
    item: "q1",
    reason: "politeness_abort",
  });
  assert.equal(talk.state.turn.awaiting, null);
  takeTurn(talk);
  toIssue(talk);
  assert.deepEqual(talk.said(), [PAIN, PAIN]);
});

Deno.test("[QU8] a question cut off before its first sound is pending, in the middle it stays asked", () => {
  for (const [isStarted, status] of [[false, "pending"], [true, "asked"]] as const) {
    for (const reason of ["urgency_pause", "cancelled"] as const) {
      const talk = plain({ questions: questions(PAIN) });
      talk.quietTo(2_500);
      if (isStarted) talk.on({ type: "speech_started", utterance: talk.current() });
      talk.endSpeech(reason, isStarted);
      assert.equal(statusOf(talk, PAIN), status, `${reason} ${isStarted}`);
    }
  }
});

Deno.test("[QU8] a question that can never be said is dropped and not tried for ever", () => {
  const talk = plain({ questions: questions(PAIN, SMOKE) });
  const token = talk.last("say").token;
  talk.on({ type: "say_refused", token, code: "too_long" });
  assert.equal(statusOf(talk, PAIN), "unsayable");
  assert.deepEqual(detail(talk, "auto.queue_dropped"), { item: "q1", reason: "too_long" });
  talk.pass(questions(PAIN, SMOKE));
  assert.equal(statusOf(talk, PAIN), "unsayable");
});

Deno.test("[QU8, QU5] a doctor's tap consumes its match, and what is new is added as asked", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  const tap = talk.tap("Do you smoke");
  assert.equal(statusOf(talk, SMOKE), "asked");
  assert.equal(detail(talk, "auto.queue_consumed")?.["by"], "tap");
  talk.hearTap(tap);
  takeTurn(talk);
  assert.equal(statusOf(talk, SMOKE), "answered");
  const novel = talk.tap(TABLETS);
  assert.equal(statusOf(talk, TABLETS), "asked");
  talk.hearTap(novel);
  takeTurn(talk);
  talk.pass(questions(SMOKE, TABLETS, PAIN));
  assert.deepEqual(pendingTexts(talk), [PAIN]);
});

Deno.test("[QU8] a tap that nobody heard has asked nothing; what was asked before stays asked", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
  const unheard = (utterance: string) =>
    talk.on({ type: "speech_ended", utterance, reason: "cancelled", audible: false, rms: null });
  unheard(talk.tap(SMOKE));
  assert.equal(statusOf(talk, SMOKE), "pending");
  assert.equal(talk.state.turn.awaiting, null);
  const heard = talk.tap(SMOKE);
  talk.hearTap(heard);
  unheard(talk.tap(SMOKE));
  assert.notEqual(statusOf(talk, SMOKE), "pending");
});

Deno.test("[QF4, QU8] a phrase that nobody hears takes nothing from the doctor's question, which was heard", () => {
  for (const reason of ["cancelled", "lost", "capped"] as const) {
    const talk = AutoTalk.open({ questions: questions(PAIN, SMOKE) });
    talk.hearTap(talk.tap(SMOKE));
    const utterance = madeId("P", 1);
    const what = { kind: "phrase", phrase: "i_see" } as const;
    talk.on({ type: "tapped", utterance, confirmed: false, what });
    talk.on({ type: "speech_ended", utterance, reason, audible: false, rms: null });
    assert.equal(statusOf(talk, SMOKE), "asked", reason);
    assert.deepEqual(talk.audits("auto.queue_requeued"), []);
    takeTurn(talk);
    assert.equal(statusOf(talk, SMOKE), "answered");
    toIssue(talk);
    assert.deepEqual(talk.said(), [PAIN]);
  }
});

Deno.test("[QU8, DW2] a planned question that a tap displaces stays pending", () => {
  const talk = AutoTalk.open({ questions: questions(PAIN) });
  assert.equal(talk.state.flow.at, "wording");
  const tap = talk.tap(TABLETS, true);
  assert.equal(talk.state.flow.at, "idle");
  assert.equal(statusOf(talk, PAIN), "pending");
  talk.hearTap(tap);
  takeTurn(talk);
  toIssue(talk);
  assert.deepEqual(talk.said(), [PAIN]);
});

Deno.test("[QF11] after a run nothing is merged any more", () => {
  const talk = AutoTalk.golden({ questions: questions(PAIN) });
  talk.on({ type: "toggle_off", reason: "stop" });
  const before = talk.audits("auto.queue_merged").length;
  talk.pass(questions(SMOKE));
  assert.deepEqual(pendingTexts(talk), [PAIN]);
  assert.equal(talk.audits("auto.queue_merged").length, before);
});

type Move =
  | { readonly do: "pass"; readonly picks: readonly { text: number; urgent: boolean }[] | null }
  | { readonly do: "turn" | "abort" }
  | { readonly do: "tap"; readonly text: number };

const VOCABULARY = named(15);

const pick = fc.record({ text: fc.nat({ max: 14 }), urgent: fc.boolean() });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: "turn" } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      picks: fc.option(fc.array(pick, { maxLength: 10 }), { freq: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "abort" } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("tap" as const), text: fc.nat({ max: 14 }) }),
  },
);

/** Carries out one move; returns the question that the patient then heard, if any. */
function play(talk: AutoTalk, next: Move): string | null {
  switch (next.do) {
    case "pass":
      talk.pass(
        next.picks?.map(({ text, urgent }) => question(VOCABULARY[text] ?? "", urgent)) ?? null,
      );
      return null;
    case "abort":
      if (talk.saying() === "question") abort(talk);
      return null;
    case "tap": {
      if (talk.saying() !== null || talk.state.run === null) return null;
      const text = VOCABULARY[next.text] ?? "";
      talk.hearTap(talk.tap(text, true));
      return null;
    }
    case "turn": {
      const asked = talk.saying() === "question" ? talk.said().at(-1) ?? null : null;
      if (talk.saying() !== null) talk.hear();
      talk.speak(1_000);
      talk.quietTo(4_500);
      return asked;
    }
  }
}

function assertOrderly(talk: AutoTalk): void {
  const { items } = talk.state.queue;
  const pending = items.filter(({ status }) => status === "pending");
  const firstCalm = pending.findIndex(({ urgent }) => !urgent);
  if (firstCalm >= 0) assert.ok(pending.slice(firstCalm).every(({ urgent }) => !urgent));
  const planned = "item" in talk.state.flow ? talk.state.flow.item : null;
  const spared = (item: QueueItem) => item.urgent || item.id === planned;
  // An aborted question comes back above the cap until the next merge.
  const returned = talk.audits("auto.queue_requeued").length;
  assert.ok(
    pending.length <= talk.settings.queueMax + pending.filter(spared).length + returned,
  );
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  assert.equal(new Set(items.map(({ tokens }) => tokens.join(" "))).size, items.length);
}

Deno.test("[QF4, QU2, QU4] whatever passes, taps and aborts come, nothing is asked twice and urgent is first", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
      const talk = plain({ settings: { queueMax: 5 } });
      const heard: string[] = [];
      const tapped = new Set<string>();
      for (const next of moves) {
        const isRunning = talk.state.run !== null && talk.saying() === null;
        if (next.do === "tap" && isRunning) tapped.add(VOCABULARY[next.text] ?? "");
        const asked = play(talk, next);
        if (asked !== null) heard.push(asked);
        assertOrderly(talk);
      }
      assert.equal(new Set(heard).size, heard.length, `asked twice: ${heard.join(", ")}`);
      const known = new Map(talk.state.queue.items.map((item) => [item.text, item.status]));
      for (const text of [...heard, ...tapped]) assert.notEqual(known.get(text), "pending", text);
      for (const row of talk.audits("auto.queue_capped")) {
        assert.ok(!isUrgentAt(talk, row.detail["item"]), "an urgent question was capped");
      }
    }),
    { numRuns: 150 },
  );
});

/** Whether a question that was dropped had been urgent to the end. */
function isUrgentAt(talk: AutoTalk, id: unknown): boolean {
  const item = talk.state.queue.items.find((one) => one.id === id);
  return item?.status === "dropped" && item.urgent;
}

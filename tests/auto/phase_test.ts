import assert from "node:assert/strict";
import { join } from "node:path";
import { initialAuto } from "@/lib/auto/auto_state.ts";
import { type Phase, PHASES } from "@/lib/auto_phase.ts";
import { assertEdge, EDGES, IllegalTransition, type Trigger } from "@/lib/auto/transitions.ts";
import { QuestionInGolden, Work } from "@/lib/auto/work.ts";
import { AutoTalk, DEFAULTS, madeId, question } from "./auto_talk.ts";

/** MA2 as the specification words it, written out by hand: from, triggers, to. */
const LEGAL: readonly (readonly [Phase, readonly Trigger[], Phase])[] = [
  ["OFF", ["toggle"], "DISCLOSURE"],
  ["OFF", ["disclosure_already_given"], "INVITATION"],
  ["OFF", ["both_phrases_already_given"], "GOLDEN"],
  ["HANDOVER", ["toggle"], "DISCLOSURE"],
  ["HANDOVER", ["disclosure_already_given"], "INVITATION"],
  ["HANDOVER", ["both_phrases_already_given"], "GOLDEN"],
  ["TAKEN_OVER", ["toggle"], "DISCLOSURE"],
  ["TAKEN_OVER", ["disclosure_already_given"], "INVITATION"],
  ["TAKEN_OVER", ["both_phrases_already_given"], "GOLDEN"],
  ["DISCLOSURE", ["disclosure_ended"], "INVITATION"],
  ["INVITATION", ["invitation_ended"], "GOLDEN"],
  ["GOLDEN", ["hand_back", "golden_timer_elapsed"], "OPEN"],
  ["OPEN", ["first_closed_ask"], "CLOSED"],
  ["GOLDEN", ["handover_requested"], "HANDOVER"],
  ["OPEN", ["handover_requested", "agenda_spent"], "HANDOVER"],
  ["CLOSED", ["handover_requested", "agenda_spent"], "HANDOVER"],
  ["GOLDEN", ["alarm"], "PAUSED_URGENT"],
  ["OPEN", ["alarm"], "PAUSED_URGENT"],
  ["CLOSED", ["alarm"], "PAUSED_URGENT"],
  ["PAUSED_URGENT", ["alarm"], "PAUSED_URGENT"],
  ["PAUSED_URGENT", ["resumed"], "GOLDEN"],
  ["PAUSED_URGENT", ["resumed"], "OPEN"],
  ["PAUSED_URGENT", ["resumed"], "CLOSED"],
  ["PAUSED_URGENT", ["took_over"], "TAKEN_OVER"],
  ["DISCLOSURE", ["auto_off"], "OFF"],
  ["INVITATION", ["auto_off"], "OFF"],
  ["GOLDEN", ["auto_off"], "OFF"],
  ["OPEN", ["auto_off"], "OFF"],
  ["CLOSED", ["auto_off"], "OFF"],
  ["HANDOVER", ["auto_off"], "OFF"],
  ["PAUSED_URGENT", ["auto_off"], "OFF"],
  ["TAKEN_OVER", ["auto_off"], "OFF"],
];

const TRIGGERS: readonly Trigger[] = [
  "toggle",
  "disclosure_already_given",
  "both_phrases_already_given",
  "disclosure_ended",
  "invitation_ended",
  "hand_back",
  "golden_timer_elapsed",
  "first_closed_ask",
  "handover_requested",
  "agenda_spent",
  "alarm",
  "resumed",
  "took_over",
  "auto_off",
];

Deno.test("[MA1] the nine states", () => {
  assert.deepEqual([...PHASES].sort(), [
    "CLOSED",
    "DISCLOSURE",
    "GOLDEN",
    "HANDOVER",
    "INVITATION",
    "OFF",
    "OPEN",
    "PAUSED_URGENT",
    "TAKEN_OVER",
  ]);
  assert.equal(initialAuto().phase, "OFF");
});

Deno.test("[MA2] every edge of the table is legal, and every other of all there could be is not", () => {
  const legal = new Set(LEGAL.flatMap(([from, by, to]) => by.map((one) => `${from} ${one} ${to}`)));
  let tried = 0;
  for (const from of PHASES) {
    for (const trigger of TRIGGERS) {
      for (const to of PHASES) {
        tried += 1;
        const edge = `${from} ${trigger} ${to}`;
        if (legal.has(edge)) assertEdge(from, trigger, to);
        else assert.throws(() => assertEdge(from, trigger, to), IllegalTransition, edge);
      }
    }
  }
  assert.equal(tried, 9 * 14 * 9);
  assert.equal(legal.size, 35);
});

Deno.test("[MA2] an illegal transition is raised by the step's own work, in words", () => {
  const work = new Work(initialAuto(), { type: "tick" }, 0, DEFAULTS);
  assert.throws(() => work.move("CLOSED", "first_closed_ask"), {
    name: "IllegalTransition",
    message: 'Cannot go from OFF to CLOSED by "first_closed_ask": no such edge',
  });
  assert.deepEqual(work.effects, []);
  assert.equal(work.state.phase, "OFF");
});

Deno.test("[MA2, MA5] a run through every toggle edge leaves one auto.phase row per transition", () => {
  const talk = new AutoTalk({ modelUsable: false });
  talk.toggleOn();
  talk.hear(8_000);
  talk.quietTo(2_000);
  talk.hear(3_000);
  talk.alarm([{ id: `${madeId("X", 1)}-v5-1`, action: "Call 999" }]);
  talk.on({ type: "takeover", seen: [], open: [] });
  talk.toggleOn({ given: true });
  talk.on({ type: "toggle_off", reason: "toggle" });
  const moves = talk.audits("auto.phase").map(({ detail: { from, to, trigger } }) =>
    `${from} ${trigger} ${to}`
  );
  assert.deepEqual(moves, [
    "OFF toggle DISCLOSURE",
    "DISCLOSURE disclosure_ended INVITATION",
    "INVITATION invitation_ended GOLDEN",
    "GOLDEN alarm PAUSED_URGENT",
    "PAUSED_URGENT took_over TAKEN_OVER",
    "TAKEN_OVER both_phrases_already_given GOLDEN",
    "GOLDEN auto_off OFF",
  ]);
});

Deno.test("[MA2] a disclosure that was given by hand is not said again: OFF→INVITATION", () => {
  const talk = new AutoTalk();
  talk.toggleOn({ disclosureGiven: true });
  assert.equal(talk.state.phase, "INVITATION");
  assert.deepEqual(talk.said(), ["invitation"]);
  assert.equal(talk.audits("auto.phase")[0]?.detail["trigger"], "disclosure_already_given");
});

Deno.test("[MA6] a question in GOLDEN is an error of ours, and anything_else counts as one", () => {
  const { state, nowMs } = AutoTalk.golden({ questions: [question("Do you smoke?")] });
  const said = (what: "question" | "anything_else" | "encourager") => () =>
    new Work(state, { type: "tick" }, nowMs, DEFAULTS)
      .say(what, { kind: "phrase", phrase: what === "encourager" ? "go_on" : "anything_else" });
  assert.throws(said("question"), QuestionInGolden);
  assert.throws(said("anything_else"), QuestionInGolden);
  assert.doesNotThrow(said("encourager"));
});

Deno.test("[MA11] the edge table is data, and no file of the controller has more than 300 lines", async () => {
  assert.deepStrictEqual(JSON.parse(JSON.stringify(EDGES)), EDGES);
  assert.equal(new Set(EDGES.map((edge) => edge.join(" "))).size, EDGES.length);
  const room = join(import.meta.dirname ?? ".", "../../lib/auto");
  let files = 0;
  for await (const { name } of Deno.readDir(room)) {
    files += 1;
    const lines = (await Deno.readTextFile(join(room, name))).trimEnd().split("\n").length;
    assert.ok(lines <= 300, `${name}: ${lines}`);
  }
  assert.ok(files > 20, "the room was not read");
});

Deno.test("[MA9] a new run keeps queue, topics and anything_else, and begins its own golden minutes", () => {
  const talk = AutoTalk.golden({ questions: [question("Do you smoke?")] });
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(4_000);
  talk.hear();
  talk.quietTo(4_000);
  assert.equal(talk.state.phase, "OPEN");
  assert.equal(talk.state.golden.encouragers, 2);
  talk.state = { ...talk.state, anythingElseSpoken: true, topicsOpened: ["the pain"] };
  talk.on({ type: "toggle_off", reason: "toggle" });
  talk.nowMs += 60_000;
  talk.toggleOn({ given: true });
  const { golden, queue, anythingElseSpoken, topicsOpened } = talk.state;
  assert.deepEqual(golden, {
    enteredMs: talk.nowMs,
    spentMs: 0,
    windowRan: false,
    encouragers: 0,
    unanswered: 0,
    encouragedSpan: null,
  });
  assert.deepEqual(queue.items.map(({ text }) => text), ["Do you smoke?"]);
  assert.equal(anythingElseSpoken, true);
  assert.deepEqual(topicsOpened, ["the pain"]);
});

Deno.test("[MA10] Stop cancels what is being said and is OFF with reason stop; nothing follows", () => {
  const talk = new AutoTalk();
  talk.toggleOn();
  const utterance = talk.current();
  talk.on({ type: "speech_started", utterance });
  const effects = talk.on({ type: "toggle_off", reason: "stop" });
  assert.ok(effects.some(({ type }) => type === "cancel_say"));
  assert.equal(talk.audits("auto.disabled")[0]?.detail["reason"], "stop");
  assert.equal(talk.state.phase, "OFF");
  assert.equal(talk.state.run, null);
  const before = talk.said().length;
  talk.endSpeech("cancelled", true);
  talk.speak(3_000);
  talk.quietTo(6_000);
  assert.equal(talk.said().length, before);
  assert.equal(talk.all("ask_officer").length, 0);
});

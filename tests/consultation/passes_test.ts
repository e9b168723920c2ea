import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import type { DecisionsEvent, Pass, PassWish } from "@/lib/models/decisions.ts";
import type { PassResults } from "@/lib/models/consultation_passes.ts";
import { messagesTo, ofType, Steps } from "./step_harness.ts";

let lines = 0;

function hear(steps: Steps, text: string) {
  const start = samples(lines * 16_000);
  const end = samples((lines + 1) * 16_000);
  const freshId = `01J0000000000000000000${String(++lines).padStart(4, "0")}`;
  const speech = { start, end, text, words: [], lowConfidence: false };
  return steps.on({ type: "ears", event: { type: "committed", speech }, freshId });
}

function live(): Steps {
  const steps = new Steps({ disclosureSpoken: true });
  steps.hello();
  return steps;
}

const LONG =
  "I have had a cough for about three weeks and it keeps me awake at night, and I have " +
  "been bringing up some green phlegm in the mornings as well.";

function wished(steps: Steps): PassWish {
  hear(steps, LONG);
  const wish = ofType(hear(steps, LONG), "request_pass")[0]?.wish;
  assert.ok(wish !== undefined, "no pass was wished for");
  return wish;
}

function passOf({ consultation, room, version, reason, transcript }: PassWish): Pass {
  return { id: "p1", consultation, room, version, reason, throughLine: transcript.length };
}

const tell = (steps: Steps, event: DecisionsEvent) => steps.on({ type: "decisions", event });

function landed(pass: Pass, results: Partial<PassResults>): DecisionsEvent {
  const none = { urgency: null, assessment: null, affect: null };
  return { type: "pass_landed", pass, model: "m", calls: [], results: { ...none, ...results } };
}

const ASSESSMENT = {
  summary: "Three weeks of productive cough.",
  questionsToAsk: [{ question: "Any blood?", rationale: "Cancer, TB.", urgent: true }],
  considerations: [],
};

Deno.test("[CD2] a pass is wished for after 150 new characters, with all that was said", () => {
  const steps = live();
  assert.deepEqual(ofType(hear(steps, "I have a cough."), "request_pass"), []);
  const effects = hear(steps, LONG);
  const wish = ofType(effects, "request_pass")[0]?.wish;
  assert.deepEqual(wish?.transcript.map(({ line, text }) => [line, text]), [
    [1, "I have a cough."],
    [2, LONG],
  ]);
  assert.deepEqual(ofType(hear(steps, "Yes."), "request_pass"), []);
});

Deno.test("[CD2] a landed pass is a new version that the page shows and a tap may name", () => {
  const steps = live();
  const wish = wished(steps);
  const effects = tell(steps, landed(passOf(wish), { assessment: ASSESSMENT }));
  const shown = messagesTo(effects, "page").find(({ type }) => type === "agenda");
  assert.ok(shown?.type === "agenda");
  assert.equal(shown.agenda.source, "model");
  assert.equal(shown.agenda.version, wish.version);
  const tap = steps.say({ type: "speak", ref: { agenda: { version: wish.version, index: 0 } } });
  assert.equal(ofType(tap, "prepare_speech")[0]?.spoken.text, "Any blood?");
});

Deno.test("[CD2] a model's view says when it landed, and is no newer for a question that was asked since", () => {
  const steps = live();
  const wish = wished(steps);
  const landedMs = steps.later(5_000).wallMs;
  tell(steps, landed(passOf(wish), { assessment: ASSESSMENT }));
  steps.later(60_000);
  const [prepared] = ofType(
    steps.say({ type: "speak", ref: { agenda: { version: wish.version, index: 0 } } }),
    "prepare_speech",
  );
  const utterance_id = prepared?.utteranceId ?? "";
  steps.on({ type: "voice_prepared", utteranceId: utterance_id, durationMs: 900, url: "/x.wav" });
  steps.say({ type: "speak_started", utterance_id });
  const effects = steps.say({ type: "speak_ended", utterance_id, reason: "completed" });
  const left = messagesTo(effects, "page").find(({ type }) => type === "agenda");
  assert.ok(left?.type === "agenda");
  assert.equal(left.agenda.version, wish.version + 1);
  assert.equal(left.agenda.landed_wall_ms, landedMs);
});

Deno.test("[CD4] a pass without an assessment leaves the one before in its place", () => {
  const steps = live();
  tell(steps, landed(passOf(wished(steps)), { assessment: ASSESSMENT }));
  const before = steps.state.decisions.agenda;
  const second = { ...passOf(wished(steps)) };
  const effects = tell(steps, landed(second, { assessment: null }));
  assert.deepEqual(steps.state.decisions.agenda, before);
  assert.deepEqual(ofType(effects, "save_agenda"), []);
});

Deno.test("[CD2] a pass that was overtaken does not put its older view back", () => {
  const steps = live();
  const older = passOf(wished(steps));
  const newer = passOf(wished(steps));
  const late = { ...ASSESSMENT, summary: "old" };
  tell(steps, landed(newer, { assessment: ASSESSMENT }));
  tell(steps, landed(older, { assessment: late }));
  assert.equal(steps.state.decisions.agenda.summary, ASSESSMENT.summary);
});

Deno.test("[UR10] an urgent action is an alarm as soon as its own call is back", () => {
  const steps = live();
  const pass = passOf(wished(steps));
  const urgentActions = [{
    action: "Same-day chest X-ray",
    reason: "three weeks of cough",
    quote: "I have coughed blood",
    quoteFound: false,
    line: null,
    arranged: false,
  }];
  const effects = tell(steps, {
    type: "urgency_landed",
    pass,
    startedWallMs: 5,
    urgency: { urgentActions },
  });
  const [saved] = ofType(effects, "save_alarm");
  assert.equal(saved?.alarm.source, "model");
  assert.equal(saved?.alarm.quoteFound, false, "[CD6] marked, and standing all the same");
  assert.equal(ofType(effects, "save_assessment")[0]?.version, pass.version);
});

Deno.test("[UR2, UR14] a tap on words that a pass has meanwhile changed acknowledges those words, in record and page", () => {
  const steps = live();
  const urgentAction = (action: string) => ({
    action,
    reason: "breathless at rest",
    quote: "words",
    quoteFound: false,
    line: null,
    arranged: false,
  });
  const says = (action: string) => {
    const pass = passOf(wished(steps));
    const urgency = { urgentActions: [urgentAction(action)] };
    return urgentOf(tell(steps, { type: "urgency_landed", pass, startedWallMs: 5, urgency }));
  };
  const shown = says("Consider hospital admission");
  const unseen = says("Immediate referral to hospital");
  assert.deepEqual(unseen.alarms.map(({ action, id }) => [id, action]), [
    [shown.alarms[0]?.id, "Immediate referral to hospital"],
  ]);
  const alarm_ids = shown.alarms.map(({ id }) => id);
  const effects = steps.say({ type: "alarm_ack", alarm_ids, snapshot: shown.snapshot });
  assert.deepEqual(
    ofType(effects, "save_alarm_acknowledged").map(({ alarm }) => alarm.action),
    ["Consider hospital admission"],
  );
  assert.equal(urgentOf(effects).alarms[0]?.action, "Consider hospital admission");
});

function urgentOf(effects: Parameters<typeof messagesTo>[0]) {
  const urgent = messagesTo(effects, "page").findLast(({ type }) => type === "urgent");
  assert.ok(urgent?.type === "urgent");
  return urgent;
}

Deno.test("[UR9] a pass that finds nothing urgent is on record as well, and is no news to anybody", () => {
  const steps = live();
  const pass = passOf(wished(steps));
  const effects = tell(steps, {
    type: "urgency_landed",
    pass,
    startedWallMs: 5,
    urgency: { urgentActions: [] },
  });
  const [saved] = ofType(effects, "save_assessment");
  assert.deepEqual([saved?.version, saved?.source, saved?.actions], [pass.version, "model", []]);
  assert.equal(saved?.startedWallMs, 5, "when the model began to look");
  assert.deepEqual(messagesTo(effects, "page"), []);
});

Deno.test("[CD9] the rules stay the floor: they raise alarms while a model decides", () => {
  const steps = live();
  tell(steps, landed(passOf(wished(steps)), { assessment: ASSESSMENT }));
  const effects = hear(steps, "And I have a crushing pain in my chest going down my left arm.");
  assert.equal(ofType(effects, "save_alarm")[0]?.alarm.source, "rule");
  assert.equal(steps.state.decisions.agenda.source, "model");
});

Deno.test("[CD3] without its model the page says so, and the rules decide what is worth asking", () => {
  const steps = live();
  tell(steps, landed(passOf(wished(steps)), { assessment: ASSESSMENT }));
  const away = { state: "restarting" as const, words: "Ollama does not answer; the rules decide" };
  const told = messagesTo(tell(steps, { type: "engine", engine: away }), "page")[0];
  assert.equal(told?.type === "engine" && told.cds.words, away.words);
  hear(steps, "My throat is sore too.");
  assert.equal(steps.state.decisions.agenda.source, "rule");
});

Deno.test("[RE3] every call and every runaway leaves its row", () => {
  const steps = live();
  const row = {
    id: "01J00000000000000000000001",
    room: "room-1",
    consultation: "c1",
    pass: "p1",
    kind: "urgency" as const,
    model: "m",
    promptHash: "0".repeat(64),
    queuedMs: 1,
    runMs: 2,
    elapsedMs: 3,
    promptTokens: 4,
    replyTokens: 5,
    outcome: "ok" as const,
    passInFlight: true,
    prompt: "[]",
    reply: "{}",
    startedWallMs: 0,
  };
  assert.deepEqual(ofType(tell(steps, { type: "call", row }), "save_model_call")[0]?.row, row);
  const runaway = {
    consultation: "c1",
    room: "room-1",
    call: "assessment" as const,
    reason: "cap" as const,
    tokens: 1500,
    elapsedMs: 60_000,
    limit: 1500,
    failures: 1,
    versionKept: 3,
  };
  const audits = ofType(tell(steps, { type: "runaway", runaway }), "audit");
  assert.equal(audits[0]?.entry.kind, "cds.runaway");
});

Deno.test("[CD2, UR10] the last words are looked at once after Stop, and nothing is asked later", () => {
  const steps = live();
  hear(steps, "I have a cough.");
  steps.say({ type: "stop" });
  assert.deepEqual(ofType(hear(steps, LONG), "request_pass"), []);
  assert.equal(ofType(steps.on({ type: "flushed" }), "request_pass").length, 1);
  assert.equal(ofType(steps.on({ type: "finalised" }), "cancel_passes").length, 1);
});

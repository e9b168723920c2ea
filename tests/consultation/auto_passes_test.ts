import assert from "node:assert/strict";
import type { Pass } from "@/lib/models/decisions.ts";
import { NO_RESULTS } from "@/lib/models/consultation_passes.ts";
import { ofType } from "./step_harness.ts";
import { AutoSteps } from "./auto_steps.ts";

type Effects = ReturnType<AutoSteps["on"]>;

const events = (effects: Effects) => ofType(effects, "save_auto_event").map(({ event }) => event);
const of = (effects: Effects, type: string) => events(effects).filter((one) => one.type === type);

const pass = (version: number): Pass => ({
  id: `p${version}`,
  consultation: "c1",
  room: "room-1",
  version,
  reason: "turn_end",
  throughLine: 1,
});

function landed(steps: AutoSteps, version: number, question: string | null): Effects {
  return landedWith(steps, version, question === null ? null : [question]);
}

/** The pass that the growth of the transcript asks for; returns its number. */
function wished(steps: AutoSteps): number {
  const [request] = ofType(steps.heard("It hurts. ".repeat(20)), "request_pass");
  assert.ok(request !== undefined, "the growth asked for no pass");
  return request.wish.version;
}

function landedWith(
  steps: AutoSteps,
  version: number,
  questions: readonly string[] | null,
): Effects {
  const assessment = questions === null ? null : {
    summary: "s",
    questionsToAsk: questions.map((question) => ({ question, rationale: "r", urgent: false })),
    considerations: [],
  };
  return steps.on({
    type: "decisions",
    event: {
      type: "pass_landed",
      pass: pass(version),
      model: "m",
      results: { ...NO_RESULTS, assessment },
      calls: [],
    },
  });
}

Deno.test("[QU2] without a model the rules' newest agenda is the pass that auto mode asks from", () => {
  const steps = new AutoSteps().recording();
  steps.toggle();
  const effects = steps.heard("I have had a pain in my chest since this morning.");
  const [news] = of(effects, "pass_landed");
  const { agenda } = steps.state.decisions;
  assert.ok(news?.type === "pass_landed" && (news.questions?.length ?? 0) > 0);
  assert.deepEqual([news.version, news.questions], [agenda.version, agenda.questions]);
  assert.ok((steps.state.auto?.drive.core.queue.items.length ?? 0) > 0);
});

Deno.test("[QF8] a pass that auto mode asks for without a model is answered at once by the rules", () => {
  const steps = new AutoSteps().recording();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.toggle();
  const effects = steps.on({ type: "auto_pass", reason: "turn_end", holdMs: 4_000 });
  assert.deepEqual(ofType(effects, "request_pass"), []);
  assert.deepEqual(events(effects).map(({ type }) => type), ["pass_started", "pass_landed"]);
});

Deno.test("[QF2] with a model the pass is asked for with auto mode's reason, held for its short calls", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.heard("I have had a pain in my chest since this morning.");
  steps.toggle();
  const effects = steps.on({ type: "auto_pass", reason: "golden_exit", holdMs: 4_000 });
  const [request] = ofType(effects, "request_pass");
  assert.deepEqual([request?.wish.reason, request?.wish.holdMs], ["golden_exit", 4_000]);
  assert.equal(request?.wish.transcript.length, 1);
});

Deno.test("[QU2, CD4] a pass lands with its questions; one that failed or came too late brings none", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.toggle();
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(7) } });
  const [good] = of(landed(steps, 7, "Does it hurt when you breathe in?"), "pass_landed");
  assert.ok(good?.type === "pass_landed" && good.questions?.length === 1);
  for (const [version, question] of [[8, null], [6, "Do you smoke?"]] as const) {
    const [none] = of(landed(steps, version, question), "pass_landed");
    assert.deepEqual(none, { type: "pass_landed", version, questions: null });
  }
});

Deno.test("[CD1, CD2, QF1] a question that is heard while a pass is in flight costs the pass only that question", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  const [breathing, smoking] = ["Does it hurt when you breathe in?", "Do you smoke?"];
  landed(steps, wished(steps), breathing);
  const version = wished(steps);
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(version) } });
  const ref = { agenda: { version: steps.state.decisions.agenda.version, index: 0 } };
  const [said] = ofType(steps.say({ type: "speak", ref }), "prepare_speech");
  assert.equal(said?.spoken.text, breathing);
  steps.spoken(said.utteranceId);
  assert.deepEqual(steps.state.decisions.agenda.questions, [], "what was asked still stands");
  const effects = landedWith(steps, version, [
    "When you breathe in, does it hurt?",
    smoking,
  ]);
  const [news] = of(effects, "pass_landed");
  assert.ok(news?.type === "pass_landed", "auto mode hears nothing of the pass");
  assert.deepEqual(news.questions?.map(({ question }) => question), [smoking]);
  const { agenda, agendas } = steps.state.decisions;
  assert.deepEqual(agenda.questions.map(({ question }) => question), [smoking]);
  assert.deepEqual([agenda.version, agendas.at(-1)], [version, agenda]);
  assert.equal(ofType(effects, "save_agenda")[0]?.agenda, agenda);
});

Deno.test("[CD2] a pass that began after the question may list it again, and an overtaken one stays out", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  const question = "Does it hurt when you breathe in?";
  landed(steps, wished(steps), question);
  const ref = { agenda: { version: steps.state.decisions.agenda.version, index: 0 } };
  const [said] = ofType(steps.say({ type: "speak", ref }), "prepare_speech");
  steps.spoken(said?.utteranceId ?? "");
  const version = wished(steps);
  landed(steps, version, question);
  assert.deepEqual(steps.state.decisions.agenda.questions.map((one) => one.question), [question]);
  landed(steps, version - 1, "Do you smoke?");
  assert.equal(steps.state.decisions.agenda.version, version);
});

Deno.test("[QF6] a pass that a newer wish replaced is still awaited; one that is gone is not", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.toggle();
  const dropped = (by: string | null) =>
    of(
      steps.on({ type: "decisions", event: { type: "pass_dropped", pass: pass(3), by } }),
      "pass_dropped",
    );
  assert.deepEqual(dropped("p4"), []);
  assert.deepEqual(dropped(null), [{ type: "pass_dropped", version: 3 }]);
});

Deno.test("[TR4, QF8] auto mode hears whether a model can be asked, at its start and when that changes", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  assert.deepEqual(of(steps.toggle(), "model"), [{ type: "model", usable: true }]);
  const gone = steps.on({
    type: "decisions",
    event: { type: "engine", engine: { state: "absent", words: "No model" } },
  });
  assert.deepEqual(of(gone, "model"), [{ type: "model", usable: false }]);
});

Deno.test("[LA2] a pass that only follows the growth waits for idle preparation, and no longer than it", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.toggle();
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(7) } });
  const asked = ofType(landed(steps, 7, "Does it hurt when you breathe in?"), "ask_short");
  const [first] = asked;
  assert.ok(first?.ask.type === "ask_topic" && first.ask.idle, "the next question is prepared");
  const grown = steps.heard("It hurts. ".repeat(20));
  const [request] = ofType(grown, "request_pass");
  assert.ok(request !== undefined && (request.wish.holdMs ?? 0) > 1_000);
  assert.deepEqual(ofType(steps.on({ type: "tick" }), "release_pass"), []);
  steps.on({
    type: "auto_answer",
    answer: {
      kind: "topic",
      call: first.ask.call,
      failure: "timeout",
      elapsedMs: 2_000,
      question: first.ask.question,
      reply: null,
    },
  });
  assert.equal(ofType(steps.on({ type: "tick" }), "release_pass").length, 1);
  assert.equal(ofType(steps.on({ type: "tick" }), "release_pass").length, 0);
});

Deno.test("[SP6] a lay wording about something else is not said; both texts stand beside its row", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.heard("There is a pain in my chest.");
  steps.toggle();
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(7) } });
  const question = "Does it hurt when you breathe in?";
  const [first] = ofType(landed(steps, 7, question), "ask_short");
  assert.ok(first?.ask.type === "ask_topic");
  const answer = (lay: string) =>
    steps.on({
      type: "auto_answer",
      answer: {
        kind: "topic",
        call: first.ask.call,
        failure: null,
        elapsedMs: 800,
        question,
        reply: { topic: "the pain", lay },
      },
    });
  const rejected = answer("Is anybody smoking at home?");
  const [row] = ofType(rejected, "audit").filter(({ entry }) => entry.kind === "auto.lay_rejected");
  assert.deepEqual(JSON.parse(row?.entry.text ?? ""), {
    question,
    lay: "Is anybody smoking at home?",
  });
  const [event] = of(rejected, "topic_answer");
  assert.ok(event?.type === "topic_answer" && event.lay === null && event.topic === "the pain");
  const [good] = of(answer("Does it hurt to breathe in?"), "topic_answer");
  assert.ok(good?.type === "topic_answer" && good.lay === "Does it hurt to breathe in?");
  const worse = answer("Does it hurt your cancer when you breathe in?");
  const [told] = ofType(worse, "audit").filter(({ entry }) => entry.kind === "auto.lay_rejected");
  assert.equal(JSON.parse(told?.entry.text ?? "").condition, "cancer");
  assert.deepEqual(Object.keys(told?.entry.detail ?? {}), ["similarity", "threshold"]);
  assert.ok(
    of(worse, "topic_answer").every((one) => one.type === "topic_answer" && one.lay === null),
  );
  const unusable = answer("You have pleurisy.");
  assert.equal(
    ofType(unusable, "audit").some(({ entry }) => entry.kind === "auto.lay_rejected"),
    false,
  );
});

Deno.test("[SP3] only a topic of the question's words or the patient's reaches the controller", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.heard("I have a cough.");
  steps.toggle();
  const topics = {
    "you have cancer": null,
    "your lung cancer": null,
    "your drinking": null,
    "your cough": "your cough",
    "your weight": "your weight",
  };
  for (const [topic, reaches] of Object.entries(topics)) {
    const effects = steps.on({
      type: "auto_answer",
      answer: {
        kind: "topic",
        call: 1,
        failure: null,
        elapsedMs: 800,
        question: "Any weight loss?",
        reply: { topic, lay: "" },
      },
    });
    const [event] = of(effects, "topic_answer");
    assert.ok(event?.type === "topic_answer" && event.topic === reaches, topic);
  }
});

Deno.test("[SP3] what the patient has said is known when a topic's sound is made, and when it is said", () => {
  const QUESTION = "Is it worse at night?";
  const topic = "the garden";
  for (const told of ["heard", "patient", "doctor", "other", null] as const) {
    const steps = new AutoSteps({ cds: "ollama" }).recording();
    if (told === "heard") steps.heard("I was in the garden.");
    else if (told !== null) steps.say({ type: "typed", text: "I was in the garden.", role: told });
    steps.toggle();
    steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(7) } });
    const [first] = ofType(landed(steps, 7, QUESTION), "ask_short");
    assert.ok(first?.ask.type === "ask_topic");
    const { call } = first.ask;
    const reply = { topic, lay: "" };
    const answered = { kind: "topic", call, failure: null, elapsedMs: 800 } as const;
    const ahead = steps.on({
      type: "auto_answer",
      answer: { ...answered, question: QUESTION, reply },
    });
    const wording = { by: "template", template: "tell_me_more", topic } as const;
    const detail = {
      phase: "OPEN",
      quietS: 2,
      handedBack: false,
      item: null,
      reask: false,
      turnEndToIssueMs: null,
    } as const;
    steps.spoken(steps.state.voice.utterance?.id ?? "");
    const { version } = steps.state.decisions.agenda;
    const ref = { kind: "question", version, index: 0, question: QUESTION, wording } as const;
    const said = steps.on({
      type: "auto_say",
      freshId: steps.freshId(),
      say: { token: 77, ref, keepsSpan: false, detail },
    });
    const expected = told === "heard" || told === "patient"
      ? "Can you tell me more about the garden?"
      : QUESTION;
    assert.equal(ofType(ahead, "speak_ahead")[0]?.spoken.text, expected);
    assert.equal(ofType(said, "prepare_speech")[0]?.spoken.text, expected);
  }
});

Deno.test("[QU6] what the re-ranker made up is handed on to be ignored and counted", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  const effects = steps.on({
    type: "auto_answer",
    answer: {
      kind: "rerank",
      call: 1,
      failure: null,
      elapsedMs: 700,
      reranking: { order: ["q2"], drop: [], ignored: ["99"] },
    },
  });
  const [event] = of(effects, "rerank_answer");
  assert.ok(event?.type === "rerank_answer");
  assert.deepEqual(event.order, ["q2", "99"]);
});

const ADVICE = "Stop taking your warfarin today. Do not call an ambulance.";

Deno.test("[SP1, CD8, QU2] advice that a pass lists as a question stands on the panel and in no queue", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.toggle();
  const version = wished(steps);
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(version) } });
  const [breathing, smoking] = ["Does it hurt when you breathe in?", "Do you smoke?"];
  const effects = landedWith(steps, version, [breathing, ADVICE, smoking]);
  const shown = ofType(effects, "broadcast").flatMap(({ message }) =>
    message.type === "agenda" ? message.agenda.questions.map(({ question }) => question) : []
  );
  assert.deepEqual(shown, [breathing, ADVICE, smoking]);
  const items = steps.state.auto?.drive.core.queue.items ?? [];
  assert.deepEqual(
    items.filter((one) => one.version === version).map(({ index, text }) => [index, text]),
    [[0, breathing], [2, smoking]],
    "a question behind the advice has lost its place",
  );
  assert.ok(items.every(({ text }) => text !== ADVICE));
  const ref = { agenda: { version, index: 1 } };
  const [said] = ofType(
    steps.say({ type: "speak", ref, confirm_displace: true }),
    "prepare_speech",
  );
  assert.equal(said?.spoken.text, ADVICE, "the doctor's tap says what it shows");
});

Deno.test("[SP1, QU3] advice that stands on the panel when auto mode begins is not queued either", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  const version = wished(steps);
  landedWith(steps, version, [ADVICE, "Do you smoke?"]);
  steps.toggle();
  const items = steps.state.auto?.drive.core.queue.items ?? [];
  assert.deepEqual(items.map(({ index, text }) => [index, text]), [[1, "Do you smoke?"]]);
});

Deno.test("[SP6] a lay wording that turns its question is not said, and its row has what it turns", () => {
  const steps = new AutoSteps({ cds: "ollama" }).recording();
  steps.heard("There is a pain in my chest.");
  steps.toggle();
  steps.on({ type: "decisions", event: { type: "pass_started", pass: pass(7) } });
  const question = "Are you taking warfarin?";
  const [first] = ofType(landed(steps, 7, question), "ask_short");
  assert.ok(first?.ask.type === "ask_topic");
  const lay = "Have you stopped taking warfarin?";
  const { call } = first.ask;
  const reply = { topic: "", lay };
  const effects = steps.on({
    type: "auto_answer",
    answer: { kind: "topic", call, failure: null, elapsedMs: 800, question, reply },
  });
  const [row] = ofType(effects, "audit").filter(({ entry }) => entry.kind === "auto.lay_rejected");
  assert.deepEqual(JSON.parse(row?.entry.text ?? ""), { question, lay, turn: "stop" });
  const [event] = of(effects, "topic_answer");
  assert.ok(event?.type === "topic_answer" && event.lay === null);
});

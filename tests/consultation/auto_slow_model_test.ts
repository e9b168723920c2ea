import assert from "node:assert/strict";
import type { SessionEffect } from "@/lib/consultation/session_effect.ts";
import type { SessionEvent } from "@/lib/consultation/session_event.ts";
import { NO_RESULTS } from "@/lib/models/consultation_passes.ts";
import type { Pass } from "@/lib/models/decisions.ts";
import { AutoSteps } from "./auto_steps.ts";
import { ofType } from "./step_harness.ts";

const QUESTIONS = ["Does it hurt when you breathe in?", "Do you keep pigeons?"];
const CHEST = "I have had a pain in my chest since this morning.";

/** A model that is there and never in time: every pass and every short call meets its bound. */
class SlowModel extends AutoSteps {
  #wishes: number[] = [];
  #said: string[] = [];

  constructor() {
    super({ cds: "ollama" });
  }

  override on(event: SessionEvent): readonly SessionEffect[] {
    const effects = super.on(event);
    this.#wishes.push(...ofType(effects, "request_pass").map(({ wish }) => wish.version));
    this.#said.push(...ofType(effects, "prepare_speech").map(({ utteranceId }) => utteranceId));
    return effects;
  }

  get core() {
    const core = this.state.auto?.drive.core;
    assert.ok(core !== undefined);
    return core;
  }

  get pending(): string[] {
    return this.core.queue.items.filter(({ status }) => status === "pending").map((one) =>
      one.text
    );
  }

  /** What the runner does with the newest wish: it begins, and meets its bound with nothing. */
  failPass(): void {
    const version = this.#wishes.at(-1);
    this.#wishes = [];
    if (version === undefined) return;
    this.startPass(version);
    this.landPass(version, null);
  }

  startPass(version: number): void {
    this.on({ type: "decisions", event: { type: "pass_started", pass: passOf(version) } });
  }

  landPass(version: number, questions: readonly string[] | null): void {
    const assessment = questions === null ? null : {
      summary: "s",
      questionsToAsk: questions.map((question) => ({ question, rationale: "r", urgent: false })),
      considerations: [],
    };
    const results = { ...NO_RESULTS, assessment };
    const event = { type: "pass_landed", pass: passOf(version), model: "m", results, calls: [] };
    this.on({ type: "decisions", event: event as never });
  }

  /** The texts and kinds of what Alba says until her run is over; the patient answers each question. */
  wholeRun(): { asked: string[]; said: string[]; ended: boolean } {
    const asked: string[] = [];
    const said: string[] = [];
    this.quietFor(6);
    for (let round = 0; round < 400 && this.core.run !== null; round++) {
      this.failPass();
      const [id] = this.#said.splice(0);
      const { saying } = this.core;
      if (id === undefined || saying === null) {
        this.later(500).quiet(6 + round / 2);
        continue;
      }
      said.push(saying.what);
      if (saying.item !== null) asked.push(this.item(saying.item));
      this.spoken(id);
      if (saying.what !== "question" && saying.what !== "anything_else") continue;
      this.heard("I cannot tell you that.");
      this.quietFor(6);
    }
    return { asked, said, ended: this.core.run === null };
  }

  item(id: string): string {
    return this.core.queue.items.find((one) => one.id === id)?.text ?? "";
  }
}

const passOf = (version: number): Pass => ({
  id: `p${version}`,
  consultation: "c1",
  room: "room-1",
  version,
  reason: "turn_end",
  throughLine: 1,
});

Deno.test("[QF8, QU2] a model whose every pass times out leaves the rules' questions to ask, to the handover", () => {
  const steps = new SlowModel().recording();
  steps.toggle();
  steps.heard(CHEST);
  const shown = steps.state.decisions.agenda;
  assert.equal(shown.source, "rule");
  assert.ok(shown.questions.length > 0);
  assert.equal(steps.pending.length, shown.questions.length);
  const { asked, ended, said } = steps.wholeRun();
  assert.ok(asked.length >= 3, `${asked.length} questions: ${said.join(" ")}`);
  assert.equal(said.at(-1), "examination_handover", said.join(" "));
  assert.ok(ended);
});

Deno.test("[QF8] with an agenda that landed before the passes fail, its questions are asked, then handed over", () => {
  const steps = new SlowModel().recording();
  steps.toggle();
  steps.heard(CHEST);
  steps.startPass(90);
  steps.landPass(90, QUESTIONS);
  const { asked, ended, said } = steps.wholeRun();
  for (const question of QUESTIONS) assert.ok(asked.includes(question), asked.join(" "));
  assert.equal(said.at(-1), "examination_handover", said.join(" "));
  assert.ok(ended);
});

Deno.test("[QF8, QU2] what the rules show is merged beside a pass in flight, which is awaited as before", () => {
  const steps = new SlowModel().recording();
  steps.toggle();
  steps.startPass(90);
  const { passes } = steps.core;
  steps.heard(CHEST);
  assert.deepEqual(steps.core.passes, passes);
  const rules = steps.pending;
  assert.ok(rules.length > 0);
  steps.landPass(90, QUESTIONS);
  assert.equal(steps.core.passes.inFlight, null);
  assert.deepEqual([...steps.pending].sort(), [...QUESTIONS, ...rules].sort());
  assert.equal(steps.state.decisions.agenda.source, "model");
});

Deno.test("[QU2] once a model's agenda is shown, the rules add nothing to the queue", () => {
  const steps = new SlowModel().recording();
  steps.toggle();
  steps.startPass(90);
  steps.landPass(90, QUESTIONS);
  steps.heard(CHEST);
  assert.deepEqual([...steps.pending].sort(), [...QUESTIONS].sort());
});

Deno.test("[QU3, QF11] the rules' agenda before the toggle is seeded once, and merged into no queue after a run", () => {
  const steps = new SlowModel().recording();
  steps.heard(CHEST);
  assert.deepEqual(steps.core.queue.items, []);
  steps.toggle();
  assert.equal(steps.pending.length, steps.state.decisions.agenda.questions.length);
  steps.toggle(false);
  const { items } = steps.core.queue;
  steps.heard("And I have a terrible headache.");
  assert.deepEqual(steps.core.queue.items, items);
});

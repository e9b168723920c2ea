import assert from "node:assert/strict";
import { NO_RESULTS } from "@/lib/models/consultation_passes.ts";
import type { Pass, PassWish } from "@/lib/models/decisions.ts";
import { ScheduleModel } from "../models/schedule_model.ts";
import { AUTO, AutoSteps } from "./auto_steps.ts";
import { ofType } from "./step_harness.ts";

const QUESTION = "Does it hurt when you breathe in?";
const PASS: Pass = {
  id: "p7",
  consultation: "c1",
  room: "room-1",
  version: 7,
  reason: "turn_end",
  throughLine: 1,
};

/** A run whose patient talks on while a pass is in flight, and what is wished for then. */
function grownBehindPass(hasShortServer: boolean): { steps: AutoSteps; wish: PassWish } {
  const thresholds = { ...AUTO.thresholds, hasShortServer };
  const steps = new AutoSteps({ cds: "ollama", auto: { thresholds } }).recording();
  steps.toggle();
  steps.on({ type: "decisions", event: { type: "pass_started", pass: PASS } });
  const [request] = ofType(steps.heard("It hurts. ".repeat(20)), "request_pass");
  assert.ok(request !== undefined, "the growth asked for no pass");
  return { steps, wish: request.wish };
}

const releases = (steps: AutoSteps) => ofType(steps.on({ type: "tick" }), "release_pass").length;

function land(steps: AutoSteps) {
  const questionsToAsk = [{ question: QUESTION, rationale: "r", urgent: false }];
  const assessment = { summary: "s", questionsToAsk, considerations: [] };
  const results = { ...NO_RESULTS, assessment };
  const event = { type: "pass_landed", pass: PASS, model: "m", results, calls: [] } as const;
  const [asked] = ofType(steps.on({ type: "decisions", event }), "ask_short");
  assert.ok(asked?.ask.type === "ask_topic" && asked.ask.idle, "nothing is prepared");
  return asked.ask;
}

Deno.test("[LA2] what grew behind a pass waits on one server from its landing until all is prepared", () => {
  const { steps, wish } = grownBehindPass(false);
  assert.equal(wish.afterPassMs, 8_000);
  assert.equal(releases(steps), 0, "released while the pass is in flight");
  const { call, question } = land(steps);
  assert.equal(releases(steps), 0, "released before the next question is prepared");
  const failed = { kind: "topic", failure: "timeout", elapsedMs: 2_000, reply: null } as const;
  steps.on({ type: "auto_answer", answer: { ...failed, call, question } });
  assert.deepEqual([releases(steps), releases(steps)], [1, 0]);
});

Deno.test("[LA2] with two servers, and once auto mode is off, what grew behind a pass is not held", () => {
  assert.equal(grownBehindPass(true).wish.afterPassMs, 0);
  const { steps } = grownBehindPass(false);
  steps.toggle(false);
  assert.deepEqual([releases(steps), releases(steps)], [1, 0]);
});

/** One server with a pass in flight and a wish of growth behind it. */
function scheduled(...more: readonly { readonly holdMs: number }[]): ScheduleModel {
  const model = new ScheduleModel(false);
  const ask = (id: string, holdMs: number, afterPassMs: number) =>
    model.send({ type: "pass_requested", id, room: "r", consultation: "c", holdMs, afterPassMs });
  ask("first", 0, 0);
  ask("grown", 0, 8_000);
  for (const [index, { holdMs }] of more.entries()) ask(`more-${index}`, holdMs, 0);
  for (let call = 0; call < 3; call++) model.finish("main");
  return model;
}

const startedPasses = (model: ScheduleModel) =>
  new Set(model.started.flatMap(({ pass }) => pass ?? [])).size;

Deno.test("[LA2, QF2] the hold counts from the landing, ends by itself, and holds up no other wish", () => {
  const model = scheduled();
  assert.equal(startedPasses(model), 1, "it started as the pass before it landed");
  model.advance(7_900);
  assert.equal(startedPasses(model), 1);
  model.advance(200);
  assert.equal(startedPasses(model), 2, "the wish is lost");
  assert.equal(startedPasses(scheduled({ holdMs: 0 })), 2, "another wish was held up");
});

import type { DecisionsEvent, Pass } from "@/lib/models/decisions.ts";
import type { AgendaQuestion } from "@/lib/consultation/agenda.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import type { DecisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import { modelAssessment } from "@/lib/consultation/slices/model_reading.ts";
import { passEffects } from "@/lib/consultation/slices/pass_effects.ts";
import { showAgenda } from "@/lib/consultation/slices/show_agenda.ts";
import type { SliceResult, StepContext } from "@/lib/consultation/step_context.ts";
import { isUsableModel } from "@/lib/consultation/usable_model.ts";
import { sameTokens, tokenSet } from "@/lib/text/similarity.ts";

/** What the model's side reports of this consultation's passes. */
export function decided(
  state: DecisionsSlice,
  event: DecisionsEvent,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const effects = passEffects(event);
  switch (event.type) {
    case "engine": {
      const usable = isUsableModel(event.engine, context.settings.engines.cds);
      const inner: InnerEvent[] = [{ type: "to_auto", event: { type: "model", usable } }];
      return { state: { ...state, engine: event.engine }, effects: [], inner };
    }
    case "urgency_landed":
      return { state, effects, inner: modelAssessment(state, event) };
    case "pass_landed":
      return landed(state, event, context);
    case "pass_started":
      return { state, effects, inner: [passNews("pass_started", event.pass)] };
    case "pass_cancelled":
      return { state, effects, inner: [passNews("pass_dropped", event.pass)] };
    case "pass_dropped": {
      // A newer wish in its place is still the pass that auto mode waits for.
      const isGone = event.by === null;
      return { state, effects, inner: isGone ? [passNews("pass_dropped", event.pass)] : [] };
    }
    case "call":
    case "runaway":
    case "deferred":
      return { state, effects, inner: [] };
  }
}

function passNews(type: "pass_started" | "pass_dropped", { version }: Pass): InnerEvent {
  return { type: "to_auto", event: { type, version } };
}

function landed(
  state: DecisionsSlice,
  event: Extract<DecisionsEvent, { type: "pass_landed" }>,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const { pass: { version }, results: { affect, assessment } } = event;
  const felt: DecisionsSlice = affect === null ? state : { ...state, affect };
  const moved: SliceEffect[] = affect === null
    ? []
    : [{ type: "broadcast", message: { type: "affect", affect } }];
  const effects = [...passEffects(event), ...moved];
  // A pass that a newer one overtook must not put its older view in that one's place.
  if (assessment === null || version <= state.newestPass) {
    return { state: felt, effects, inner: [landedNews(version, null)] };
  }
  // A question that was heard meanwhile takes nothing from the pass but itself.
  const since = state.albaAsked.filter(({ atVersion }) => atVersion >= version);
  const questions = notYetAsked(assessment.questionsToAsk, since);
  const shown = showAgenda({ ...felt, newestPass: version, albaAsked: since }, {
    version,
    source: "model",
    landedWallMs: context.wallMs,
    summary: assessment.summary,
    questions,
    considerations: assessment.considerations,
  });
  const inner = [landedNews(version, questions)];
  return { ...shown, effects: [...effects, ...shown.effects], inner };
}

/** Told apart as auto mode's queue does it (QU2): a model words the same question anew. */
function notYetAsked(
  questions: readonly AgendaQuestion[],
  asked: DecisionsSlice["albaAsked"],
): readonly AgendaQuestion[] {
  const known = asked.map(({ question }) => tokenSet(question));
  return questions.filter(({ question }) => {
    const tokens = tokenSet(question);
    return !known.some((one) => sameTokens(one, tokens));
  });
}

function landedNews(version: number, questions: readonly AgendaQuestion[] | null): InnerEvent {
  return { type: "to_auto", event: { type: "pass_landed", version, questions } };
}

import type { DecisionsEvent, Pass } from "@/lib/models/decisions.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import type { DecisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import { modelAssessment } from "@/lib/consultation/slices/model_reading.ts";
import { passEffects } from "@/lib/consultation/slices/pass_effects.ts";
import { showAgenda } from "@/lib/consultation/slices/show_agenda.ts";
import type { SliceResult, StepContext } from "@/lib/consultation/step_context.ts";
import { isUsableModel } from "@/lib/consultation/usable_model.ts";

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
      return { state, effects, inner: modelAssessment(state, event.pass, event.urgency) };
    case "pass_landed": {
      const { affect, assessment } = event.results;
      const felt: DecisionsSlice = affect === null ? state : { ...state, affect };
      const moved: SliceEffect[] = affect === null
        ? []
        : [{ type: "broadcast", message: { type: "affect", affect } }];
      const { version } = event.pass;
      const isTaken = assessment !== null && version > newestModelVersion(state);
      const questions = isTaken ? assessment.questionsToAsk : null;
      const inner: InnerEvent[] = [
        { type: "to_auto", event: { type: "pass_landed", version, questions } },
      ];
      if (!isTaken) return { state: felt, effects: [...effects, ...moved], inner };
      const shown = showAgenda(felt, {
        version,
        source: "model",
        landedWallMs: context.wallMs,
        summary: assessment.summary,
        questions: assessment.questionsToAsk,
        considerations: assessment.considerations,
      });
      return { ...shown, effects: [...effects, ...moved, ...shown.effects], inner };
    }
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

/** A pass that was overtaken must not put its older view in the newer one's place. */
function newestModelVersion({ agendas }: DecisionsSlice): number {
  const models = agendas.filter(({ source }) => source === "model");
  return Math.max(0, ...models.map(({ version }) => version));
}

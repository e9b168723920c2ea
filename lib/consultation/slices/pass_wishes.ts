import type { Agenda } from "@/lib/consultation/agenda.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import type { DecisionsSlice } from "@/lib/consultation/slices/decisions.ts";
import { passWish } from "@/lib/consultation/slices/pass_effects.ts";
import { nothing, type SliceResult, type StepContext } from "@/lib/consultation/step_context.ts";
import { isUsableModel } from "@/lib/consultation/usable_model.ts";
import type { PassWish } from "@/lib/models/decisions.ts";

/**
 * How long a pass that only follows the growth of the transcript waits for the preparation of the
 * next questions (LA2), ms: three topics at a second each, and their sound.
 */
const PREPARATION_HOLD_MS = 8_000;

/** CD2: a pass after so many new characters, in every mode and phase. */
export function wishPass(
  state: DecisionsSlice,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const isDue = state.grownChars >= context.settings.growthChars;
  if (!isDue || state.paused || state.isOver) return nothing(state);
  const { isPreparing, preparesAfterPass } = context.outlook;
  return requestPass({ ...state, isGrowthHeld: isPreparing || preparesAfterPass }, context, {
    reason: "growth",
    holdMs: isPreparing ? PREPARATION_HOLD_MS : 0,
    afterPassMs: preparesAfterPass ? PREPARATION_HOLD_MS : 0,
  });
}

/** The preparation that a pass of growth waited for is done, or there will be none. */
export function releaseGrowth(
  state: DecisionsSlice,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  const { isPreparing, preparesAfterPass } = context.outlook;
  if (!state.isGrowthHeld || isPreparing || preparesAfterPass) return nothing(state);
  return {
    state: { ...state, isGrowthHeld: false },
    effects: [{ type: "release_pass" }],
    inner: [],
  };
}

export function requestPass(
  state: DecisionsSlice,
  context: StepContext,
  how: Pick<PassWish, "reason" | "holdMs" | "afterPassMs">,
): SliceResult<DecisionsSlice> {
  const version = state.version + 1;
  return {
    state: { ...state, grownChars: 0, version },
    effects: [{ type: "request_pass", wish: { ...passWish(state, version, context), ...how } }],
    inner: [],
  };
}

/** What auto mode asks for. Without a model the rules have looked already, and their agenda is it. */
export function autoPass(
  state: DecisionsSlice,
  { holdMs, reason }: Extract<SessionEvent, { type: "auto_pass" }>,
  context: StepContext,
): SliceResult<DecisionsSlice> {
  if (state.paused || state.isOver) return nothing(state);
  if (isUsableModel(state.engine, context.settings.engines.cds)) {
    return requestPass({ ...state, isGrowthHeld: false }, context, { reason, holdMs });
  }
  return { state, effects: [], inner: agendaNews(state.agenda) };
}

/** An agenda of the rules is a pass that started and landed in one moment. */
export function agendaNews({ questions, version }: Agenda): InnerEvent[] {
  return [
    { type: "to_auto", event: { type: "pass_started", version } },
    { type: "to_auto", event: { type: "pass_landed", version, questions } },
  ];
}

import type { AutoSay } from "@/lib/consultation/session_event.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import { isDisclosure, resolveAuto, resolveSpeech } from "@/lib/speech/spoken.ts";
import { nothing, type SliceResult, type StepContext } from "@/lib/consultation/step_context.ts";
import { patientWords } from "@/lib/consultation/slices/said_turns.ts";
import { refused } from "@/lib/consultation/slices/voice_effects.ts";
import type { Utterance, VoiceSlice } from "@/lib/consultation/slices/voice_state.ts";
import { request, silence, tappedOf } from "@/lib/consultation/slices/voice_step.ts";

/** A doctor's tap. A question waits for the doctor's word when Alba has one planned (DW3). */
export function tap(
  state: VoiceSlice,
  message: PageMessageOf<"speak">,
  id: string,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { agendas, settings: { phrases } } = context;
  const { confirm_displace: confirmed = false, ref } = message;
  const spoken = resolveSpeech(ref, { phrases, agendas });
  if (spoken === null) return { state, effects: refused("unknown_question", ref), inner: [] };
  if ("agenda" in ref && !confirmed && context.outlook.displaced !== null) {
    const event = { type: "tap_held", what: tappedOf(spoken, context) } as const;
    return { state, effects: [], inner: [{ type: "to_auto", event }] };
  }
  return before(state, { id, spoken, route: null, origin: { by: "tap", confirmed } }, context);
}

/** One of Alba's own that nobody has heard yet gives way, and the tap is spoken after it (DW2). */
function before(
  state: VoiceSlice,
  tapped: Utterance,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { arbiter, utterance, waiting } = state;
  const { now } = arbiter;
  // Before the disclosure a tap cannot be spoken, so nothing gives way to it.
  const maySpeak = arbiter.disclosureSpoken || isDisclosure(tapped.spoken.ref);
  const isOurs = utterance?.origin.by === "auto" && maySpeak;
  const givesWay = now.phase === "preparing" || now.phase === "ready" || now.phase === "cancelling";
  if (!isOurs || !givesWay || waiting !== null) return request(state, tapped, context);
  return silence({ ...state, waiting: tapped }, "tap", context);
}

/** What auto mode wants said goes the way of a tap (SP7); a reference is all that it may give (SP1). */
export function sayAuto(
  state: VoiceSlice,
  say: AutoSay,
  id: string,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { agendas, outlook, settings: { auto, phrases } } = context;
  if (auto === null) return nothing(state);
  const { layMinSimilarity } = auto.thresholds;
  const sayable = { phrases, agendas, patientWords: patientWords(outlook.said) };
  const spoken = resolveAuto(say.ref, sayable, layMinSimilarity);
  if (spoken === null) {
    const event = { type: "say_refused", token: say.token, code: "unknown_question" } as const;
    return {
      state,
      effects: [{
        type: "audit",
        entry: {
          kind: "speech.refused",
          detail: { reason: "unknown_question", ref_kind: "agenda" },
        },
      }],
      inner: [{ type: "to_auto", event }],
    };
  }
  return request(state, { id, spoken, route: null, origin: { by: "auto", say } }, context);
}

/** Alba's own utterance ends now; a doctor's tap is the doctor's (UR1). */
export function hush(
  state: VoiceSlice,
  reason: "cancelled" | "urgency_pause",
  context: StepContext,
): SliceResult<VoiceSlice> {
  return state.utterance?.origin.by === "auto"
    ? silence(state, "auto", context, reason)
    : nothing(state);
}

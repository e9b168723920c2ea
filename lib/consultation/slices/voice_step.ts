import { msToSamples } from "@/lib/audio/units.ts";
import type { AutoEvent, CancelledBy, Tapped } from "@/lib/auto/auto_event.ts";
import { type ArbiterEffect, type ArbiterEvent, arbitrate } from "@/lib/speech/arbiter.ts";
import { isDisclosure, type Spoken } from "@/lib/speech/spoken.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import { nothing, type SliceResult, type StepContext } from "@/lib/consultation/step_context.ts";
import { applyArbiterEffect } from "@/lib/consultation/slices/voice_effects.ts";
import {
  speechStatus,
  type Utterance,
  type VoiceSlice,
} from "@/lib/consultation/slices/voice_state.ts";

/** What comes with an event of the arbiter's that the arbiter itself has no use for. */
interface Along {
  /** The utterance that a request is for. */
  readonly requested?: Utterance;
  /** What the page read as it declined to play (SP10) or was spoken over (DW4), RMS of full scale 1. */
  readonly rms?: number;
}

/** Runs the arbiter and turns its answers into the consultation's effects, in order. */
export function arbiterStep(
  state: VoiceSlice,
  event: ArbiterEvent,
  context: StepContext,
  along: Along = {},
): SliceResult<VoiceSlice> {
  const { limits } = context.settings;
  const answer = arbitrate(state.arbiter, event, context.nowMs, limits);
  if (answer.effects.length === 0) return nothing({ ...state, arbiter: answer.state });
  let next: VoiceSlice = { ...state, arbiter: answer.state };
  const effects: SliceEffect[] = [];
  const inner: InnerEvent[] = [];
  for (const effect of answer.effects) {
    inner.push(...newsOf(effect, next, context, along));
    const applied = applyArbiterEffect(next, effect, context, along.requested ?? null);
    next = applied.state;
    if (effect.type === "closed" && event.type !== "ended") {
      next = { ...untoldEnd(next, state, context), untold: effect.id };
    }
    effects.push(...applied.effects, ...bargedIn(effect, context, along));
  }
  effects.push({
    type: "broadcast",
    message: {
      type: "speech",
      speech: speechStatus(next),
      disclosure_spoken: next.arbiter.disclosureSpoken,
    },
  });
  if (!state.arbiter.disclosureSpoken && next.arbiter.disclosureSpoken) {
    effects.push({ type: "save_disclosure_spoken", wallMs: context.wallMs });
  }
  return withWaiting({ state: next, effects, inner }, context);
}

/**
 * Nobody has said that what sounded is over. A box that stood still has yet to read the sound of its end:
 * the ears hear nothing before the recording has come so far, with the margin (SP8).
 */
function untoldEnd(next: VoiceSlice, before: VoiceSlice, { settings }: StepContext): VoiceSlice {
  const { arbiter: { now }, spanStart } = before;
  if (now.phase !== "playing" || spanStart === null) return next;
  const longestMs = now.durationMs + settings.limits.lostMarginMs + settings.spanTailMs;
  return { ...next, mutedUntil: Math.max(next.mutedUntil, spanStart + msToSamples(longestMs)) };
}

/** The level that cut Alba off stands beside the one that counts, so that both can be judged. */
function bargedIn(effect: ArbiterEffect, context: StepContext, { rms }: Along): SliceEffect[] {
  if (effect.type !== "closed" || effect.reason !== "barge_in") return [];
  const { floor: threshold } = context.settings;
  const detail = { utterance: effect.id, rms: rms ?? null, threshold };
  return [{ type: "audit", entry: { kind: "speech.barge_in", detail } }];
}

/**
 * Silences the current utterance; nothing happens where there is none. A Stop outdoes whatever else has
 * begun to silence it (DW1), and nothing outdoes a Stop.
 */
export function silence(
  state: VoiceSlice,
  by: CancelledBy,
  context: StepContext,
  reason: "cancelled" | "urgency_pause" = "cancelled",
): SliceResult<VoiceSlice> {
  if (state.arbiter.now.phase === "idle") return nothing(state);
  const cancelledBy = by === "stop" ? by : state.cancelledBy ?? by;
  return arbiterStep({ ...state, cancelledBy }, { type: "cancel", reason }, context);
}

/** Asks the arbiter for one utterance. */
export function request(
  state: VoiceSlice,
  requested: Utterance,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const isFirst = isDisclosure(requested.spoken.ref);
  const ask: ArbiterEvent = { type: "request", id: requested.id, isDisclosure: isFirst };
  return arbiterStep(state, ask, context, { requested });
}

/** The tap that waited is spoken as soon as the voice is free (DW2). */
function withWaiting(
  done: SliceResult<VoiceSlice>,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { arbiter, waiting } = done.state;
  if (waiting === null || arbiter.now.phase !== "idle") return done;
  const asked = request({ ...done.state, waiting: null }, waiting, context);
  return {
    state: asked.state,
    effects: [...done.effects, ...asked.effects],
    inner: [...done.inner, ...asked.inner],
  };
}

/** What the other slices hear of it. */
function newsOf(
  effect: ArbiterEffect,
  before: VoiceSlice,
  context: StepContext,
  { requested, rms }: Along,
): InnerEvent[] {
  switch (effect.type) {
    case "prepare":
      return requested === undefined ? [] : toAuto(takenUp(requested, context));
    case "refused": {
      // A request is refused at once; what is too long only when its sound is there.
      const { origin } = requested ?? before.utterance ?? { origin: null };
      return origin?.by === "auto"
        ? toAuto({ type: "say_refused", token: origin.say.token, code: effect.code })
        : [];
    }
    case "started":
      return toAuto({ type: "speech_started", utterance: effect.id, atSample: before.position });
    case "closed": {
      const { audible, id: utterance, reason } = effect;
      const ended = toAuto({
        type: "speech_ended",
        utterance,
        reason,
        audible,
        atSample: before.position,
        rms: reason === "politeness_abort" || reason === "barge_in" ? rms ?? null : null,
        // One that the page itself ended so is a Stop whose own message was lost on the way.
        ...(reason === "cancelled" ? { by: before.cancelledBy ?? "stop" } : {}),
      });
      const spoken = before.utterance?.spoken;
      const isHeard = audible && reason === "completed";
      return isHeard && spoken !== undefined ? [...said(spoken), ...ended] : ended;
    }
    case "play":
    case "cancel":
      return [];
  }
}

function toAuto(event: AutoEvent): InnerEvent[] {
  return [{ type: "to_auto", event }];
}

/** A question of the agenda that was heard to its end is asked, as if the doctor had asked it. */
function said({ question, ref }: Spoken): InnerEvent[] {
  if ("phrase" in ref) return [{ type: "phrase_said", phrase: ref.phrase }];
  return question === null ? [] : [{ type: "alba_asked", question }];
}

/** The voice has taken an utterance: whose it is decides what auto mode makes of it. */
function takenUp({ id: utterance, origin, spoken }: Utterance, context: StepContext): AutoEvent {
  if (origin.by === "auto") return { type: "say_issued", token: origin.say.token, utterance };
  const what = tappedOf(spoken, context);
  return { type: "tapped", utterance, what, confirmed: origin.confirmed };
}

/** What a doctor tapped, as auto mode books it. */
export function tappedOf({ question, rationale, ref }: Spoken, { agendas }: StepContext): Tapped {
  if ("phrase" in ref) return { kind: "phrase", phrase: ref.phrase };
  const { index, version } = ref.agenda;
  const agenda = agendas.find((one) => one.version === version);
  const urgent = agenda?.questions[index]?.urgent ?? false;
  const item = { question: question ?? "", rationale: rationale ?? "", urgent };
  return { kind: "question", version, index, item };
}

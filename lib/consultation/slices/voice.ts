import { msToSamples, SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import type { EndReason } from "@/lib/protocol/shared.ts";
import type { ArbiterEvent } from "@/lib/speech/arbiter.ts";
import type { InnerEvent } from "@/lib/consultation/session_event.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";
import { play, rawSpeechRefused } from "@/lib/consultation/slices/voice_effects.ts";
import { hush, sayAuto, tap } from "@/lib/consultation/slices/voice_requests.ts";
import { arbiterStep, silence } from "@/lib/consultation/slices/voice_step.ts";
import type { Route, VoiceSlice } from "@/lib/consultation/slices/voice_state.ts";

/**
 * A page that comes back may still be playing an utterance that has ended here, and the newest second
 * of sound that it could not send comes with it; it falls silent when it reads the snapshot. One on a
 * slow line may have begun in the moment in which it was given up. Until it has heard so, it is not to
 * be heard as the patient (SP8). The silence written for its absence does not count.
 */
const AFTERSOUND = SAMPLE_RATE_HZ;

export function voiceSlice(
  state: VoiceSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<VoiceSlice> {
  if (input.from === "inside") return inside(state, input.event, context);
  const { event } = input;
  switch (event.type) {
    case "tick":
      return arbiterStep(state, { type: "tick" }, context);
    case "recording_failed":
      return nothing({ ...state, position: event.position });
    case "raw_speech":
      return { state, effects: rawSpeechRefused(event.link), inner: [] };
    case "voice_state":
      return nothing({ ...state, engine: event.engine });
    case "voice_prepared":
      return route(state, event.utteranceId, { by: "piper", url: event.url }, {
        durationMs: event.durationMs,
        why: null,
        context,
      });
    case "voice_failed":
      return fallBack(state, event.utteranceId, "piper_failed", context);
    case "auto_say":
      return sayAuto(state, event.say, event.freshId, context);
    case "auto_hush":
      return hush(state, event.reason, context);
    default:
      return nothing(state);
  }
}

function inside(
  state: VoiceSlice,
  event: InnerEvent,
  context: StepContext,
): SliceResult<VoiceSlice> {
  switch (event.type) {
    case "audio": {
      const isMuted = event.from < state.mutedUntil || state.aftersound > 0;
      const muted = event.gap || state.spanStart !== null || isMuted;
      const sound = event.gap ? 0 : event.pcm.length;
      const aftersound = Math.max(0, state.aftersound - sound);
      return {
        state: { ...state, position: event.from + event.pcm.length, aftersound },
        effects: [],
        inner: [{ type: "ear_audio", from: event.from, pcm: event.pcm, muted }],
      };
    }
    case "command":
      return command(state, event, context);
    case "joined":
      return joined(state, event, context);
    case "control_lost":
      // The page that lost control stops playing, but its word that it did counts no more. One that
      // is only cut off plays on and will say so when it is back.
      return event.taken
        ? silence({ ...state, waiting: null }, "control", context)
        : nothing(state);
    case "paused":
    case "stopping":
      return endSpeech(state, context);
    default:
      return nothing(state);
  }
}

function command(
  state: VoiceSlice,
  event: Extract<InnerEvent, { type: "command" }>,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { message } = event;
  switch (message.type) {
    case "capture":
      return nothing({ ...state, localVoice: message.local_voice });
    case "speak":
      return tap(state, message, event.freshId, context);
    case "cancel_speak":
      return silence({ ...state, waiting: null }, "stop", context);
    case "speak_started":
      // It began in the moment in which it was given up; the page falls silent when it hears so.
      if (message.utterance_id === state.untold) return nothing(withAftersound(state, context));
      return arbiterStep(state, { type: "started", id: message.utterance_id }, context);
    case "speak_ended": {
      const reason: EndReason = message.reason === "failed" ? "lost" : message.reason;
      const ended: ArbiterEvent = { type: "ended", id: message.utterance_id, reason };
      return arbiterStep(state, ended, context, { rms: message.rms });
    }
    case "speak_unavailable":
      return fallBack(state, message.utterance_id, `${message.what}_unavailable`, context);
    default:
      return nothing(state);
  }
}

/**
 * Stop and Pause do not wait for the page to confirm its silence: nothing is recorded any more, and the
 * session may be gone before the page has answered (SP8: every utterance gets its end).
 */
function endSpeech(state: VoiceSlice, context: StepContext): SliceResult<VoiceSlice> {
  const quiet = { ...state, waiting: null };
  const told = silence(quiet, "stop", context);
  const { now } = told.state.arbiter;
  if (now.phase !== "cancelling") return told;
  const confirmed: ArbiterEvent = { type: "ended", id: now.current.id, reason: "cancelled" };
  const ended = arbiterStep(told.state, confirmed, context);
  return {
    state: ended.state,
    effects: [...told.effects, ...ended.effects],
    inner: [...told.inner, ...ended.inner],
  };
}

/**
 * A page that comes back says what it began to play while nobody was listening to it. An utterance
 * that was ready and never began is offered to it once more.
 */
function joined(
  state: VoiceSlice,
  event: Extract<InnerEvent, { type: "joined" }>,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { arbiter: { now }, untold } = state;
  if (event.inControl && untold !== null && event.startedUtterances.includes(untold)) {
    state = withAftersound(state, context);
  }
  if (now.phase !== "ready" || !event.inControl) return nothing(state);
  if (event.startedUtterances.includes(now.current.id)) {
    return arbiterStep(state, { type: "started", id: now.current.id }, context);
  }
  return { state, effects: play(state, now.durationMs, context), inner: [] };
}

function withAftersound(state: VoiceSlice, { settings }: StepContext): VoiceSlice {
  const aftersound = AFTERSOUND + msToSamples(settings.spanTailMs);
  return { ...state, aftersound, untold: null };
}

function fallBack(
  state: VoiceSlice,
  utteranceId: string,
  why: string,
  context: StepContext,
): SliceResult<VoiceSlice> {
  const { utterance } = state;
  if (utterance === null || utterance.id !== utteranceId) return nothing(state);
  const tried = utterance.route?.by ?? null;
  const next: Route = state.localVoice && (tried === null || tried === "piper")
    ? { by: "browser" }
    : { by: "read_aloud" };
  if (tried === "read_aloud") return nothing(state);
  const durationMs = context.settings.limits.maxUtteranceMs;
  return route(state, utteranceId, next, { durationMs, why, context });
}

function route(
  state: VoiceSlice,
  utteranceId: string,
  way: Route,
  how: { durationMs: number; why: string | null; context: StepContext },
): SliceResult<VoiceSlice> {
  const { utterance } = state;
  if (utterance === null || utterance.id !== utteranceId) return nothing(state);
  const next = { ...state, utterance: { ...utterance, route: way } };
  const prepared: ArbiterEvent = {
    type: "prepared",
    id: utteranceId,
    durationMs: how.durationMs,
  };
  const stepped = arbiterStep(next, prepared, how.context);
  if (how.why === null || way.by === "piper") return stepped;
  const audit: SliceEffect = {
    type: "audit",
    entry: {
      kind: "speech.fallback_voice",
      detail: { utterance: utteranceId, voice: way.by, reason: how.why },
    },
  };
  return { ...stepped, effects: [audit, ...stepped.effects] };
}

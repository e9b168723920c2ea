import { msToSamples, samplesToMs } from "@/lib/audio/units.ts";
import type { SpeechRef } from "@/lib/protocol/shared.ts";
import type { ServerMessage, ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import type { ArbiterEffect, RefusalCode } from "@/lib/speech/arbiter.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import type { StepContext } from "@/lib/consultation/step_context.ts";
import type { Utterance, VoiceSlice } from "@/lib/consultation/slices/voice_state.ts";

/** Why a tap was not answered with speech, besides the arbiter's own reasons. */
export type SpeechRefusal = RefusalCode | "unknown_question" | "paused";

const REFUSALS: Record<SpeechRefusal, string> = {
  paused: "Alba is paused and says nothing. Resume first.",
  unknown_question: "That question is no longer on the agenda. Tap one that is shown.",
  busy: "Alba is already speaking. Stop her first, or wait.",
  disclosure_first: "The disclosure has not been spoken yet. Tap “Disclosure” first.",
  too_long: "That phrase is longer than Alba may speak in one go. Shorten it in the phrases file.",
};

interface Applied {
  readonly state: VoiceSlice;
  readonly effects: readonly SliceEffect[];
}

/** What one answer of the arbiter means for the record, the page and the engines. */
export function applyArbiterEffect(
  state: VoiceSlice,
  effect: ArbiterEffect,
  context: StepContext,
  requested: Utterance | null,
): Applied {
  switch (effect.type) {
    case "refused":
      return {
        state,
        effects: refusedOf(effect.code, requested ?? state.utterance),
      };
    case "prepare":
      return requested === null ? { state, effects: [] } : prepare(state, requested);
    case "play":
      return { state, effects: play(state, effect.durationMs, context) };
    case "cancel":
      return {
        state,
        effects: [
          { type: "abort_speech", utteranceId: effect.id },
          {
            type: "to_control",
            message: { type: "speak_cancel", utterance_id: effect.id, reason: effect.reason },
          },
        ],
      };
    case "started":
      return {
        state: { ...state, spanStart: state.position },
        effects: [
          { type: "save_utterance_started", id: effect.id, atSample: state.position },
        ],
      };
    case "closed":
      return closed(state, effect, context);
  }
}

/** A doctor who tapped is told why; what Alba wanted to say by herself is only audited. */
function refusedOf(code: SpeechRefusal, utterance: Utterance | null): readonly SliceEffect[] {
  const effects = refused(code, utterance?.spoken.ref ?? null);
  return utterance?.origin.by === "auto" ? effects.filter(({ type }) => type === "audit") : effects;
}

/** Refuses in words, audited; the text of what was asked for stays out of the audit. */
export function refused(
  code: SpeechRefusal,
  ref: SpeechRef | null,
): SliceEffect[] {
  const message: ServerMessageOf<"speak_refused"> = {
    type: "speak_refused",
    ref,
    code,
    reason: REFUSALS[code],
  };
  const ref_kind = ref === null ? null : refKind(ref);
  return [
    { type: "audit", entry: { kind: "speech.refused", detail: { reason: code, ref_kind } } },
    { type: "to_control", message },
  ];
}

/** The kind of a reference, as audit rows name it. */
export function refKind(ref: SpeechRef): "phrase" | "agenda" {
  return "phrase" in ref ? "phrase" : "agenda";
}

/** Words sent to be spoken are refused whatever they say, and the attempt is audited (SP1). */
export function rawSpeechRefused(link: string): SliceEffect[] {
  return [
    {
      type: "audit",
      entry: { kind: "speech.refused", detail: { reason: "raw_text", ref_kind: null } },
    },
    {
      type: "send",
      link,
      message: {
        type: "speak_refused",
        ref: null,
        code: "raw_text",
        reason: "Alba only says phrases from her list.",
      },
    },
  ];
}

function prepare(state: VoiceSlice, requested: Utterance): Applied {
  const { id, origin, spoken } = requested;
  return {
    state: { ...state, utterance: requested },
    effects: [
      { type: "save_utterance_requested", id, spoken, origin },
      { type: "prepare_speech", utteranceId: id, spoken },
    ],
  };
}

export function play(state: VoiceSlice, durationMs: number, context: StepContext): SliceEffect[] {
  const { utterance } = state;
  if (utterance === null || utterance.route === null) return [];
  const { id, origin, spoken, route: way } = utterance;
  const common = { utterance_id: id, ref: spoken.ref, text: spoken.text };
  const max_s = context.settings.limits.maxUtteranceMs / 1000;
  // The page reads the room once more before it plays what nobody tapped (SP10).
  const own = origin.by === "auto" ? { keeps_span: origin.say.keepsSpan } : null;
  switch (way.by) {
    case "piper": {
      const sound = { ...common, url: way.url, duration_s: durationMs / 1000 };
      const message: ServerMessage = own === null
        ? { type: "speak_ready", ...sound }
        : { type: "auto_speak", ...sound, ...own };
      return [{ type: "to_control", message }];
    }
    case "browser": {
      const polite = own === null ? {} : { polite: true, ...own };
      return [{
        type: "to_control",
        message: { type: "speak_local", ...common, max_s, ...polite },
      }];
    }
    case "read_aloud":
      return [{ type: "to_control", message: { type: "speak_aloud", ...common, max_s, ...own } }];
  }
}

function closed(
  state: VoiceSlice,
  effect: Extract<ArbiterEffect, { type: "closed" }>,
  context: StepContext,
): Applied {
  const tail = effect.audible ? msToSamples(context.settings.spanTailMs) : 0;
  return {
    state: {
      ...state,
      utterance: null,
      cancelledBy: null,
      spanStart: null,
      mutedUntil: effect.audible ? state.position + tail : state.mutedUntil,
    },
    effects: [{
      type: "save_utterance_ended",
      id: effect.id,
      atSample: effect.audible ? state.position : null,
      reason: effect.reason,
      durationMs: state.spanStart === null ? null : samplesToMs(state.position - state.spanStart),
    }],
  };
}

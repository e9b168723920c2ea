import type { CancelledBy } from "@/lib/auto/auto_event.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { AutoSay } from "@/lib/consultation/session_event.ts";
import type { SpeechStatus } from "@/lib/protocol/server_messages.ts";
import { type ArbiterState, initialArbiter } from "@/lib/speech/arbiter.ts";
import type { Spoken } from "@/lib/speech/spoken.ts";

/** How the current utterance is being said (SK2): by Piper, by the browser, or by the doctor. */
export type Route =
  | { readonly by: "piper"; readonly url: string }
  | { readonly by: "browser" }
  | { readonly by: "read_aloud" };

/** Who wants it said: the doctor, by a tap, or Alba by herself. */
export type Origin =
  /** `confirmed`: the doctor was told that a planned question gives way (DW3). */
  | { readonly by: "tap"; readonly confirmed: boolean }
  | { readonly by: "auto"; readonly say: AutoSay };

export interface Utterance {
  readonly id: string;
  readonly spoken: Spoken;
  readonly origin: Origin;
  readonly route: Route | null;
}

export interface VoiceSlice {
  readonly arbiter: ArbiterState;
  readonly utterance: Utterance | null;
  /** A tap that waits for one of Alba's own utterances to give way (DW2). */
  readonly waiting: Utterance | null;
  /** Who has silenced the current utterance; its end may come later. */
  readonly cancelledBy: CancelledBy | null;
  readonly engine: EngineState;
  /** Where Alba began to be heard in the room; null while she is not. */
  readonly spanStart: number | null;
  /** The ears hear zeros up to this sample, tail margin included. */
  readonly mutedUntil: number;
  /** The newest utterance of which no page has said that it ended: one may still be playing it. */
  readonly untold: string | null;
  /** So many samples of the page's sound, gaps apart, are still an utterance's that has ended here. */
  readonly aftersound: number;
  /** What the ears have been given so far; equals the recording's length. */
  readonly position: number;
  /** Where the page in control can speak by itself. */
  readonly localVoice: boolean;
}

export function initialVoice(
  restored: {
    disclosureSpoken: boolean;
    engine: EngineState;
    position: number;
    untold: string | null;
  },
): VoiceSlice {
  return {
    arbiter: initialArbiter(restored.disclosureSpoken),
    utterance: null,
    waiting: null,
    cancelledBy: null,
    engine: restored.engine,
    spanStart: null,
    mutedUntil: 0,
    untold: restored.untold,
    aftersound: 0,
    position: restored.position,
    localVoice: false,
  };
}

export function speechStatus(state: VoiceSlice): SpeechStatus {
  const { now } = state.arbiter;
  const text = state.utterance?.spoken.text ?? "";
  switch (now.phase) {
    case "idle":
      return { state: "idle" };
    case "preparing":
      return { state: "preparing", utterance_id: now.current.id, text };
    case "ready":
      return { state: "ready", utterance_id: now.current.id, text };
    case "playing":
    case "cancelling":
      return { state: "speaking", utterance_id: now.current.id, text };
  }
}

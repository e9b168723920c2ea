import type { AlarmsState } from "@/lib/alarms/alarm.ts";
import type { Agenda } from "@/lib/consultation/agenda.ts";
import type { RulesEngine } from "@/lib/rules/engine.ts";
import { joinPhrases } from "@/lib/text/join_phrases.ts";
import { type DecisionsSlice, initialDecisions } from "@/lib/consultation/slices/decisions.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { LifecycleState, TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import {
  type CaptureEpoch,
  type CaptureSlice,
  initialCapture,
} from "@/lib/consultation/slices/capture_state.ts";
import {
  type AutoSlice,
  initialAutoSlice,
  type RestoredAuto,
} from "@/lib/consultation/slices/auto_state.ts";
import type { ConsentAnswer } from "@/lib/protocol/shared.ts";
import type { ConsentSlice } from "@/lib/consultation/slices/consent.ts";
import { type ClientsState, NO_CLIENTS } from "@/lib/consultation/slices/clients.ts";
import { type EarsSlice, initialEars } from "@/lib/consultation/slices/ears.ts";
import type { LifecycleSlice } from "@/lib/consultation/slices/lifecycle.ts";
import { lineOf, type LinesSlice, NO_LINES } from "@/lib/consultation/slices/lines.ts";
import type { TranscriptSlice } from "@/lib/consultation/slices/transcript.ts";
import { initialVoice, type VoiceSlice } from "@/lib/consultation/slices/voice_state.ts";

/** A live consultation is the product of its slices; no slice reads another one's part. */
export interface SessionState {
  readonly clients: ClientsState;
  readonly lifecycle: LifecycleSlice;
  readonly consent: ConsentSlice;
  readonly capture: CaptureSlice;
  readonly voice: VoiceSlice;
  readonly ears: EarsSlice;
  readonly transcript: TranscriptSlice;
  readonly lines: LinesSlice;
  readonly decisions: DecisionsSlice;
  readonly alarms: AlarmsState;
  /** Null while AUTO_MODE_ENABLED is false (EN1). */
  readonly auto: AutoSlice | null;
  readonly progressAtMs: number;
}

/** What the record knows of a consultation when its session is built. */
export interface RestoredSession {
  readonly phase: LifecycleState;
  /** Samples in the WAV as found on disk. */
  readonly position: number;
  readonly lastFrameWallMs: number | null;
  /** The numberings that pages were in the middle of, the newest last; they go on with them. */
  readonly epochs: readonly CaptureEpoch[];
  readonly heardThrough: number;
  readonly committed: readonly TranscriptSegmentMessage[];
  readonly alarms: AlarmsState;
  /** The newest agenda or assessment of the record, 0 before the first. */
  readonly version: number;
  /** Those that a tap or a queued question may still name, the newest last. */
  readonly agendas: readonly Agenda[];
  readonly disclosureSpoken: boolean;
  /** The newest utterance, where it ended with the service and no page has said so. */
  readonly untoldUtterance: string | null;
  readonly consent: ConsentAnswer | null;
  /** Off the record when the session was built (CO6). */
  readonly paused: boolean;
  /** What kept frames away until now: a restart of the service, or a Stop that was undone. */
  readonly away: "crash" | "paused";
  readonly stt: EngineState;
  readonly tts: EngineState;
  readonly cds: EngineState;
  /** Null while AUTO_MODE_ENABLED is false. */
  readonly auto:
    | Pick<RestoredAuto, "askedBefore" | "drive" | "invitationGiven" | "modelUsable">
    | null;
}

export function initialSession(restored: RestoredSession, rules: RulesEngine): SessionState {
  const { position } = restored;
  return {
    clients: NO_CLIENTS,
    lifecycle: { phase: restored.phase, progress: null },
    consent: { answer: restored.consent },
    capture: initialCapture({ ...restored, paused: pauseReason(restored) }),
    voice: initialVoice({
      disclosureSpoken: restored.disclosureSpoken,
      engine: restored.tts,
      position,
      untold: restored.untoldUtterance,
    }),
    ears: initialEars({ engine: restored.stt, position, heardThrough: restored.heardThrough }),
    transcript: { committed: restored.committed, tentative: "", position },
    lines: NO_LINES,
    decisions: initialDecisions(
      rules,
      joinPhrases(restored.committed).map(lineOf),
      {
        version: restored.version,
        agendas: restored.agendas,
        engine: restored.cds,
        paused: restored.paused,
      },
    ),
    alarms: restored.alarms,
    auto: restored.auto === null ? null : initialAutoSlice({
      ...restored.auto,
      disclosureGiven: restored.disclosureSpoken,
      isAgreed: restored.consent === "given",
      position,
      committed: restored.committed,
    }),
    progressAtMs: Number.NEGATIVE_INFINITY,
  };
}

function pauseReason(
  { consent, paused }: RestoredSession,
): "tapped" | "refused" | "withdrawn" | null {
  if (!paused) return null;
  return consent === null || consent === "given" ? "tapped" : consent;
}

import { samplesToMs } from "@/lib/audio/units.ts";
import type { EngineState } from "@/lib/engines/ports.ts";
import type { EngineStatus, ServerMessageOf } from "@/lib/protocol/server_messages.ts";
import type { SessionState } from "@/lib/consultation/session_state.ts";
import type { SessionSettings } from "@/lib/consultation/step_context.ts";
import { speechStatus } from "@/lib/consultation/slices/voice_state.ts";

/** Everything a page needs to show this consultation, whatever it knew before (CO5). */
export function snapshot(
  state: SessionState,
  link: string,
  settings: SessionSettings,
): ServerMessageOf<"state"> {
  return {
    type: "state",
    consultation: settings.consultation,
    room: settings.room,
    lifecycle: state.lifecycle.phase,
    in_control: state.clients.controller === link,
    position_ms: samplesToMs(state.capture.position),
    capture: { state: state.capture.status, words: state.capture.words },
    speech: speechStatus(state.voice),
    disclosure_spoken: state.voice.arbiter.disclosureSpoken,
    stt: engineStatus(state.ears.engine),
    tts: engineStatus(state.voice.engine),
    committed: [...state.transcript.committed],
    tentative: state.transcript.tentative,
    floor: settings.floor,
    silence_nudge_s: settings.silenceNudgeS,
  };
}

export function engineStatus(engine: EngineState): EngineStatus {
  return { state: engine.state, words: engine.words };
}

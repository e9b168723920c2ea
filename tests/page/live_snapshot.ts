import type {
  AgendaView,
  ServerMessageOf,
  TranscriptSegmentMessage,
} from "@/lib/protocol/server_messages.ts";

/** A snapshot of a consultation that is being recorded by this page, changed as a test needs. */
export function snapshotForTest(
  change: Partial<ServerMessageOf<"state">> = {},
): ServerMessageOf<"state"> {
  return {
    type: "state",
    consultation: "c1",
    room: "room-1",
    lifecycle: "live",
    in_control: true,
    position_ms: 4000,
    capture: { state: "recording", words: "Recording." },
    speech: { state: "idle" },
    disclosure_spoken: false,
    consent: null,
    mode: "in_person",
    stt: { state: "ready", words: "Speech recognition is ready" },
    tts: { state: "ready", words: "Speech engine is ready" },
    cds: { state: "ready", words: "The embedded rules decide; no model is asked" },
    committed: [],
    tentative: "",
    agenda: agendaForTest(0),
    alarms: [],
    snapshot: 0,
    affect: null,
    floor: 0.02,
    silence_nudge_s: 8,
    ...change,
  };
}

export function segmentForTest(id: string, startMs: number, text = id): TranscriptSegmentMessage {
  return {
    id,
    start_ms: startMs,
    end_ms: startMs + 500,
    text,
    origin: "heard",
    role: null,
    low_confidence: false,
  };
}

/** A version of the rules' agenda with these questions, and no more. */
export function agendaForTest(version: number, ...questions: readonly string[]): AgendaView {
  return {
    version,
    source: "rule",
    landed_wall_ms: 0,
    summary: "",
    questions: questions.map((question) => ({ question, rationale: "Why.", urgent: false })),
    considerations: [],
  };
}

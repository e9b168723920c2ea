import type { CommittedSpeech } from "@/lib/engines/ports.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { TranscriptSegmentMessage } from "@/lib/protocol/server_messages.ts";
import { msToSamples, samplesToMs } from "@/lib/audio/units.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import { nothing, type SliceInput, type SliceResult } from "@/lib/consultation/step_context.ts";

/** What has been said. Committed lines are only ever added (TR3). */
export interface TranscriptSlice {
  readonly committed: readonly TranscriptSegmentMessage[];
  readonly tentative: string;
  /** Length of the recording in samples: a typed line stands at the moment it was typed. */
  readonly position: number;
}

export function transcriptSlice(
  state: TranscriptSlice,
  input: SliceInput,
): SliceResult<TranscriptSlice> {
  if (input.from === "outside") {
    return input.event.type === "recording_failed"
      ? nothing({ ...state, position: input.event.position })
      : nothing(state);
  }
  const { event } = input;
  switch (event.type) {
    case "audio":
      return nothing({ ...state, position: event.from + event.pcm.length });
    case "tentative":
      return event.text === state.tentative ? nothing(state) : say(state, [], event.text, []);
    case "committed":
      return say(state, [heardLine(event)], state.tentative, [{
        type: "save_segment",
        id: event.id,
        startSample: event.speech.start,
        endSample: event.speech.end,
        text: event.speech.text,
        words: event.speech.words,
        role: null,
        origin: "heard",
        lowConfidence: event.speech.lowConfidence,
      }]);
    case "command":
      return event.message.type === "typed"
        ? typed(state, event.message, event.freshId)
        : nothing(state);
    default:
      return nothing(state);
  }
}

function heardLine(
  event: { id: string; speech: CommittedSpeech; startMs: number; endMs: number },
): TranscriptSegmentMessage {
  return {
    id: event.id,
    start_ms: event.startMs,
    end_ms: event.endMs,
    text: event.speech.text,
    origin: "heard",
    role: null,
    low_confidence: event.speech.lowConfidence,
  };
}

function typed(
  state: TranscriptSlice,
  message: PageMessageOf<"typed">,
  id: string,
): SliceResult<TranscriptSlice> {
  const atMs = samplesToMs(state.position);
  const role = message.role ?? null;
  const line: TranscriptSegmentMessage = {
    id,
    start_ms: atMs,
    end_ms: atMs,
    text: message.text,
    origin: "typed",
    role,
    low_confidence: false,
  };
  const at = msToSamples(atMs);
  return say(state, [line], state.tentative, [
    {
      type: "save_segment",
      id,
      startSample: at,
      endSample: at,
      text: message.text,
      words: [],
      role,
      origin: "typed",
      lowConfidence: false,
    },
  ]);
}

function say(
  state: TranscriptSlice,
  lines: readonly TranscriptSegmentMessage[],
  tentative: string,
  saved: readonly SliceEffect[],
): SliceResult<TranscriptSlice> {
  return {
    state: { ...state, committed: [...state.committed, ...lines], tentative },
    inner: lines.map((segment) => ({ type: "segment", segment })),
    effects: [
      ...saved,
      { type: "broadcast", message: { type: "transcript", committed: [...lines], tentative } },
    ],
  };
}

import { type Samples, samplesToMs } from "@/lib/audio/units.ts";
import type { CaptureGap, GapReason } from "@/lib/record/capture_store.ts";
import type { Envelope } from "@/lib/record/finalise_store.ts";
import type { Role } from "@/lib/record/segment_store.ts";
import type { SpeakerTurn } from "@/lib/record/turn_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";

/** One thing on a lane of the picture, in milliseconds of the recording. */
export interface TimelineSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface TimelineSpeaker {
  readonly speaker: number;
  readonly role: Role | null;
  readonly roleGuessed: boolean;
  readonly spokenMs: number;
  readonly spans: readonly TimelineSpan[];
}

/** Everything the timeline picture shows; the table beside it says the same (FI2). */
export interface Timeline {
  readonly durationMs: number;
  /** Loudness: one level from 0 to 255 for each `stepMs`; empty until finalising has drawn it. */
  readonly energy: { readonly stepMs: number; readonly levels: readonly number[] };
  readonly speakers: readonly TimelineSpeaker[];
  readonly alba: readonly (TimelineSpan & { readonly text: string; readonly whole: boolean })[];
  readonly gaps: readonly (TimelineSpan & { readonly reason: GapReason })[];
}

type TimelineTurn = Pick<SpeakerTurn, "start" | "end" | "speaker" | "role" | "roleGuessed">;

export interface TimelineFacts {
  readonly length: Samples;
  readonly envelope: Envelope | undefined;
  /** In the order of their place. */
  readonly turns: readonly TimelineTurn[];
  readonly utterances: readonly SystemUtterance[];
  readonly gaps: readonly CaptureGap[];
}

/** Lines of one speaker closer together than this are drawn as one bar. */
const JOINED_GAP_MS = 700;

/** Pure: the picture of one recording, from rows alone. */
export function timeline({ length, envelope, turns, utterances, gaps }: TimelineFacts): Timeline {
  return {
    durationMs: samplesToMs(length),
    energy: envelope === undefined
      ? { stepMs: 0, levels: [] }
      : { stepMs: samplesToMs(envelope.stepSamples), levels: [...envelope.levels] },
    speakers: speakerLanes(turns),
    alba: utterances.flatMap(({ startSample, endSample, text, endReason }) =>
      startSample === null ? [] : [{
        startMs: samplesToMs(startSample),
        endMs: samplesToMs(endSample ?? startSample),
        text,
        whole: endReason === "completed",
      }]
    ),
    gaps: gaps.map(({ startSample, samples, reason }) => ({
      startMs: samplesToMs(startSample),
      endMs: samplesToMs(startSample + samples),
      reason,
    })),
  };
}

function speakerLanes(turns: readonly TimelineTurn[]): TimelineSpeaker[] {
  const lanes = new Map<number, { turn: TimelineTurn; spokenMs: number; spans: TimelineSpan[] }>();
  for (const turn of turns) {
    if (turn.speaker === null) continue;
    const lane = lanes.get(turn.speaker) ?? { turn, spokenMs: 0, spans: [] };
    lanes.set(turn.speaker, lane);
    const span = { startMs: samplesToMs(turn.start), endMs: samplesToMs(turn.end) };
    lane.spokenMs += span.endMs - span.startMs;
    const last = lane.spans.at(-1);
    if (last !== undefined && span.startMs - last.endMs <= JOINED_GAP_MS) {
      const endMs = Math.max(last.endMs, span.endMs);
      lane.spans[lane.spans.length - 1] = { startMs: last.startMs, endMs };
    } else lane.spans.push(span);
  }
  return [...lanes].sort(([one], [other]) => one - other).map((
    [speaker, { turn, spokenMs, spans }],
  ) => ({
    speaker,
    role: turn.role,
    roleGuessed: turn.roleGuessed,
    spokenMs,
    spans,
  }));
}

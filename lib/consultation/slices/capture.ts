import { FRAME_SAMPLES, msToSamples, SAMPLE_RATE_HZ, samplesToMs } from "@/lib/audio/units.ts";
import type { PageMessageOf } from "@/lib/protocol/page_messages.ts";
import type { CaptureStatus } from "@/lib/protocol/server_messages.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import {
  CAPTURE_STOPPED,
  OUT_OF_TIME,
  PAUSED,
  RECORDING,
  RESUMING,
  WAITING_PAGE,
} from "@/lib/consultation/slices/capture_words.ts";
import type { CaptureSlice, PauseReason } from "@/lib/consultation/slices/capture_state.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/**
 * Longest silence that one gap may write, about 115 MB: a page that claims to have been away longer
 * is mistaken, and writing more at once would hold up every room.
 */
const MAX_GAP_SAMPLES = 3600 * SAMPLE_RATE_HZ;

/** Silence reaches the ears in pieces of this size, so that no single message is huge. */
const SILENCE_CHUNK_SAMPLES = SAMPLE_RATE_HZ;

/** One silence for all: an hour's gap would else be a hundred megabytes of zeros in memory. */
const SILENCE = new Int16Array(SILENCE_CHUNK_SAMPLES);

export function captureSlice(
  state: CaptureSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<CaptureSlice> {
  if (input.from === "outside") {
    return input.event.type === "recording_failed"
      ? halted(state, input.event, context)
      : nothing(state);
  }
  const { event } = input;
  switch (event.type) {
    case "command":
      if (event.message.type === "capture") {
        return begin(state, event.message, context);
      }
      return event.message.type === "capture_stopped" && state.status !== "paused"
        ? show({ ...state, gapReason: "device" }, "waiting", CAPTURE_STOPPED[event.message.reason])
        : nothing(state);
    case "frame":
      return frame(state, event.sequence, event.pcm, context);
    case "control_lost":
      return state.status === "recording"
        ? show({ ...state, gapReason: "network" }, "waiting", WAITING_PAGE)
        : nothing(state);
    case "pausing":
      return pause(state, event.reason);
    case "resuming":
      return resume(state);
    case "consent_given":
      return state.status === "paused" ? show(state, "paused", PAUSED.tapped) : nothing(state);
    case "stopping":
      return end(state);
    default:
      return nothing(state);
  }
}

function show(
  state: CaptureSlice,
  status: CaptureStatus["state"],
  words: string,
): SliceResult<CaptureSlice> {
  return {
    state: { ...state, status, words },
    inner: [],
    effects: [{
      type: "broadcast",
      message: { type: "capture", capture: { state: status, words } },
    }],
  };
}

/** Off the record; again with a graver reason changes the words and the record, not the time. */
function pause(state: CaptureSlice, reason: PauseReason): SliceResult<CaptureSlice> {
  const words = PAUSED[reason];
  if (state.status === "paused" && state.words === words) return nothing(state);
  const { position } = state;
  const shown = show({ ...state, gapReason: "paused" }, "paused", words);
  return {
    state: shown.state,
    effects: [
      { type: "save_paused", atSample: position, reason },
      { type: "save_checkpoint", position },
      ...shown.effects,
    ],
    inner: state.status === "paused" ? [] : [{ type: "paused" }],
  };
}

/** Waits for the page's microphone; the pause becomes silence of its own length when frames come. */
function resume(state: CaptureSlice): SliceResult<CaptureSlice> {
  if (state.status !== "paused") return nothing(state);
  const shown = show(state, "waiting", RESUMING);
  return {
    state: shown.state,
    effects: [{ type: "save_unpaused", atSample: state.position }, ...shown.effects],
    inner: [{ type: "unpaused" }],
  };
}

function begin(
  state: CaptureSlice,
  message: PageMessageOf<"capture">,
  context: StepContext,
): SliceResult<CaptureSlice> {
  const shown = show({ ...state, localVoice: message.local_voice }, "recording", RECORDING);
  // The page that was cut off goes on with its own numbering, which measures the gap exactly.
  if (state.epoch?.id === message.epoch) return shown;
  // So does one that another page has stood in for: what that one has recorded is not recorded twice.
  const own = state.earlier.find(({ id }) => id === message.epoch);
  const isPlaced = own !== undefined || message.pace === "lockstep";
  const gap = isPlaced ? 0 : elapsedSamples(state, context);
  const silence = gap === 0 ? null : insertSilence(shown.state, gap);
  const position = silence?.state.position ?? state.position;
  const started: SliceEffect[] = [
    {
      type: "save_capture_started",
      atSample: position,
      pageEpoch: message.epoch,
      inputLabel: message.input_label,
      outputLabel: message.output_label,
      platform: message.platform,
      constraints: message.constraints,
    },
  ];
  return {
    state: {
      ...shown.state,
      gapReason: "network",
      position,
      // The silence reaches to this moment: a second reload must not count it again.
      lastFrame: silence === null ? state.lastFrame : { nowMs: context.nowMs },
      epoch: own ?? { id: message.epoch, startSample: position },
      earlier: [...state.earlier, ...(state.epoch === null ? [] : [state.epoch])]
        .filter((epoch) => epoch !== own),
    },
    effects: [...(silence?.effects ?? []), ...started, ...shown.effects],
    inner: silence?.inner ?? [],
  };
}

/** Time since the last frame; nothing before the first one, where the recording begins. */
function elapsedSamples(state: CaptureSlice, context: StepContext): number {
  if (state.lastFrame === null) return 0;
  const elapsedMs = "nowMs" in state.lastFrame
    ? context.nowMs - state.lastFrame.nowMs
    : context.wallMs - state.lastFrame.wallMs;
  return Math.min(MAX_GAP_SAMPLES, msToSamples(Math.max(0, elapsedMs)));
}

function insertSilence(state: CaptureSlice, gap: number): SliceResult<CaptureSlice> {
  const inner: InnerEvent[] = [];
  for (let done = 0; done < gap; done += SILENCE_CHUNK_SAMPLES) {
    const pcm = SILENCE.subarray(0, Math.min(SILENCE_CHUNK_SAMPLES, gap - done));
    inner.push({ type: "audio", from: state.position + done, pcm, gap: true });
  }
  return {
    state: { ...state, position: state.position + gap, gapReason: "network" },
    inner,
    effects: [
      { type: "save_gap", atSample: state.position, samples: gap, reason: state.gapReason },
      { type: "record_silence", samples: gap },
    ],
  };
}

function frame(
  state: CaptureSlice,
  sequence: number,
  pcm: Int16Array,
  context: StepContext,
): SliceResult<CaptureSlice> {
  // One stray frame must not end a recording: the next that fits goes on.
  const refusing = state.words === OUT_OF_TIME;
  if (state.epoch === null || (state.status !== "recording" && !refusing)) return nothing(state);
  const missing = state.epoch.startSample + sequence * FRAME_SAMPLES - state.position;
  if (missing < 0) {
    return nothing({ ...state, frames: { ...state.frames, late: state.frames.late + 1 } });
  }
  if (missing > MAX_GAP_SAMPLES) {
    const counted = { ...state, frames: { ...state.frames, tooEarly: state.frames.tooEarly + 1 } };
    return refusing ? nothing(counted) : show(counted, "waiting", OUT_OF_TIME);
  }
  const shown = refusing ? show(state, "recording", RECORDING) : nothing(state);
  const before = missing === 0 ? nothing(shown.state) : insertSilence(shown.state, missing);
  const from = before.state.position;
  const position = from + pcm.length;
  const second = Math.floor(position / SAMPLE_RATE_HZ);
  const effects: SliceEffect[] = [...shown.effects, ...before.effects];
  if (second > state.checkpointSecond) effects.push({ type: "save_checkpoint", position });
  effects.push({ type: "record_audio", pcm });
  return {
    state: {
      ...before.state,
      position,
      lastFrame: { nowMs: context.nowMs },
      checkpointSecond: Math.max(second, state.checkpointSecond),
    },
    effects,
    inner: [...before.inner, { type: "audio", from, pcm, gap: false }],
  };
}

function halted(
  state: CaptureSlice,
  event: Extract<SessionEvent, { type: "recording_failed" }>,
  { nowMs }: StepContext,
): SliceResult<CaptureSlice> {
  const { position } = event;
  const unwritten = state.position - position;
  // What the disk did not take, silence included, is still missing when the recording goes on.
  const lastFrame = unwritten > 0 ? { nowMs: nowMs - samplesToMs(unwritten) } : state.lastFrame;
  const back = { ...state, position, lastFrame };
  if (state.status === "halted" || state.status === "paused") return nothing(back);
  const shown = show({ ...back, gapReason: "disk_full" }, "halted", event.words);
  if (event.code === "io") return shown;
  const audit: SliceEffect = {
    type: "audit",
    entry: { kind: "capture.disk_full", detail: { sample: position } },
  };
  return { ...shown, effects: [audit, ...shown.effects] };
}

function end(state: CaptureSlice): SliceResult<CaptureSlice> {
  const shown = show({ ...state, epoch: null, earlier: [] }, "waiting", "The recording is over.");
  const refused: SliceEffect[] = [];
  for (
    const [reason, frames] of Object.entries({
      late: state.frames.late,
      too_early: state.frames.tooEarly,
    })
  ) {
    if (frames === 0) continue;
    const detail = { reason, frames };
    refused.push({ type: "audit", entry: { kind: "capture.frames_refused", detail } });
  }
  return { ...shown, effects: [...refused, ...shown.effects] };
}

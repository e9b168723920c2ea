import { SAMPLE_RATE_HZ, samples, samplesToMs } from "@/lib/audio/units.ts";
import type { CommittedSpeech, EngineState } from "@/lib/engines/ports.ts";
import type { InnerEvent, SessionEvent } from "@/lib/consultation/session_event.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** When audio came in, so that a commit can be dated against its last word. */
interface Receipt {
  readonly sample: number;
  readonly nowMs: number;
}

export interface EarsSlice {
  readonly engine: EngineState;
  /** Everything before this sample has been decided. */
  readonly heardThrough: number;
  readonly position: number;
  readonly receipts: readonly Receipt[];
  readonly commitLagMs: number | null;
}

/** One receipt per tenth of a second, and no more than the last two minutes of them. */
const RECEIPT_EVERY_SAMPLES = SAMPLE_RATE_HZ / 10;
const MAX_RECEIPTS = 1200;

export function initialEars(
  restored: { engine: EngineState; position: number; heardThrough: number },
): EarsSlice {
  return { ...restored, receipts: [], commitLagMs: null };
}

export function earsSlice(
  state: EarsSlice,
  input: SliceInput,
  context: StepContext,
): SliceResult<EarsSlice> {
  if (input.from === "inside") {
    switch (input.event.type) {
      case "ear_audio":
        return fed(state, input.event, context);
      case "paused":
        // What was said before the tap is written down now; the ears get nothing that would end it.
        return { state, effects: [{ type: "flush_ears" }], inner: [] };
      default:
        return nothing(state);
    }
  }
  switch (input.event.type) {
    case "ears":
      return heard(state, input.event, context);
    case "recording_failed":
      return nothing({ ...state, position: input.event.position });
    default:
      return nothing(state);
  }
}

function fed(
  state: EarsSlice,
  event: Extract<InnerEvent, { type: "ear_audio" }>,
  context: StepContext,
): SliceResult<EarsSlice> {
  const position = event.from + event.pcm.length;
  const last = state.receipts.at(-1);
  const due = last === undefined || position - last.sample >= RECEIPT_EVERY_SAMPLES;
  const receipts = due
    ? [...state.receipts.slice(-MAX_RECEIPTS + 1), { sample: position, nowMs: context.nowMs }]
    : state.receipts;
  return {
    state: { ...state, position, receipts },
    effects: [{ type: "feed_ears", from: samples(event.from), pcm: event.pcm, muted: event.muted }],
    inner: [],
  };
}

function heard(
  state: EarsSlice,
  event: Extract<SessionEvent, { type: "ears" }>,
  context: StepContext,
): SliceResult<EarsSlice> {
  const news = event.event;
  switch (news.type) {
    case "committed": {
      const { speech } = news;
      const commitLagMs = lagMs(state.receipts, speech, context.nowMs) ?? state.commitLagMs;
      return {
        state: { ...state, commitLagMs },
        effects: [],
        inner: [{
          type: "committed",
          id: event.freshId,
          speech,
          startMs: samplesToMs(speech.start),
          endMs: samplesToMs(speech.end),
        }],
      };
    }
    case "tentative":
      return { state, effects: [], inner: [{ type: "tentative", text: news.text }] };
    case "heard":
      return nothing({ ...state, heardThrough: Math.max(state.heardThrough, news.through) });
    case "state":
      return nothing({ ...state, engine: news.engine });
  }
}

/** Last word → now, or null when its audio came before the receipts that are kept. */
function lagMs(
  receipts: readonly Receipt[],
  speech: CommittedSpeech,
  nowMs: number,
): number | null {
  const spokenUntil = speech.words.at(-1)?.end ?? speech.end;
  const receipt = receipts.find((entry) => entry.sample >= spokenUntil);
  return receipt === undefined ? null : nowMs - receipt.nowMs;
}

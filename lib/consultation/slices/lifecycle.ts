import type { LifecycleState } from "@/lib/protocol/server_messages.ts";
import type { Person } from "@/lib/consultation/session_event.ts";
import type { SliceEffect } from "@/lib/consultation/session_effect.ts";
import {
  nothing,
  type SliceInput,
  type SliceResult,
  type StepContext,
} from "@/lib/consultation/step_context.ts";

/** Where the consultation stands (CO1). Approval belongs to the review page, not to the session. */
export interface LifecycleSlice {
  readonly phase: LifecycleState;
  /** What finalising is doing, for the page's progress bar; `share` runs from 0 to 1. */
  readonly progress: { readonly words: string; readonly share: number } | null;
}

export function lifecycleSlice(
  state: LifecycleSlice,
  input: SliceInput,
  _context: StepContext,
): SliceResult<LifecycleSlice> {
  if (input.from === "inside") {
    const { event } = input;
    if (event.type !== "command") return nothing(state);
    if (event.message.type === "stop" && state.phase === "live") return stop(event.by);
    if (event.message.type === "speakers") {
      const count = event.message.count === "skip" ? null : event.message.count;
      return {
        state,
        inner: [],
        effects: [{ type: "save_speakers", count }, { type: "speakers_answered" }],
      };
    }
    return nothing(state);
  }
  switch (input.event.type) {
    case "stop_requested":
      return state.phase === "live" ? stop(input.event.by) : nothing(state);
    case "flushed":
      return state.phase === "stopping" ? move("finalising", "last_words_written") : nothing(state);
    case "finalise_progress": {
      const { words, share } = input.event;
      const next = { ...state, progress: { words, share } };
      return { state: next, inner: [], effects: [announce(next)] };
    }
    case "finalised":
      return state.phase === "finalising" ? move("review", "recording_sealed") : nothing(state);
    case "storage_failed":
      return { state, inner: [], effects: [storageError(input.event.words)] };
    case "resumed":
      return resume(state);
    default:
      return nothing(state);
  }
}

function announce(state: LifecycleSlice): SliceEffect {
  return {
    type: "broadcast",
    message: { type: "lifecycle", lifecycle: state.phase, progress: state.progress },
  };
}

function storageError(message: string): SliceEffect {
  return {
    type: "broadcast",
    message: { type: "error", code: "storage", message, in_reply_to: null },
  };
}

function stop(by: Person | null): SliceResult<LifecycleSlice> {
  const moved = move("stopping", "stop_tapped", by);
  return { ...moved, inner: [{ type: "stopping" }] };
}

function move(
  to: LifecycleState,
  reason: string,
  by: Person | null = null,
): SliceResult<LifecycleSlice> {
  const progress = to === "stopping"
    ? { words: "Writing down the last words", share: 0 }
    : to === "finalising"
    ? { words: "Sealing the recording", share: 0 }
    : null;
  const next: LifecycleSlice = { phase: to, progress };
  const effects: SliceEffect[] = [
    { type: "save_transition", to, reason, clinician: by?.id ?? null },
    announce(next),
  ];
  if (to === "stopping") effects.push({ type: "flush_ears" });
  if (to === "finalising") effects.push({ type: "finalise" });
  if (to === "review") effects.push({ type: "retire" });
  return { state: next, effects, inner: [] };
}

/** After a crash each state goes on from where it was; live waits for its page. */
function resume(state: LifecycleSlice): SliceResult<LifecycleSlice> {
  switch (state.phase) {
    case "stopping":
      return { state, inner: [{ type: "stopping" }], effects: [{ type: "flush_ears" }] };
    case "finalising":
      return { state, inner: [], effects: [{ type: "finalise" }] };
    case "live":
    case "review":
    case "approved":
      return nothing(state);
  }
}

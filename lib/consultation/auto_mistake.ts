import type { AutoEffect } from "@/lib/auto/auto_effect.ts";
import { type AutoState, initialAuto } from "@/lib/auto/auto_state.ts";

const WORDS =
  "Auto mode met a mistake of its own and is off. You lead; tap Auto to start it again.";

/**
 * The controller has met a mistake of ours, such as a question in the golden minutes (MA6). The run
 * ends there, in words and on the record, and the recording goes on; what is kept for the session
 * stays (MA9).
 */
export function afterMistake(
  before: AutoState,
): { readonly state: AutoState; readonly effects: readonly AutoEffect[] } {
  const state: AutoState = {
    ...initialAuto(),
    queue: before.queue,
    tapped: before.tapped,
    passes: before.passes,
    urgency: { ...before.urgency, pause: null, chance: null },
    lack: before.lack,
    hearsSinceMs: before.hearsSinceMs,
    linesHeard: before.linesHeard,
    anythingElseSpoken: before.anythingElseSpoken,
    topicsOpened: before.topicsOpened,
    named: before.named,
  };
  const moved = movedOff(before);
  if (before.run === null) return { state, effects: moved };
  return {
    state,
    effects: [
      { type: "cancel_say", reason: "cancelled" },
      { type: "cancel_calls" },
      {
        type: "audit",
        entry: { kind: "auto.disabled", detail: { reason: "mistake", phase: before.phase } },
      },
      ...moved,
      { type: "push", message: { type: "auto_plan", plan: "idle", text: null } },
      { type: "push", message: { type: "auto_toggled", on: false, starting: false, words: WORDS } },
    ],
  };
}

/** The chain of phases has no hole (MA5), also after a run whose phase had been kept. */
function movedOff({ phase: from }: AutoState): readonly AutoEffect[] {
  if (from === "OFF") return [];
  return [
    {
      type: "audit",
      entry: { kind: "auto.phase", detail: { from, to: "OFF", trigger: "auto_off" } },
    },
    {
      type: "push",
      message: { type: "auto_phase", phase: "OFF", goldenSpentMs: 0, goldenRuns: false },
    },
  ];
}

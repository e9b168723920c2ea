import type { AutoConfig, AutoView } from "@/lib/protocol/auto_messages.ts";
import type { ServerMessageOf } from "@/lib/protocol/server_messages.ts";

export const CONFIG: AutoConfig = {
  floor: 0.03,
  golden_s: 90,
  thresholds_s: [0.7, 2, 3.5, 4],
  trace_s: 8,
  barge_in_rms: null,
};

/** Auto mode as a snapshot tells it, changed as a test needs. */
export function autoForTest(change: Partial<AutoView> = {}): AutoView {
  return {
    config: CONFIG,
    on: false,
    starting: false,
    phase: "OFF",
    paused_from: null,
    golden_spent_ms: 0,
    golden_runs: false,
    plan: "idle",
    plan_text: null,
    paused: [],
    standing: [],
    words: null,
    ...change,
  };
}

export function toggled(
  change: Partial<ServerMessageOf<"auto_toggled">> = {},
): ServerMessageOf<"auto_toggled"> {
  return {
    type: "auto_toggled",
    on: true,
    starting: false,
    words: null,
    config: CONFIG,
    ...change,
  };
}

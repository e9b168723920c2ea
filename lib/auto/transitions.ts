import { type Phase, PHASES } from "@/lib/auto_phase.ts";

/** What moved it; goes on the record with every transition (MA5). */
export type Trigger =
  | "toggle"
  | "disclosure_already_given"
  | "both_phrases_already_given"
  | "disclosure_ended"
  | "invitation_ended"
  | "hand_back"
  | "golden_timer_elapsed"
  | "first_closed_ask"
  | "handover_requested"
  | "agenda_spent"
  | "alarm"
  | "resumed"
  | "took_over"
  | "auto_off";

/** The whole of MA2 as data: from, trigger, to. What is not here cannot happen. */
export const EDGES: readonly (readonly [Phase, Trigger, Phase])[] = [
  // A finished handover and a take-over keep their state on record and begin anew like OFF.
  ...(["OFF", "HANDOVER", "TAKEN_OVER"] as const).flatMap((from) =>
    [
      [from, "toggle", "DISCLOSURE"],
      [from, "disclosure_already_given", "INVITATION"],
      [from, "both_phrases_already_given", "GOLDEN"],
    ] as const
  ),
  ["DISCLOSURE", "disclosure_ended", "INVITATION"],
  ["INVITATION", "invitation_ended", "GOLDEN"],
  ["GOLDEN", "hand_back", "OPEN"],
  ["GOLDEN", "golden_timer_elapsed", "OPEN"],
  ["GOLDEN", "handover_requested", "HANDOVER"],
  ["OPEN", "first_closed_ask", "CLOSED"],
  ["OPEN", "handover_requested", "HANDOVER"],
  ["CLOSED", "handover_requested", "HANDOVER"],
  ["OPEN", "agenda_spent", "HANDOVER"],
  ["CLOSED", "agenda_spent", "HANDOVER"],
  ["GOLDEN", "alarm", "PAUSED_URGENT"],
  ["OPEN", "alarm", "PAUSED_URGENT"],
  ["CLOSED", "alarm", "PAUSED_URGENT"],
  ["PAUSED_URGENT", "alarm", "PAUSED_URGENT"],
  ["PAUSED_URGENT", "resumed", "GOLDEN"],
  ["PAUSED_URGENT", "resumed", "OPEN"],
  ["PAUSED_URGENT", "resumed", "CLOSED"],
  ["PAUSED_URGENT", "took_over", "TAKEN_OVER"],
  ...PHASES.filter((phase) => phase !== "OFF").map((from) => [from, "auto_off", "OFF"] as const),
];

/** An edge that the table does not have: a mistake of ours, never a reason to go on quietly. */
export class IllegalTransition extends Error {
  override readonly name = "IllegalTransition";

  constructor(from: Phase, trigger: string, to: Phase) {
    super(`Cannot go from ${from} to ${to} by "${trigger}": no such edge`);
  }
}

/** Throws `IllegalTransition` unless the table has the edge. */
export function assertEdge(from: Phase, trigger: Trigger, to: Phase): void {
  const exists = EDGES.some(([a, by, b]) => a === from && by === trigger && b === to);
  if (!exists) throw new IllegalTransition(from, trigger, to);
}

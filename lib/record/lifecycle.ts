import type { ConsultationState } from "@/lib/record/consultation_row.ts";

/**
 * CO1's steps. Whatever becomes `live` again is Stop undone (CO6), which the service allows for half
 * a minute: the recording's seal covers its samples up to there and stays true when more are added.
 * From approval there is no way back.
 */
const NEXT_STATES: { readonly [from in ConsultationState]: readonly ConsultationState[] } = {
  live: ["stopping"],
  stopping: ["live", "finalising"],
  finalising: ["live", "review"],
  review: ["live", "approved"],
  approved: [],
};

export function mayBecome(from: ConsultationState, to: ConsultationState): boolean {
  return NEXT_STATES[from].includes(to);
}

import type { ConsultationState } from "@/lib/record/consultation_row.ts";

/**
 * CO1's steps. `stopping → live` is Stop undone (CO6); there is no way back from finalising, since
 * by then the audio has been signed for.
 */
const NEXT_STATES: { readonly [from in ConsultationState]: readonly ConsultationState[] } = {
  live: ["stopping"],
  stopping: ["live", "finalising"],
  finalising: ["review"],
  review: ["approved"],
  approved: [],
};

export function mayBecome(from: ConsultationState, to: ConsultationState): boolean {
  return NEXT_STATES[from].includes(to);
}

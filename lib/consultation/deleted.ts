import type { Consultation } from "@/lib/record/consultation_row.ts";

/** What of a consultation is no longer there (CO4). */
export type Deleted = "nothing" | "recording" | "everything";

export const DELETED_WORDS: { readonly [what in Exclude<Deleted, "nothing">]: string } = {
  recording: "The recording was deleted; the transcript is kept.",
  everything:
    "The words and the sound of this consultation were deleted. Only that it took place " +
    "stays on the record.",
};

export function deletedOf(
  consultation: Pick<Consultation, "purgedWallMs" | "audioPurgedWallMs">,
): Deleted {
  if (consultation.purgedWallMs !== null) return "everything";
  return consultation.audioPurgedWallMs === null ? "nothing" : "recording";
}

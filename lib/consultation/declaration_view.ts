import type { Finaliser } from "@/lib/consultation/finalise/finaliser.ts";
import type { Consultation } from "@/lib/record/consultation_row.ts";

/** Where "Who spoke?" stands, as the pages show it (FI1, FI4). */
export type DeclarationView =
  /** Nobody was recorded, or the words were deleted: there is nothing to answer. */
  | { readonly state: "not_asked" }
  /** `leftS` seconds remain until finalising goes on without an answer; null while nothing waits. */
  | { readonly state: "open"; readonly leftS: number | null }
  | { readonly state: "answered"; readonly speakers: number | null };

/** Whether the question still stands unanswered over a recording. */
export function isUndeclared(
  { purgedWallMs, recordedSamples, speakersAnsweredWallMs }: Pick<
    Consultation,
    "purgedWallMs" | "recordedSamples" | "speakersAnsweredWallMs"
  >,
): boolean {
  return speakersAnsweredWallMs === null && recordedSamples !== null && purgedWallMs === null;
}

export function declarationView(
  consultation: Consultation,
  finaliser: Pick<Finaliser, "state">,
  nowWallMs: number,
): DeclarationView {
  const { id, speakers, speakersAnsweredWallMs } = consultation;
  if (speakersAnsweredWallMs !== null) return { state: "answered", speakers };
  if (!isUndeclared(consultation)) return { state: "not_asked" };
  const until = finaliser.state(id)?.awaitingDeclarationUntil ?? null;
  const leftS = until === null ? null : Math.max(0, Math.ceil((until - nowWallMs) / 1000));
  return { state: "open", leftS };
}

import { type DeclarationView, declarationView } from "@/lib/consultation/declaration_view.ts";
import type { Finaliser } from "@/lib/consultation/finalise/finaliser.ts";
import type { Rooms } from "@/lib/consultation/rooms.ts";
import type { Consultation, ConsultationState } from "@/lib/record/consultation_row.ts";

/** What the page after Stop asks for again and again until nothing more is being done. */
export interface FinishingView {
  readonly state: ConsultationState;
  /** Null when nothing is being done to the consultation. */
  readonly progress: { readonly words: string; readonly share: number } | null;
  readonly declaration: DeclarationView;
}

export interface FinishingParts {
  readonly rooms: Pick<Rooms, "session">;
  readonly finaliser: Pick<Finaliser, "state">;
  readonly clock: { wallMs(): number };
}

export function finishingView(
  consultation: Consultation,
  { rooms, finaliser, clock }: FinishingParts,
): FinishingView {
  const { id, state } = consultation;
  const doing = rooms.session(id)?.state.lifecycle.progress ?? finaliser.state(id);
  return {
    state,
    progress: doing === null ? null : { words: doing.words, share: doing.share },
    declaration: declarationView(consultation, finaliser, clock.wallMs()),
  };
}

/** What one small machine tells the others within a step; handled in the order it was raised. */
export type AutoInner =
  /** Both phrases are given: the golden minutes begin. */
  | { readonly type: "golden_begins" }
  /** The patient has begun to speak again. */
  | { readonly type: "patient_span" }
  | { readonly type: "officer_asked" }
  /** A turn of the patient's has ended; `answer` to a question, `golden` for the window's exit. */
  | {
    readonly type: "turn_ended";
    readonly answer: boolean;
    readonly golden: boolean;
  }
  /** A pass has been taken into the queue. */
  | { readonly type: "merged"; readonly added: number; readonly startIndex: number | null }
  /** A pass ended and brought nothing for the queue. */
  | { readonly type: "pass_empty"; readonly startIndex: number | null }
  /** Nothing can be asked of a model any more. */
  | { readonly type: "model_lost" }
  /** What Alba lacked to listen by is back. */
  | { readonly type: "hears_again" }
  | { readonly type: "reranked" }
  | { readonly type: "worded"; readonly item: string }
  | { readonly type: "paused" }
  /** The pause is over; the phase it left goes on. */
  | { readonly type: "resumed" }
  /** The doctor's own question took the planned one's place. */
  | { readonly type: "displaced" }
  /** The run is over, however it ended: nothing of it may go on. */
  | { readonly type: "run_over" };

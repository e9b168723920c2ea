/** A piece of a turn: words (or a noise) and the quiet after them, within the same turn. */
export interface Segment {
  /** What is said; empty for a noise. */
  readonly text: string;
  readonly speechMs: number;
  /** Quiet before the next segment of the utterance; 0 after the last. */
  readonly pauseAfterMs: number;
  /** What this piece gives away: ids of facts, for `unsaid`, coverage and the red-flag clock. */
  readonly facts: readonly string[];
  /** How many sentences of the opening statement it holds. */
  readonly opening: number;
}

export interface Utterance {
  /**
   * `speech` is to Alba or the doctor; `backchannel` is a short "mm" or "okay" that claims no turn;
   * `noise` is a cough or the like, without words; `side_talk` is to somebody else in the room.
   */
  readonly kind: "speech" | "backchannel" | "noise" | "side_talk";
  readonly by: "patient" | "companion";
  /**
   * From the end of what was heard (or from the moment of the silence), or from the end of the
   * utterance before it in the same list. Negative: the answer overlaps the end of the question
   * by so much. A simulator that cannot go back begins at once.
   */
  readonly startDelayMs: number;
  /** At least one. */
  readonly segments: readonly Segment[];
}

/** What happens to a patient. */
export type PatientInput =
  /**
   * Somebody spoke to its end. `unsaid` are the segments of the patient's last utterances that had
   * not been said when that speech began (a patient does not talk over a voice): the patient
   * takes them back, and they are told later or not at all.
   */
  | { readonly type: "heard"; readonly text: string; readonly unsaid: readonly Segment[] }
  /**
   * Nobody has made a sound for `ms`, counted from the end of the last sound in the room. Tell it
   * about twice a second while quiet lasts; each quiet starts again at 0.
   */
  | { readonly type: "silence"; readonly ms: number };

/** All that a patient is between two steps; plain JSON. */
export interface PatientState {
  readonly card: string;
  /** State of the patient's own chance (`Seeded.state`). */
  readonly chance: number;
  /** Sentences of the opening statement that are out. */
  readonly openingSaid: number;
  /** Whether the patient has been invited to tell. */
  readonly invited: boolean;
  /** Facts that are out, in order. */
  readonly told: readonly string[];
  /** Questions that were answered, as their meaningful words. */
  readonly answered: readonly string[];
  /** The question that got no answer, while it stands. */
  readonly leftUnanswered: string | null;
  /** How much the patient feels listened to: encouragers and kind words, counted. */
  readonly rapport: number;
  readonly lateConcernAsked: boolean;
  /** At how much quiet the patient goes on alone, or calls out; null when not at all. */
  readonly nextAloneMs: number | null;
}

export interface PatientStep {
  readonly state: PatientState;
  /** In order, one after another; empty when the patient says nothing. */
  readonly says: readonly Utterance[];
}

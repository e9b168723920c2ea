/** What is known of how a question may be worded (SP5). */
export type ItemWording =
  | { readonly state: "unasked" }
  | {
    readonly state: "asked";
    readonly call: number;
    readonly sinceMs: number;
    readonly idle: boolean;
  }
  | {
    readonly state: "known";
    readonly topic: string | null;
    readonly lay: string | null;
    readonly laySimilarity: number | null;
  };

/** QU1. Its rank is its place in the queue's list. */
export interface QueueItem {
  readonly id: string;
  /** Its identity: what the agenda said when it came. */
  readonly text: string;
  readonly tokens: readonly string[];
  readonly rationale: string;
  /** The newest agenda that has it. */
  readonly version: number;
  readonly index: number;
  readonly status: "pending" | "asked" | "answered" | "dropped";
  /** Dropped for want of mention or of room alone: a pass that lists it again brings it back. */
  readonly mayReturn: boolean;
  readonly urgent: boolean;
  /** Passes running in which it was missing. */
  readonly absent: number;
  readonly wording: ItemWording;
  /** Its sound has been asked for ahead of time. */
  readonly isVoiced: boolean;
}

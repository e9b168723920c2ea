import type { AgendaItem } from "@/lib/auto/auto_event.ts";

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

/**
 * `dropped` is what a pass that lists it again brings back: it was not mentioned, had no room, or was
 * left out by the re-ranker. `unsayable` is what no voice can say, which no pass can mend.
 */
export type ItemStatus = "pending" | "asked" | "answered" | "dropped" | "unsayable";

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
  readonly status: ItemStatus;
  readonly urgent: boolean;
  /** Passes running in which it was missing. */
  readonly absent: number;
  readonly wording: ItemWording;
  /** Its sound has been asked for ahead of time. */
  readonly isVoiced: boolean;
}

/** A question that was not in the queue before, as an agenda or a doctor's tap has it. */
export function freshItem(
  { question, rationale, urgent }: AgendaItem,
  about: Pick<QueueItem, "id" | "index" | "status" | "tokens" | "version">,
): QueueItem {
  return {
    ...about,
    text: question,
    rationale,
    urgent,
    absent: 0,
    wording: { state: "unasked" },
    isVoiced: false,
  };
}

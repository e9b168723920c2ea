import type { OfficerVerdict } from "@/lib/models/calls/officer.ts";
import type { Reranking } from "@/lib/models/calls/rerank.ts";
import type { TopicReply } from "@/lib/models/calls/topic.ts";

/** Why a call was not even queued: no model can be asked now. */
export const NO_MODEL = "no_model";

interface Answered {
  /** The number that the controller gave the call. */
  readonly call: number;
  /** Why there is no answer, as the ledger has it; null when there is one. */
  readonly failure: string | null;
  readonly elapsedMs: number;
}

/** What a short call came to, as the model said it: nothing of it has passed a guard yet. */
export type ShortAnswer =
  & Answered
  & (
    | { readonly kind: "officer"; readonly verdict: OfficerVerdict | null }
    | { readonly kind: "topic"; readonly question: string; readonly reply: TopicReply | null }
    | { readonly kind: "rerank"; readonly reranking: Reranking | null }
  );

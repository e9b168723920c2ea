import type { PhraseId } from "@/lib/speech/phrase_ids.ts";

/** How a question of the queue is worded when Alba asks it by herself (SP1 b, c, d). */
export type Wording =
  | { readonly by: "verbatim" }
  | { readonly by: "lay"; readonly lay: string; readonly similarity: number }
  | { readonly by: "template"; readonly template: "tell_me_more"; readonly topic: string };

/** What Alba is to say by herself: a reference, never text. The one resolver makes it words (SP1). */
export type AutoRef =
  | { readonly kind: "phrase"; readonly phrase: PhraseId }
  | {
    readonly kind: "question";
    readonly version: number;
    readonly index: number;
    /** The question's own text, which the resolver finds again under that reference. */
    readonly question: string;
    readonly wording: Wording;
  };

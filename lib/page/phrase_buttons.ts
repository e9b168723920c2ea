import type { PhraseId } from "@/lib/speech/phrase_ids.ts";

/** How the live page offers a phrase. `text` is what Alba says, for this box's doctor. */
export interface PhraseButton {
  readonly id: PhraseId;
  readonly text: string;
}

/** What the two phrases that open a consultation are for; the other buttons show their words. */
const PURPOSE: Partial<Record<PhraseId, string>> = {
  disclosure: "Disclosure: introduce Alba",
  invitation: "Invitation: let the patient begin",
};

export function phrasePurpose(id: PhraseId): string | null {
  return PURPOSE[id] ?? null;
}

/** The fixed phrases (SP2). Ids never change; their wording is the owner's, in one file. */
export const PHRASE_IDS = [
  "disclosure",
  "invitation",
  "mm_hm",
  "i_see",
  "go_on",
  "tell_me_more_short",
  "silence_nudge",
  "let_me_think",
  "anything_else",
  "examination_handover",
] as const;

export type PhraseId = (typeof PHRASE_IDS)[number];

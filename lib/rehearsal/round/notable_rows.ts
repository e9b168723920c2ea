import type { AuditRow } from "@/lib/record/audit.ts";

/** What of a record shows that a rule was really at work, by a name of the report's. */
const NOTABLE = {
  /** Somebody spoke as Alba was about to (SP10). */
  politeness_aborts: ({ kind }) => kind === "speech.politeness_abort",
  /** Somebody spoke over her, and she fell silent (DW4). */
  barge_ins: ({ kind }) => kind === "speech.barge_in",
  /** She waited, deaf or with nothing that would keep an answer (TT12). */
  waits: ({ kind }) => kind === "auto.waits",
  /** The officer waited behind a pass (TT5). */
  officers_deferred: ({ kind }) => kind === "auto.officer_deferred",
  /** Asked once more into silence, or because the answer became no words (TT7). */
  reasks_silence: ({ detail, kind }) =>
    kind === "auto.reask_no_answer" && detail.reason === "silence",
  reasks_no_words: ({ detail, kind }) =>
    kind === "auto.reask_no_answer" && detail.reason === "no_words",
  /** Said by the browser's voice, or read by the doctor (SK2). */
  browser_voices: ({ detail, kind }) =>
    kind === "speech.fallback_voice" && detail.voice === "browser",
  read_aloud: ({ detail, kind }) =>
    kind === "speech.fallback_voice" && detail.voice === "read_aloud",
} satisfies Readonly<Record<string, (row: AuditRow) => boolean>>;

export type Notable = keyof typeof NOTABLE;
export type NotableRows = Readonly<Record<Notable, number>>;

export const NOTABLE_ROWS = Object.keys(NOTABLE) as readonly Notable[];

/** How often each is on one record. */
export function notableRows(audit: readonly AuditRow[]): NotableRows {
  const counts = Object.entries(NOTABLE).map(([name, is]) => [name, audit.filter(is).length]);
  return Object.fromEntries(counts);
}

/**
 * Every column that may hold what a person said or what was written about a patient (CO4). Deleting
 * a consultation empties exactly these, and a test compares the list with the schema: a new text
 * column must be put here, or be named as free of words there.
 */
export interface WordsOfTable {
  readonly table: string;
  /** Columns that are set to `blank`, for rows whose numbers stay; absent when whole rows go. */
  readonly blanked?: { readonly [column: string]: "NULL" | "''" | "'{}'" };
}

export const PATIENT_WORDS: readonly WordsOfTable[] = [
  { table: "audit_text" },
  { table: "transcript_segment" },
  { table: "speaker_turn" },
  { table: "whole_segment" },
  { table: "recording_envelope" },
  { table: "alarm" },
  { table: "assessment_snapshot" },
  { table: "agenda_version" },
  { table: "auto_event" },
  { table: "round_case", blanked: { marks: "NULL" } },
  { table: "model_call", blanked: { prompt: "NULL", reply: "NULL" } },
  {
    table: "system_utterance",
    blanked: { ref: "'{}'", ref_detail: "'{}'", text: "''", cds_rationale: "NULL" },
  },
  { table: "capture", blanked: { input_label: "NULL", output_label: "NULL" } },
  { table: "consultation", blanked: { patient_reference: "NULL" } },
];

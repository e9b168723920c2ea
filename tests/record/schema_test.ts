import assert from "node:assert/strict";
import { z } from "zod";
import { openDatabase } from "@/lib/record/database.ts";
import { PATIENT_WORDS } from "@/lib/record/patient_words.ts";
import { recordPaths } from "@/lib/record/paths.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly required: boolean;
}

const PROMISED = `consultation transcript_segment speaker_turn system_utterance agenda_version
  assessment_snapshot alarm auto_event sound_check audit audit_text model_call clinician
  run_thresholds voice_task room room_event instrument outcome round round_case migration`
  .split(/\s+/);

/** The people, the rooms themselves and the schema's own history belong to the box. */
const OF_THE_BOX = new Set(["room", "clinician", "migration"]);

/** Text columns that hold ids, codes, names of things, or words of the clinic and not of patients. */
const FREE_OF_WORDS = new Set(
  `audit.room audit.consultation audit.kind audit.detail audit.commitment audit.prev_hash audit.hash
   room.id room.name clinician.id clinician.name clinician.role clinician.pin_hash
   clinician.setting_name
   migration.name migration.sha256
   consultation.id consultation.room consultation.clinician consultation.state consultation.ears
   consultation.voice consultation.approved_by consultation.consent consultation.mode
   capture.id capture.consultation capture.room capture.page_epoch capture.constraints capture.platform
   capture.end_reason capture.pcm_sha256
   finalise_step.consultation finalise_step.room finalise_step.step finalise_step.state
   finalise_step.code finalise_step.result
   capture_gap.id capture_gap.consultation capture_gap.room capture_gap.reason
   system_utterance.id system_utterance.consultation system_utterance.room
   system_utterance.end_reason
   model_call.id model_call.consultation model_call.room model_call.kind model_call.model
   model_call.prompt_hash model_call.outcome
   run_thresholds.id run_thresholds.consultation run_thresholds.room run_thresholds.thresholds
   run_thresholds.sound_check
   sound_check.id sound_check.room sound_check.input_label sound_check.output_label
   sound_check.findings
   round.id round.room round.name round.code_version round.settings_hash
   round_case.round round_case.room round_case.scenario round_case.consultation`.split(/\s+/),
);

/** The rehearsal room and the desk have no patient: their rows are not a consultation's. */
const WITHOUT_PATIENT = new Set(["room_event", "instrument", "outcome", "voice_task"]);

function schema(): Column[] {
  using folder = dataFolder();
  openedRecord(folder.path).record.close();
  const database = openDatabase(recordPaths(folder.path).database, { readOnly: true });
  const columns = database.query(
    `SELECT t.name AS "table", c.name AS "column", c.type, c."notnull" AS required, t.strict
     FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    z.object({
      table: z.string(),
      column: z.string(),
      type: z.string(),
      required: z.int(),
      strict: z.literal(1),
    }),
  ).all({});
  database.close();
  return columns.map(({ required, ...rest }) => ({ ...rest, required: required === 1 }));
}

Deno.test("[CO3] every table of the protocol is there, STRICT, and every row of a room names it", () => {
  const columns = schema();
  const tables = new Set(columns.map(({ table }) => table));
  for (const table of PROMISED) assert.ok(tables.has(table), table);
  for (const table of tables) {
    if (OF_THE_BOX.has(table)) continue;
    const room = columns.find((column) => column.table === table && column.column === "room");
    assert.ok(room?.required, `${table}.room`);
  }
});

Deno.test("[CO4] every text column is either deleted with its consultation or known to hold no words", () => {
  const deleted = new Map(PATIENT_WORDS.map((words) => [words.table, words.blanked]));
  for (const { table, column, type } of schema()) {
    if (type !== "TEXT" || WITHOUT_PATIENT.has(table)) continue;
    const blanked = deleted.get(table);
    const goes = deleted.has(table) && (blanked === undefined || column in blanked);
    const name = `${table}.${column}`;
    assert.notEqual(goes, FREE_OF_WORDS.has(name), `${name} must be in exactly one list`);
  }
});

import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { openAlarmIds } from "@/lib/consultation/approve_consultation.ts";
import { judgeRecording } from "@/lib/consultation/finalise/judge_recording.ts";
import type { LineSource } from "@/lib/consultation/finalise/review_lines.ts";
import { segmentId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { dataFolder, fillConsultation, openedRecord } from "@/tests/record/record_for_test.ts";

const rules = createRulesEngine();

/** What the second reading of the whole recording heard, a piece a second. */
function pieces(record: ClinicRecord, ...texts: readonly string[]): LineSource[] {
  return texts.map((text, index) => ({
    id: segmentId.parse(record.newId()),
    start: samples(index * 16_000),
    end: samples((index + 1) * 16_000),
    text,
    words: [],
    lowConfidence: false,
    origin: "heard",
    role: null,
  }));
}

Deno.test("[UR10] a red flag that only the second reading heard waits in the review", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const consultation = fillConsultation(opened);
  const judge = (...texts: readonly string[]) =>
    record.transaction(() =>
      judgeRecording(consultation, pieces(record, ...texts), {
        record,
        rules,
        threshold: 0.6,
        nowMs: 0,
      })
    );
  const said = ["I have a crushing pain", "in my chest and it goes down my left arm."];
  assert.deepEqual(judge(...said), { ok: true, value: 1 });
  assert.equal(openAlarmIds(record, consultation.id).length, 1);
  assert.deepEqual(judge(...said), { ok: true, value: 0 }, "what is known is not raised again");
  assert.deepEqual(judge("I have come for my tablets."), { ok: true, value: 0 });
});

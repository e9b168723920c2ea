import assert from "node:assert/strict";
import { approveConsultation } from "@/lib/consultation/approve_consultation.ts";
import { noteConsentInReview } from "@/lib/consultation/note_consent.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
} from "@/tests/record/record_for_test.ts";

/** What the audit says of the answers of a consultation. */
const NOTED = /consent/;

Deno.test("[CO6] in review the patient's answer is noted with who noted it, and once approved no more", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { id } = fillConsultation(opened);
  record.consultations.setSpeakers(id, 2);
  const rows = () => record.audit.list(id).filter(({ kind }) => NOTED.test(kind));
  const before = rows().length;
  assert.deepEqual(noteConsentInReview(record, id, "refused", doctor.id), { ok: true });
  assert.equal(rows().length, before + 1);
  assert.match(
    JSON.stringify(rows().at(-1)),
    new RegExp(`refused.*${doctor.id}|${doctor.id}.*refused`),
  );
  assert.equal(approveConsultation(record, id, doctor.id).ok, true);
  const late = noteConsentInReview(record, id, "given", doctor.id);
  assert.equal(late.ok ? null : late.code, "not_in_review");
  assert.equal(rows().length, before + 1, "nothing is noted");
});

Deno.test("[CO6] a live consultation's answer is its session's to note, and an unknown one has none", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { id } = liveConsultation(opened);
  const live = noteConsentInReview(record, id, "given", doctor.id);
  assert.equal(live.ok ? null : live.code, "not_in_review");
  const unknown = noteConsentInReview(record, "no-such", "given", doctor.id);
  assert.equal(unknown.ok ? null : unknown.code, "not_found");
});

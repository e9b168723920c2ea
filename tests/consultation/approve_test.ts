import assert from "node:assert/strict";
import {
  acknowledgeInReview,
  approveConsultation,
  openAlarmIds,
} from "@/lib/consultation/approve_consultation.ts";
import { storedAlarms } from "@/lib/consultation/stored_alarm.ts";
import { listConsultations } from "@/lib/consultation/read_model.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  type OpenedRecord,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

/** A reviewed consultation with two open alarms. */
function reviewed(opened: OpenedRecord) {
  const { record } = opened;
  const { id } = fillConsultation(opened);
  const place = { consultation: id, room: ROOM };
  const segment = record.segments.list(id)[0]?.id ?? "";
  const snapshot = `${segment}-v1`;
  const action = {
    reason: "chest pain",
    quote: "pain in my chest",
    question: "Any pain?",
    arranged: false,
  };
  const actions = ["Call 999", "Bedside ECG"].map((text) => ({ ...action, action: text }));
  record.alarms.assessed(place, {
    snapshot,
    version: 1,
    source: "rule",
    startedWallMs: 0,
    actions,
  });
  for (const [index, one] of actions.entries()) {
    const alarm = { ...one, id: `${snapshot}-${index + 1}`, snapshot, segment, version: 1 };
    record.alarms.raise(place, { ...alarm, source: "rule", quoteFound: true });
  }
  record.consultations.setSpeakers(id, 2);
  return { id, place, alarms: openAlarmIds(record, id) };
}

Deno.test("[FI3, UR8, CO2] a record is not approved over an alarm that nobody has seen", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { alarms, id } = reviewed(opened);
  const refused = approveConsultation(record, id, doctor.id);
  assert.equal(refused.ok ? null : refused.code, "open_alarms");
  acknowledgeInReview(record, id, alarms.slice(0, 1), doctor.id);
  assert.deepEqual(listConsultations(record, "").map(({ openAlarms }) => openAlarms), [1]);
  assert.equal(approveConsultation(record, id, doctor.id).ok, false);
  acknowledgeInReview(record, id, alarms, doctor.id);
  assert.equal(approveConsultation(record, id, doctor.id).ok, true);
  assert.equal(record.consultations.get(id)?.state, "approved");
});

Deno.test("[FI3, CD6] the record keeps the question that an alarm's words answered", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const [alarm] = opened.record.alarms.list(reviewed(opened).id);
  assert.deepEqual([alarm?.question, alarm?.quote], ["Any pain?", "pain in my chest"]);
});

Deno.test("[FI3] an acknowledgement in review names the person and covers only what was shown", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { alarms, id } = reviewed(opened);
  acknowledgeInReview(record, id, [...alarms.slice(0, 1), "not-of-this-consultation"], doctor.id);
  assert.deepEqual(record.alarms.list(id).map(({ acknowledgedBy }) => acknowledgedBy), [
    "Smith",
    null,
  ]);
  const rows = record.audit.list(id).filter(({ kind }) => kind === "alarm.acknowledged");
  assert.deepEqual(rows.map(({ detail, text }) => [detail, text]), [
    [{ alarm: alarms[0], clinician: doctor.id }, "Call 999"],
  ]);
});

Deno.test("[FI4] a record is not approved while “Who spoke?” is ignored; Skip is an answer", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const { id } = fillConsultation(opened);
  const refused = approveConsultation(record, id, doctor.id);
  assert.equal(refused.ok ? null : refused.code, "undeclared");
  assert.equal(record.consultations.get(id)?.state, "review");
  record.consultations.setSpeakers(id, null);
  assert.equal(approveConsultation(record, id, doctor.id).ok, true);
});

Deno.test("[CO1] only a reviewed consultation can be approved, and only once", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { doctor, record } = opened;
  const live = liveConsultation(opened);
  const early = approveConsultation(record, live.id, doctor.id);
  assert.equal(early.ok ? null : early.code, "not_in_review");
  const unknown = approveConsultation(record, "nonsense", doctor.id);
  assert.equal(unknown.ok ? null : unknown.code, "not_found");
});

Deno.test("[UR9, FI6] alarms are chained in the audit and the record verifies with them", () => {
  using folder = dataFolder();
  {
    using opened = openedRecord(folder.path);
    const { alarms, id, place } = reviewed(opened);
    acknowledgeInReview(opened.record, id, alarms, opened.doctor.id);
    opened.record.alarms.arrange(place, alarms[0] ?? "");
    const kinds = opened.record.audit.list(id).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind.startsWith("alarm.")).length, 5);
    assert.equal(opened.record.alarms.newestVersion(id), 1);
  }
  assert.equal(verifyRecord(folder.path).verdict, "untampered");
});

Deno.test("[UR2, UR14] the record keeps the words that were seen, and which lists of alarms there were", () => {
  using folder = dataFolder();
  const { alarms, id, doctor } = (() => {
    using opened = openedRecord(folder.path);
    const { alarms, id, place } = reviewed(opened);
    const first = alarms[0] ?? "";
    const nothing = {
      snapshot: `${first}-none`,
      version: 2,
      source: "model",
      startedWallMs: 0,
      actions: [],
    } as const;
    opened.record.alarms.assessed(place, nothing);
    opened.record.alarms.reword(first, "Ring for an ambulance", [
      "Call 999",
      "Ring for an ambulance",
    ]);
    opened.record.alarms.acknowledge(place, first, opened.doctor.id, "Call 999");
    return { alarms, id, doctor: opened.doctor };
  })();
  using opened = openedRecord(folder.path);
  const { alarms: [seen, open], snapshot } = storedAlarms(opened.record, id);
  assert.equal(snapshot, 1, "an assessment that named nothing changed no list");
  assert.deepEqual([seen?.id, seen?.action, seen?.acknowledged?.by], [
    alarms[0],
    "Call 999",
    doctor.name,
  ]);
  assert.deepEqual(open?.shown, [{ action: "Bedside ECG", since: 1 }]);
});

import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { boxRoom } from "@/lib/consultation/box_room.ts";
import {
  consultationDetail,
  findConsultation,
  listConsultations,
} from "@/lib/consultation/read_model.ts";
import { type ConsultationId, segmentId, utteranceId } from "@/lib/record/ids.ts";
import type { ClinicRecord } from "@/lib/record/open_record.ts";
import { dataFolder, ROOM, tryOpen } from "../record/record_for_test.ts";

const second = (count: number) => samples(count * 16_000);

function begin(record: ClinicRecord, reference: string | null): ConsultationId {
  const clinician = record.clinicians.ensureOwner("Wu").id;
  const created = record.consultations.create({
    room: ROOM,
    clinician,
    ears: "whisper",
    voice: "piper",
  });
  assert.ok(created.ok);
  const { id } = created.consultation;
  if (reference !== null) record.consultations.setPatientReference(id, { reference });
  return id;
}

function say(record: ClinicRecord, consultation: ConsultationId, at: number, text: string): void {
  record.segments.append({
    id: segmentId.parse(record.newId()),
    consultation,
    room: ROOM,
    start: second(at),
    end: second(at + 1),
    text,
    words: [],
    role: null,
    origin: "heard",
    lowConfidence: false,
    engine: "whisper base",
  });
}

function withRecord(run: (record: ClinicRecord) => void): void {
  using folder = dataFolder();
  const opened = tryOpen(folder.path);
  assert.ok(opened.ok);
  const { record } = opened;
  record.rooms.ensure({ id: ROOM, name: "Room 1" });
  try {
    run(record);
  } finally {
    record.close();
  }
}

Deno.test("[CO2] a consultation's lines, Alba's words and gaps stand in recording order", () => {
  withRecord((record) => {
    const id = begin(record, "MRN 1");
    record.captures.start({ consultation: id, room: ROOM, at: second(0) });
    say(record, id, 9, "It hurts.");
    say(record, id, 1, "Good morning.");
    const utterance = utteranceId.parse(record.newId());
    const silent = utteranceId.parse(record.newId());
    for (const each of [utterance, silent]) {
      record.utterances.request({
        id: each,
        consultation: id,
        room: ROOM,
        ref: { phrase: "go_on" },
        refDetail: {},
        text: "Go on.",
        audit: { ref_kind: "phrase", phrase: "go_on", via: "tap" },
      });
    }
    record.utterances.start(utterance, second(4));
    record.utterances.end(utterance, { at: second(5), reason: "cancelled", durationMs: 1000 });
    record.utterances.end(silent, { at: null, reason: "lost", durationMs: null });
    const gap = { consultation: id, room: ROOM, reason: "network" } as const;
    record.captures.gap({ ...gap, startSample: second(6), samples: second(2) });
    record.captures.gap({ ...gap, startSample: second(8), samples: samples(320) });

    const consultation = findConsultation(record, id);
    assert.ok(consultation !== null);
    const { lines } = consultationDetail(record, consultation);
    assert.deepEqual(lines.map(({ kind, startMs }) => [kind, startMs]), [
      ["said", 1000],
      ["alba", 4000],
      ["gap", 6000],
      ["said", 9000],
    ]);
    assert.ok(lines.some((line) => line.kind === "alba" && !line.whole));
  });
});

Deno.test("[CO2] the list is newest first and searched by reference and by words", () => {
  withRecord((record) => {
    const first = begin(record, "MRN 1");
    say(record, first, 0, "A cough for two weeks.");
    record.consultations.transition(first, { to: "stopping", reason: "stop_tapped" });
    const next = begin(record, null);
    const ids = (search: string) => listConsultations(record, search).map(({ id }) => id);
    assert.deepEqual(ids(""), [next, first]);
    assert.deepEqual(ids("mrn"), [first]);
    assert.deepEqual(ids("cough"), [first]);
    assert.deepEqual(ids("headache"), []);
    const [newest] = listConsultations(record, "");
    assert.equal(newest?.recordedMs, null);
    assert.equal(newest?.reference, null);
  });
});

Deno.test("[CO2] what is no id finds nothing, and says so without an error", () => {
  withRecord((record) => {
    begin(record, null);
    for (const id of ["", "..", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "'; DROP TABLE consultation"]) {
      assert.equal(findConsultation(record, id), null);
    }
    assert.equal(boxRoom(record), ROOM);
  });
});

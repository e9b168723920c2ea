import assert from "node:assert/strict";
import { type ManualClock, manualClock } from "@/lib/clock.ts";
import {
  type ClinicRecord,
  openRecord,
  type OpenRecordOptions,
  type OpenRecordOutcome,
} from "@/lib/record/open_record.ts";
import { type Clinician } from "@/lib/record/clinician_store.ts";
import { type Consultation } from "@/lib/record/consultation_row.ts";
import { type RoomId, roomId, segmentId, utteranceId } from "@/lib/record/ids.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";

/** A Tuesday, so that dates in failures are plausible. */
export const TEST_START_MS = Date.UTC(2026, 2, 3, 9, 0, 0);

export const ROOM: RoomId = roomId.parse("room-1");

/** A data folder that is gone when the test is. */
export function dataFolder(): { readonly path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "alba-record-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

export function tryOpen(
  dataDir: string,
  clock: ManualClock = manualClock(TEST_START_MS),
  more: Partial<OpenRecordOptions> = {},
): OpenRecordOutcome {
  return openRecord({
    dataDir,
    clock,
    onSealError: (error) => {
      throw error;
    },
    ...more,
  });
}

export interface OpenedRecord extends Disposable {
  readonly record: ClinicRecord;
  readonly clock: ManualClock;
  readonly doctor: Clinician;
}

/** Opens the record with one room and one doctor. */
export function openedRecord(
  dataDir: string,
  clock: ManualClock = manualClock(TEST_START_MS),
  more: Partial<OpenRecordOptions> = {},
): OpenedRecord {
  const outcome = tryOpen(dataDir, clock, more);
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.words);
  const { record } = outcome;
  record.rooms.ensure({ id: ROOM, name: "Room 1" });
  const doctor = record.clinicians.ensureOwner("Smith");
  record.audit.seal();
  return { record, clock, doctor, [Symbol.dispose]: () => record.close() };
}

/** A live consultation in the test's room. */
export function liveConsultation({ record, doctor }: OpenedRecord): Consultation {
  const outcome = record.consultations.create({
    room: ROOM,
    clinician: doctor.id,
    ears: "whisper",
    voice: "piper",
  });
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.words);
  return outcome.consultation;
}

/** What a crash at this moment would leave: the files as the disk holds them, without the lock. */
export function copyFolder(from: string, to: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) {
      Deno.mkdirSync(`${to}/${name}`, { recursive: true });
      copyFolder(`${from}/${name}`, `${to}/${name}`);
    } else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

/** Rows of each kind, a recording, and words to look for: what tampering and deleting work on. */
export function fillConsultation(opened: OpenedRecord): Consultation {
  const { record, clock } = opened;
  const consultation = liveConsultation(opened);
  const place = { consultation: consultation.id, room: ROOM };
  const path = recordingPath(record.paths, consultation.id);
  const recorder = openWavRecorder(path);
  assert.ok(recorder.ok);
  const capture = record.captures.start({
    ...place,
    at: samples(0),
    device: { inputLabel: "MARKERLABEL mic", outputLabel: "", constraints: {}, platform: "test" },
  });
  for (const [n, text] of ["MARKERPAIN in my chest", "no MARKERFEVER", "since Monday"].entries()) {
    clock.advance(700);
    recorder.recorder.append(new Int16Array(8000).fill(n + 1));
    record.segments.append({
      ...place,
      id: segmentId.parse(record.newId()),
      start: samples(n * 8000),
      end: samples(n * 8000 + 7000),
      text,
      words: [{ text, start: samples(n * 8000), end: samples(n * 8000 + 7000), probability: 0.9 }],
      role: null,
      origin: "heard",
      lowConfidence: n === 1,
      engine: "whisper base",
    });
  }
  const utterance = utteranceId.parse(record.newId());
  record.utterances.request({
    ...place,
    id: utterance,
    ref: { kind: "question", topic: "MARKERTOPIC" },
    refDetail: { via: "tap" },
    text: "Tell me about MARKERTOPIC?",
    audit: { ref_kind: "question", phrase: null, via: "tap" },
  });
  record.utterances.start(utterance, samples(9000));
  record.utterances.end(utterance, { at: samples(15_000), reason: "completed", durationMs: 375 });
  record.runs.start(place, { id: record.newId(), thresholds: {}, soundCheck: null });
  record.autoEvents.append(place, {
    seq: 1,
    nowMs: 0,
    event: { type: "tap_held", what: { question: "MARKERQUESTION?" } },
    codeVersion: "0.1.0",
    settingsHash: "a".repeat(64),
    outcomeSha256: "b".repeat(64),
  });
  record.consultations.setPatientReference(consultation.id, { reference: "MARKERNAME 42" });
  record.consultations.transition(consultation.id, { to: "stopping", reason: "stop_tapped" });
  const finished = recorder.recorder.finish();
  assert.ok(finished.ok);
  record.captures.end(capture.id, {
    at: finished.length,
    reason: "stopped",
    pcmSha256: finished.pcmSha256,
  });
  record.consultations.transition(consultation.id, { to: "finalising", reason: "speakers_given" });
  record.consultations.transition(consultation.id, { to: "review", reason: "finalised" });
  return consultation;
}

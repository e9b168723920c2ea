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
import { type RoomId, roomId } from "@/lib/record/ids.ts";

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

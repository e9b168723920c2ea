import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { openWavRecorder } from "@/lib/audio/wav_recorder.ts";
import { manualClock } from "@/lib/clock.ts";
import { segmentId } from "@/lib/record/ids.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { liveConsultation, openedRecord, ROOM, tryOpen } from "@/tests/record/record_for_test.ts";

/**
 * Run by full_disk_test.ts as a process of its own, with a small file system of its own mounted at
 * the first argument: fills it with a recording and with rows, then makes room and goes on.
 */
const folder = Deno.args[0] ?? "";
const ballast = `${folder}/ballast`;
Deno.writeFileSync(ballast, new Uint8Array(200_000));
const sealErrors: unknown[] = [];
const opened = openedRecord(`${folder}/data`, undefined, {
  onSealError: (error) => void sealErrors.push(error),
});
const { record, clock } = opened;
const { id } = liveConsultation(opened);
const append = (text: string) =>
  record.transaction(() =>
    record.segments.append({
      id: segmentId.parse(record.newId()),
      consultation: id,
      room: ROOM,
      start: samples(0),
      end: samples(1),
      text,
      words: [],
      role: null,
      origin: "typed",
      lowConfidence: false,
      engine: "typed",
    })
  );

const recorder = openWavRecorder(recordingPath(record.paths, id));
assert.ok(recorder.ok);
const frame = new Int16Array(320).fill(9);
let outcome = recorder.recorder.append(frame);
while (outcome.ok) outcome = recorder.recorder.append(frame);
assert.equal(outcome.code, "disk_full");
const recorded = recorder.recorder.position;
assert.ok(recorded > 16_000);

let written = append("x".repeat(2000));
let rows = 0;
while (written.ok) {
  rows += 1;
  written = append("x".repeat(2000));
}
assert.equal(written.code, "disk_full");
assert.equal(written.words, "Cannot write the record: the disk is full");
assert.equal(record.segments.list(id).length, rows, "nothing half-written");
clock.advance(1000);
assert.ok(sealErrors.length > 0 || rows === 0, "the head could not be signed either");

const second = tryOpen(`${folder}/other`, manualClock());
assert.ok(!second.ok && ["disk_full", "io"].includes(second.code), JSON.stringify(second));

Deno.removeSync(ballast);
assert.ok(append("there is room again").ok);
assert.ok(recorder.recorder.append(frame).ok);
const finished = recorder.recorder.finish();
assert.ok(finished.ok && finished.length === recorded + 320);
clock.advance(1000);
record.close();
const found = verifyRecord(`${folder}/data`);
assert.ok(found.verdict === "untampered" && found.unsealedRows === 0, JSON.stringify(found));
console.log(`filled: ${recorded} samples, ${rows} rows`);

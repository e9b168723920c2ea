import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { consultationId } from "@/lib/record/ids.ts";
import { recordingPath } from "@/lib/record/paths.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
} from "@/tests/record/record_for_test.ts";

/** Every marker word that `fillConsultation` puts into words of a patient. */
const MARKER = /MARKER[A-Z]+|markerpain|markername/g;

/** Marker words in the raw bytes of every file of the folder: also in freed pages and in the log. */
function markersIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return markersIn(path);
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(path));
    return (text.match(MARKER) ?? []).map((found) => `${name}: ${found}`);
  });
}

Deno.test("[CO4, FI6] deleting removes every word and the audio from the disk; counts and a whole chain stay", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id } = fillConsultation(opened);
  assert.ok(new Set(markersIn(folder.path)).size >= 6, "the words were there");
  const before = record.audit.list(id).length;
  assert.deepEqual(record.purge(id), { ok: true });

  assert.deepEqual(markersIn(folder.path), []);
  assert.ok(!existsSync(recordingPath(record.paths, id)));
  assert.deepEqual(record.consultations.list({ search: "markerpain", limit: 5 }), []);
  assert.deepEqual(record.consultations.list({ search: "markername", limit: 5 }), []);
  assert.deepEqual(record.segments.list(id), []);
  assert.equal(record.consultations.get(id)?.patientReference, null);
  assert.deepEqual(
    record.utterances.list(id).map(({ text, ref, durationMs }) => [text, ref, durationMs]),
    [
      ["", {}, 375],
    ],
  );
  const rows = record.audit.list(id);
  assert.equal(rows.length, before + 1);
  assert.ok(rows.every(({ text }) => text === null));
  assert.deepEqual(rows.at(-1)?.detail, {
    consultation: id,
    audio: true,
    text: true,
    segments: 3,
    samples: 24_000,
    by: null,
    reason: "asked",
  });
  const found = verifyRecord(folder.path);
  assert.ok(found.verdict === "untampered", JSON.stringify(found));
  assert.equal(found.purgedConsultations, 1);
  assert.equal(found.wordsGone, 0);
});

Deno.test("[CO4] deleting one consultation leaves the others as they were, and may be repeated", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { id: kept } = fillConsultation(opened);
  const { id: deleted } = fillConsultation(opened);
  const before = [
    record.segments.list(kept),
    record.utterances.list(kept),
    record.audit.list(kept),
  ];
  assert.ok(record.purge(deleted).ok);
  assert.ok(record.purge(deleted).ok);
  assert.deepEqual(
    [record.segments.list(kept), record.utterances.list(kept), record.audit.list(kept)],
    before,
  );
  assert.ok(existsSync(recordingPath(record.paths, kept)));
  assert.deepEqual(
    record.consultations.list({ search: "markerpain", limit: 5 }).map(({ id }) => id),
    [kept],
  );
  assert.equal(verifyRecord(folder.path).verdict, "untampered");
});

Deno.test("[CO4] what is still going on, or was never there, is not deleted", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const live = opened.record.purge(liveConsultation(opened).id);
  assert.ok(!live.ok && live.code === "unfinished");
  assert.match(live.words, /^Cannot delete consultation ".*": it is live$/);
  const unknown = opened.record.purge(consultationId.parse(opened.record.newId()));
  assert.ok(!unknown.ok && unknown.code === "not_found");
});

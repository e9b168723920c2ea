import assert from "node:assert/strict";
import fc from "fast-check";
import { verificationWords } from "@/lib/record/verification_words.ts";
import { type Verification, verifyRecord } from "@/lib/record/verify_record.ts";
import { forger, FORGERIES, type Forgery, rowCount } from "@/tests/record/forgeries.ts";
import {
  copyFolder,
  dataFolder,
  fillConsultation,
  openedRecord,
  ROOM,
  tryOpen,
} from "@/tests/record/record_for_test.ts";

Deno.test("[FI6] whatever a forger without the key does, verify finds it and names the first bad row", () => {
  using original = dataFolder();
  const opened = openedRecord(original.path);
  const { id: consultation } = fillConsultation(opened);
  opened.record.close();
  const sound = verifyRecord(original.path);
  assert.ok(sound.verdict === "untampered" && sound.unsealedRows === 0 && sound.recordings === 1);
  const { rows } = sound;
  const forgery = fc.constantFrom(...FORGERIES);
  const run = ({ commit, name }: Forgery, some: number) => {
    using copy = dataFolder();
    copyFolder(original.path, copy.path);
    const expected = commit(forger(copy.path, consultation, rows, some));
    const found = verifyRecord(copy.path);
    assert.equal(found.verdict, "tampered", `${name} at row ${some}: ${JSON.stringify(found)}`);
    assert.equal(badRow(found), expected, `${name} at row ${some}: ${JSON.stringify(found)}`);
    assert.match(verificationWords(found), /^TAMPERED \(\w+\): /);
  };
  FORGERIES.forEach((one) => run(one, 4));
  fc.assert(fc.property(forgery, fc.integer({ min: 2, max: rows }), run), { numRuns: 60 });
});

Deno.test("[FI6] a line that a forger adds is found, whatever the ids end in", () => {
  const added = FORGERIES.find(({ name }) => name === "adds a line");
  for (const last of [0, 30, 31]) {
    using folder = dataFolder();
    const opened = openedRecord(folder.path, undefined, {
      entropy: (bytes) => new Uint8Array(bytes).fill(last),
    });
    const { id } = fillConsultation(opened);
    opened.record.close();
    added?.commit(forger(folder.path, id, 0, 0));
    const found = verifyRecord(folder.path);
    assert.ok(found.verdict === "tampered" && found.bad.row === null, JSON.stringify(found));
  }
});

Deno.test("[FI6] tampering while the service was stopped is not signed away by the next start", () => {
  for (const name of ["cuts the tail", "deletes the head", "deletes the key"]) {
    using folder = dataFolder();
    const opened = openedRecord(folder.path);
    const { id } = fillConsultation(opened);
    opened.record.close();
    const rows = rowCount(folder.path);
    FORGERIES.find((one) => one.name === name)?.commit(forger(folder.path, id, rows, rows - 2));
    // The clinic can go on working, with a standing banner.
    const again = tryOpen(folder.path);
    assert.ok(again.ok);
    assert.match(again.record.tampered ?? "", /^The record was altered while Alba was stopped/);
    again.record.close();
    const next = tryOpen(folder.path);
    assert.ok(next.ok && next.record.tampered === undefined);
    next.record.close();
    const found = verifyRecord(folder.path);
    assert.ok(found.verdict === "tampered" && found.bad.code === "altered_while_stopped", name);
    assert.equal(found.bad.row, name === "cuts the tail" ? rows - 2 : rows + 1);
  }
});

Deno.test("[FI6] after kill -9 the rows of the last second are newer than the head, and nothing is tampered", () => {
  using folder = dataFolder();
  using crashed = dataFolder();
  using opened = openedRecord(folder.path);
  fillConsultation(opened);
  opened.record.soundChecks.add({
    room: ROOM,
    noiseFloorRms: 0,
    quietPeak: 0,
    speechPeak: 0,
    loopbackPeak: 0,
    inputLabel: "",
    outputLabel: "",
    findings: [],
  });
  copyFolder(folder.path, crashed.path);
  const found = verifyRecord(crashed.path);
  assert.ok(found.verdict === "untampered" && found.unsealedRows === 1, JSON.stringify(found));
  assert.match(verificationWords(found), /Newer than the signed head: 1 rows/);
  using again = openedRecord(crashed.path);
  assert.equal(again.record.tampered, undefined);
  const after = verifyRecord(crashed.path);
  assert.ok(after.verdict === "untampered" && after.unsealedRows === 0, JSON.stringify(after));
});

Deno.test("[FI6] words that vanish leave the chain whole, and verify counts them unless they were deleted on the record", () => {
  using folder = dataFolder();
  const opened = openedRecord(folder.path);
  const { id } = fillConsultation(opened);
  opened.record.close();
  forger(folder.path, id, 0, 0).sql("DELETE FROM audit_text");
  const found = verifyRecord(folder.path);
  assert.ok(found.verdict === "untampered" && found.wordsGone === 5, JSON.stringify(found));
  assert.match(verificationWords(found), /Words of 5 rows are gone without a deletion/);
});

Deno.test("[FI6] a folder without a record is said to be one", () => {
  using folder = dataFolder();
  const found = verifyRecord(folder.path);
  assert.equal(found.verdict, "unreadable");
  assert.match(verificationWords(found), /^Cannot verify ".*": there is no record in it/);
});

function badRow(found: Verification): number | null | undefined {
  return found.verdict === "tampered" ? found.bad.row : undefined;
}

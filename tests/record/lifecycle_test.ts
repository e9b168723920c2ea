import assert from "node:assert/strict";
import fc from "fast-check";
import type { ConsultationState } from "@/lib/record/consultation_row.ts";
import {
  copyFolder,
  dataFolder,
  liveConsultation,
  openedRecord,
  ROOM,
} from "@/tests/record/record_for_test.ts";

Deno.test("[CO1] each step of a consultation is one audited transition, in the right order only", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor, clock } = opened;
  const { id } = liveConsultation(opened);
  const states: ConsultationState[] = ["live", "stopping", "finalising", "review", "approved"];
  const allowed = new Set([
    "live>stopping",
    "stopping>live",
    "stopping>finalising",
    "finalising>review",
    "review>approved",
  ]);
  let state: ConsultationState = "live";
  let audited = 0;
  const attempts = fc.sample(fc.constantFrom(...states), { numRuns: 200, seed: 7 });
  for (const to of [...attempts, ...states]) {
    clock.advance(1000);
    const outcome = record.consultations.transition(id, {
      to,
      reason: "test",
      clinician: doctor.id,
    });
    assert.equal(outcome.ok, allowed.has(`${state}>${to}`), `${state} → ${to}`);
    if (outcome.ok) {
      state = to;
      audited += 1;
    }
    assert.equal(record.consultations.get(id)?.state, state);
  }
  assert.equal(state, "approved");
  const rows = record.audit.list(id).filter((row) => row.kind === "consultation.transition");
  assert.equal(rows.length, audited);
  assert.deepEqual(rows.at(-1)?.detail, {
    from: "review",
    to: "approved",
    reason: "test",
    clinician: doctor.id,
  });
});

Deno.test("[CO1] after a crash in any state the consultation is found in that state", () => {
  const paths: ConsultationState[][] = [
    [],
    ["stopping"],
    ["stopping", "finalising"],
    ["stopping", "finalising", "review"],
    ["stopping", "finalising", "review", "approved"],
  ];
  for (const path of paths) {
    using folder = dataFolder();
    using copy = dataFolder();
    using opened = openedRecord(folder.path);
    const { id } = liveConsultation(opened);
    for (const to of path) opened.record.consultations.transition(id, { to, reason: "test" });
    // What a crash leaves is what the disk holds at that moment, with the database still open.
    copyFolder(folder.path, copy.path);
    using again = openedRecord(copy.path);
    const expected = path.at(-1) ?? "live";
    assert.equal(again.record.consultations.get(id)?.state, expected);
    assert.equal(again.record.tampered, undefined);
    const unfinished = again.record.consultations.unfinished().map((found) => found.id);
    assert.deepEqual(unfinished, ["review", "approved"].includes(expected) ? [] : [id]);
  }
});

Deno.test("[CO3] a room has one live consultation; the next may start once it is stopping", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor } = opened;
  const first = liveConsultation(opened);
  const start = () =>
    record.consultations.create({
      room: ROOM,
      clinician: doctor.id,
      ears: "typed",
      voice: "piper",
    });
  const refused = start();
  assert.ok(!refused.ok && refused.code === "room_busy", JSON.stringify(refused));
  assert.ok(record.consultations.transition(first.id, { to: "stopping", reason: "test" }).ok);
  assert.ok(start().ok);
  // Undoing the first Stop would make two live ones.
  const undone = record.consultations.transition(first.id, { to: "live", reason: "undo_stop" });
  assert.ok(!undone.ok && undone.code === "room_busy", JSON.stringify(undone));
});

import assert from "node:assert/strict";
import type { ConsultationId } from "@/lib/record/ids.ts";
import type { ConsultationState } from "@/lib/record/consultation_row.ts";
import {
  copyFolder,
  dataFolder,
  liveConsultation,
  openedRecord,
  ROOM,
  TEST_START_MS,
} from "@/tests/record/record_for_test.ts";

const STATES: readonly ConsultationState[] = [
  "live",
  "stopping",
  "finalising",
  "review",
  "approved",
];

const ALLOWED = new Set([
  "live>stopping",
  "stopping>live",
  "stopping>finalising",
  "finalising>live",
  "finalising>review",
  "review>live",
  "review>approved",
]);

Deno.test("[CO1] each step of a consultation is one audited transition, in the right order only", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor } = opened;
  const transitions = (id: ConsultationId) =>
    record.audit.list(id).filter(({ kind }) => kind === "consultation.transition");
  for (const [index, from] of STATES.entries()) {
    for (const to of STATES) {
      const { id } = liveConsultation(opened);
      for (const step of STATES.slice(1, index + 1)) {
        assert.ok(record.consultations.transition(id, { to: step, reason: "test" }).ok);
      }
      const step = { to, reason: "why", clinician: doctor.id };
      const outcome = record.consultations.transition(id, step);
      assert.equal(outcome.ok, ALLOWED.has(`${from}>${to}`), `${from} → ${to}`);
      assert.equal(record.consultations.get(id)?.state, outcome.ok ? to : from);
      assert.equal(transitions(id).length, index + (outcome.ok ? 1 : 0));
      const last = { from, to, reason: "why", clinician: doctor.id };
      if (outcome.ok) assert.deepEqual(transitions(id).at(-1)?.detail, last);
      else if (outcome.code === "wrong_state") {
        assert.equal(outcome.words, `Cannot change consultation "${id}" to ${to}: it is ${from}`);
      }
      // Makes room for the next live one.
      record.consultations.transition(id, { to: "stopping", reason: "test" });
    }
  }
});

Deno.test("[CO1] each state has its time, and Stop undone leaves none behind", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const { id } = liveConsultation(opened);
  const steps: ConsultationState[] = [
    "stopping",
    "live",
    "stopping",
    "finalising",
    "review",
    "approved",
  ];
  const stopped: (number | null | undefined)[] = [];
  for (const to of steps) {
    clock.advance(1000);
    assert.ok(record.consultations.transition(id, { to, reason: "test" }).ok);
    stopped.push(record.consultations.get(id)?.stoppedWallMs);
  }
  const at = (seconds: number) => TEST_START_MS + 1000 * seconds;
  assert.deepEqual(stopped, [at(1), null, at(3), at(3), at(3), at(3)]);
  const { startedWallMs, reviewedWallMs, approvedWallMs } = record.consultations.get(id) ?? {};
  assert.deepEqual([startedWallMs, reviewedWallMs, approvedWallMs], [at(0), at(5), at(6)]);
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

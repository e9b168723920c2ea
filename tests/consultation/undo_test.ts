import assert from "node:assert/strict";
import { UNDO_STOP_MS, undoStopLeftMs } from "@/lib/consultation/undo_stop.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { until } from "@/tests/engines/until.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";
import { finaliseBox, INTERVIEW, roomSound, stoppedConsultation } from "./finalise_box.ts";

const STEPS = ["transcript", "speakers", "quality", "envelope"] as const;

Deno.test("[CO6] Stop can be undone for 30 s after it, in each state but live and approved", () => {
  const at = (state: "live" | "stopping" | "finalising" | "review" | "approved") => (ms: number) =>
    undoStopLeftMs({ state, stoppedWallMs: 1_000 }, 1_000 + ms);
  for (const state of ["stopping", "finalising", "review"] as const) {
    assert.equal(at(state)(0), UNDO_STOP_MS);
    assert.equal(at(state)(29_999), 1);
    assert.equal(at(state)(30_000), 0);
    assert.equal(at(state)(-60_000), UNDO_STOP_MS, "a clock set back gives no more");
  }
  assert.equal(at("live")(0), 0);
  assert.equal(at("approved")(0), 0);
  assert.equal(undoStopLeftMs({ state: "stopping", stoppedWallMs: null }, 0), 0);
});

/** What finalising is doing when Stop is undone, and how the test holds it there. */
const MOMENTS = ["reading the recording", "waiting to hear who spoke"] as const;

for (const moment of MOMENTS) {
  Deno.test(`[CO6, FI1] finalising that is undone while ${moment} writes nothing more, and the next is whole`, async () => {
    using folder = dataFolder();
    using opened = openedRecord(folder.path);
    const { record } = opened;
    const sound = roomSound(INTERVIEW);
    const consultation = stoppedConsultation(opened, sound);
    const { id } = consultation;
    const box = finaliseBox(opened, sound, { declarationWaitMs: 25_000 });
    const held = Promise.withResolvers<void>();
    let isDone = false;
    let words = "";
    if (moment === "reading the recording") box.engine.before = () => held.promise;
    box.finaliser.start(id, {
      onProgress: (progress) => words = progress.words,
      onDone: () => isDone = true,
    });
    await until(() =>
      moment === "reading the recording"
        ? box.engine.decodes === 1
        : words === "Waiting to hear who spoke"
    );

    box.finaliser.cancel(id);
    assert.equal(box.finaliser.state(id), null);
    record.finalising.discard(id);
    held.resolve();
    box.engine.before = () => {};
    // The next work on the box's one queue begins when the undone one is really over.
    const again = box.finish(consultation);
    await until(() => box.progress.length > 1);
    assert.equal(record.turns.list(id).length, 0);
    record.consultations.setSpeakers(id, 2);
    box.finaliser.declared(id);
    await again;
    assert.equal(isDone, false, "the undone work never says that it is done");
    assert.deepEqual(
      STEPS.map((step) => record.finalising.get(id, step)?.state),
      STEPS.map(() => "done"),
    );
    const lines = record.turns.list(id).map(({ text }) => text);
    assert.deepEqual(lines, INTERVIEW.map(({ text }) => text));
    assert.equal(verifyRecord(folder.path).verdict, "untampered");
  });
}

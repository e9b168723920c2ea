import assert from "node:assert/strict";
import { until } from "@/tests/engines/until.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";
import { finaliseBox, INTERVIEW, roomSound, stoppedConsultation } from "./finalise_box.ts";

const WAIT_MS = 25_000;

/** A consultation whose whole recording has been read, so that only the answer is missing. */
async function waiting(opened: ReturnType<typeof openedRecord>) {
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const box = finaliseBox(opened, sound, { declarationWaitMs: WAIT_MS });
  let done = false;
  const finished = box.finish(consultation).then(() => done = true);
  const { finalising } = opened.record;
  await until(() => finalising.get(consultation.id, "transcript")?.state === "done");
  await until(() => box.progress.at(-1)?.words === "Waiting to hear who spoke");
  return { box, sound, consultation, finished, isDone: () => done };
}

Deno.test("[FI1] “Who spoke?” is waited for from Stop, up to the setting and no longer", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { box, consultation, finished, isDone } = await waiting(opened);
  const until = box.finaliser.state(consultation.id)?.awaitingDeclarationUntil;
  assert.equal(until, (consultation.stoppedWallMs ?? 0) + WAIT_MS);
  opened.clock.advance(WAIT_MS - 1);
  assert.ok(!isDone());
  opened.clock.advance(1);
  await finished;
  assert.equal(opened.record.turns.list(consultation.id).length, INTERVIEW.length);
});

Deno.test("[VI5] a consultation that Alba has led a part of waits longer, however often she did", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const place = { consultation: consultation.id, room: consultation.room };
  for (let run = 0; run < 2; run++) {
    record.runs.start(place, { id: record.newId(), thresholds: {}, soundCheck: null });
  }
  const waits = { declarationWaitMs: WAIT_MS, autoDeclarationWaitMs: 180_000 };
  const box = finaliseBox(opened, sound, waits);
  let done = false;
  const finished = box.finish(consultation).then(() => done = true);
  await until(() => box.progress.at(-1)?.words === "Waiting to hear who spoke");
  const deadline = box.finaliser.state(consultation.id)?.awaitingDeclarationUntil;
  assert.equal(deadline, (consultation.stoppedWallMs ?? 0) + 180_000);
  opened.clock.advance(180_000 - 1);
  assert.ok(!done);
  opened.clock.advance(1);
  await finished;
});

Deno.test("[FI1] an answer, or Skip, ends the wait at once", async () => {
  for (const speakers of [2, null]) {
    using folder = dataFolder();
    using opened = openedRecord(folder.path);
    const { box, consultation, finished } = await waiting(opened);
    opened.record.consultations.setSpeakers(consultation.id, speakers);
    box.finaliser.declared(consultation.id);
    await finished;
    const step = opened.record.finalising.get(consultation.id, "speakers");
    assert.equal(step?.result["declared"], speakers);
  }
});

Deno.test("[FI1, CO1] a restart does not wait a second time", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { box, sound, consultation } = await waiting(opened);
  await box.finaliser.close();
  opened.clock.advance(WAIT_MS);
  await finaliseBox(opened, sound, { declarationWaitMs: WAIT_MS }).finish(consultation);
});

Deno.test("[FI1] an answer that comes too late is followed, and so is one that is changed", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const { box, consultation: { id }, finished } = await waiting(opened);
  opened.clock.advance(WAIT_MS);
  await finished;
  assert.ok(record.consultations.transition(id, { to: "review", reason: "test" }).ok);
  const idsBefore = record.turns.list(id).map((line) => line.id);
  assert.deepEqual(box.finaliser.redeclare(id, 1), { ok: true });
  await until(() => box.finaliser.state(id) === null);
  const alone = record.turns.list(id);
  assert.ok(
    alone.every(({ speaker, role, roleGuessed }) =>
      speaker === 0 && role === "doctor" && !roleGuessed
    ),
  );
  assert.deepEqual(box.finaliser.redeclare(id, 2), { ok: true });
  await until(() => box.finaliser.state(id) === null);
  assert.deepEqual(record.turns.list(id).map(({ speaker }) => speaker), [0, 1, 0, 1, 0, 1, 0, 1]);
  assert.deepEqual(record.turns.list(id).map((line) => line.id), idsBefore, "lines keep their ids");
  const answers = record.audit.list(id)
    .filter(({ kind }) => kind === "consultation.speakers_answered")
    .map(({ detail }) => detail);
  assert.deepEqual(answers, [{ speakers: 1 }, { speakers: 2 }]);
});

Deno.test("[FI1] an answer while the speakers are told apart is followed before the review", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const { id } = stoppedConsultation(opened, sound);
  const box = finaliseBox(opened, sound);
  const { promise, resolve } = Promise.withResolvers<void>();
  box.finaliser.start(id, {
    onDone: resolve,
    onProgress: ({ words }) => {
      if (!words.startsWith("Telling") || record.consultations.get(id)?.speakers === 1) return;
      queueMicrotask(() => {
        record.consultations.setSpeakers(id, 1);
        box.finaliser.declared(id);
      });
    },
  });
  await promise;
  assert.ok(record.turns.list(id).every(({ speaker }) => speaker === 0));
});

Deno.test("[FI1, FI4] after approval, and for what is not there, the answer is refused in words", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor } = opened;
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const { id } = consultation;
  const box = finaliseBox(opened, sound);
  await box.finish(consultation);
  record.consultations.transition(id, { to: "review", reason: "test" });
  record.consultations.transition(id, { to: "approved", reason: "test", clinician: doctor.id });
  const refused = box.finaliser.redeclare(id, 3);
  assert.ok(!refused.ok && refused.code === "wrong_state");
  assert.match(refused.words, /it is approved/);
  assert.equal(record.consultations.get(id)?.speakers, null);
});

Deno.test("[FI1] a box that cannot tell voices apart waits for nobody", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const speakers = { available: false, words: "not installed" } as const;
  const box = finaliseBox(opened, sound, { speakers, declarationWaitMs: WAIT_MS });
  await box.finish(consultation);
  opened.record.consultations.transition(consultation.id, { to: "review", reason: "test" });
  assert.deepEqual(box.finaliser.redeclare(consultation.id, 1), { ok: true });
  await until(() => box.finaliser.state(consultation.id) === null);
  const lines = opened.record.turns.list(consultation.id);
  assert.ok(
    lines.every(({ role }) => role === "doctor"),
    "one speaker is the doctor, encoder or not",
  );
});

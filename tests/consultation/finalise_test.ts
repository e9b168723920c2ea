import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { manualClock } from "@/lib/clock.ts";
import { chosenTranscript } from "@/lib/consultation/finalise/chosen_transcript.ts";
import { createRulesEngine } from "@/lib/rules/engine.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import { until } from "@/tests/engines/until.ts";
import { dataFolder, openedRecord, TEST_START_MS } from "@/tests/record/record_for_test.ts";
import { finaliseBox, INTERVIEW, roomSound, stoppedConsultation } from "./finalise_box.ts";

const STEPS = ["transcript", "speakers", "quality", "envelope"] as const;

Deno.test("[FI1] finalising reads the whole recording, tells the speakers apart and guesses their roles", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const before = record.segments.list(consultation.id);
  const box = finaliseBox(opened, sound);
  await box.finish(consultation);

  const lines = record.turns.list(consultation.id);
  assert.deepEqual(lines.map(({ text }) => text), INTERVIEW.map(({ text }) => text));
  assert.deepEqual(lines.map(({ speaker }) => speaker), [0, 1, 0, 1, 0, 1, 0, 1]);
  assert.ok(lines.every(({ version }) => version === "whole"));
  assert.deepEqual(
    lines.map(({ role }) => role),
    INTERVIEW.map(({ person }) => person === 0 ? "doctor" : "patient"),
  );
  for (const { roleGuessed, roleMargin, speakerMargin } of lines) {
    assert.ok(roleGuessed, "a guess is marked as one");
    assert.ok((roleMargin ?? 0) > 0.5 && (speakerMargin ?? 0) > 0.5);
  }
  assert.deepEqual(
    STEPS.map((step) => record.finalising.get(consultation.id, step)?.state),
    STEPS.map(() => "done"),
  );
  assert.equal(box.speakers.open, 0, "the encoder's process is gone");
  assert.deepEqual(record.segments.list(consultation.id), before, "what was committed stays");
  const found = verifyRecord(folder.path);
  assert.equal(found.verdict, "untampered", JSON.stringify(found));
});

Deno.test("[FI1] progress is told in words, never runs back, and ends near the whole", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const box = finaliseBox(opened, sound);
  await box.finish(stoppedConsultation(opened, sound));
  const shares = box.progress.map(({ share }) => share);
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other));
  assert.ok((shares.at(-1) ?? 0) > 0.95);
  const words = box.progress.map((progress) => progress.words).join("\n");
  assert.match(words, /Reading the whole recording again/);
  assert.match(words, /Telling the speakers apart/);
});

Deno.test("[CO1, FI1] a service that ends at any window goes on there and comes to the same text", async () => {
  using whole = dataFolder();
  using reference = openedRecord(whole.path);
  // Windows hold 20 s: these lines take four of them.
  const long = Array.from({ length: 5 }, () => INTERVIEW).flat()
    .map((line, index) => ({ ...line, pauseMs: index % 8 === 0 ? 2_500 : 500 }));
  const sound = roomSound(long);
  const first = stoppedConsultation(reference, sound);
  await finaliseBox(reference, sound).finish(first);
  const expected = reference.record.turns.list(first.id).map(({ text, speaker, role }) => [
    ...[text, speaker, role],
  ]);
  for (const killedAt of [1, 2, 3, 4]) {
    using folder = dataFolder();
    using opened = openedRecord(folder.path);
    const consultation = stoppedConsultation(opened, sound);
    const killed = finaliseBox(opened, sound);
    killed.engine.before = () => {
      if (killed.engine.decodes === killedAt) void killed.finaliser.close();
    };
    void killed.finish(consultation);
    await until(() => killed.engine.decodes >= killedAt);
    await killed.finaliser.close();
    assert.equal(opened.record.finalising.get(consultation.id, "speakers"), undefined);
    const again = finaliseBox(opened, sound);
    await again.finish(consultation);
    const lines = opened.record.turns.list(consultation.id);
    assert.deepEqual(lines.map(({ text, speaker, role }) => [text, speaker, role]), expected);
    const { decodes } = again.engine;
    assert.ok(killedAt === 1 || decodes < 5, `${decodes} windows were read again`);
  }
});

Deno.test("[FI1] steps that are done are not done again", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  await finaliseBox(opened, sound).finish(consultation);
  const ids = opened.record.turns.list(consultation.id).map(({ id }) => id);
  const again = finaliseBox(opened, sound);
  await again.finish(consultation);
  assert.equal(again.engine.decodes, 0);
  const ends = opened.record.audit.list(consultation.id)
    .filter(({ kind }) => kind === "consultation.finalise_step");
  assert.equal(ends.length, STEPS.length, "each step ended once");
  assert.deepEqual(opened.record.turns.list(consultation.id).map(({ id }) => id), ids);
});

Deno.test("[FI1] a transcriber that never comes leaves the live text, and the review is reached", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const box = finaliseBox(opened, sound);
  box.engine.absent = true;
  await box.finish(consultation);
  const step = record.finalising.get(consultation.id, "transcript");
  assert.deepEqual([step?.state, step?.code], ["failed", "engine_absent"]);
  const lines = record.turns.list(consultation.id);
  assert.ok(lines.every(({ version }) => version === "live"));
  assert.deepEqual(lines.map(({ speaker }) => speaker), [0, 1, 0, 1, 0, 1, 0, 1]);
});

Deno.test("[FI1] a window that breaks the engine is left out, and what follows is read", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const box = finaliseBox(opened, sound);
  box.engine.breaksFrom = 0;
  await box.finish(consultation);
  const step = opened.record.finalising.get(consultation.id, "transcript");
  assert.equal(step?.state, "done");
  assert.ok(Number(step?.result["given_up_samples"]) > 0);
  assert.ok(opened.record.turns.list(consultation.id).every(({ version }) => version === "live"));
});

Deno.test("[FI1] without an encoder, or with one that dies, there are lines without speakers", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const without = stoppedConsultation(opened, sound);
  const speakers = { available: false, words: "not installed" } as const;
  await finaliseBox(opened, sound, { speakers }).finish(without);
  const broken = finaliseBox(opened, sound);
  broken.speakers.break();
  const dying = stoppedConsultation(opened, sound);
  await broken.finish(dying);
  const codeOf = (id: typeof dying.id) => record.finalising.get(id, "speakers")?.code;
  assert.deepEqual([codeOf(without.id), codeOf(dying.id)], ["no_encoder", "encoder_failed"]);
  for (const { id } of [without, dying]) {
    const lines = record.turns.list(id);
    assert.equal(lines.length, INTERVIEW.length);
    assert.ok(lines.every(({ speaker, role }) => speaker === null && role === null));
  }
  assert.equal(broken.speakers.open, 0);
});

Deno.test("[SP8, FI1] Alba's own speech is in no line and in no loudness", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound([
    { person: "alba", text: "May I ask you a few questions?" },
    { person: 1, text: "Yes, that is fine." },
    { person: "alba", text: "Do you smoke?" },
    { person: 1, text: "No, I never smoked." },
  ]);
  const consultation = stoppedConsultation(opened, sound);
  await finaliseBox(opened, sound).finish(consultation);
  const lines = record.turns.list(consultation.id);
  assert.deepEqual(lines.map(({ text }) => text), ["Yes, that is fine.", "No, I never smoked."]);
  assert.ok(lines.every(({ role }) => role === "patient"), "who answers Alba is the patient");
  const envelope = record.finalising.envelope(consultation.id);
  assert.ok(envelope !== undefined);
  for (const { start, end } of sound.alba) {
    const from = Math.ceil(start / envelope.stepSamples);
    const levels = envelope.levels.slice(from, Math.floor(end / envelope.stepSamples));
    assert.ok(levels.length > 0 && levels.every((level) => level === 0));
  }
});

Deno.test("[FI1] silence only, Alba only, a second, and nothing at all reach the review", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const quiet = { vocabulary: [], alba: [], said: [] };
  const sounds = [
    { ...quiet, pcm: new Int16Array(30 * 16_000) },
    roomSound([{ person: "alba", text: "Hello. I am Alba, a computer." }]),
    { ...quiet, pcm: new Int16Array(16_000) },
    { ...quiet, pcm: new Int16Array(0) },
  ];
  for (const sound of sounds) {
    const consultation = stoppedConsultation(opened, sound);
    await finaliseBox(opened, sound).finish(consultation);
    assert.deepEqual(record.turns.list(consultation.id), []);
    assert.equal(record.finalising.get(consultation.id, "speakers")?.code, "nothing_heard");
    const findings = record.finalising.get(consultation.id, "quality")?.result["findings"];
    assert.deepEqual(findings, ["nothing_heard"]);
  }
});

Deno.test("[FI1, SE4] a record that takes no more rows keeps nobody from the review", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const full = () => ({ ok: false, code: "disk_full", words: "full", cause: null } as const);
  await finaliseBox(opened, sound, { record: { ...record, transaction: full } }).finish(
    consultation,
  );
  assert.deepEqual(record.turns.list(consultation.id), []);
  await finaliseBox(opened, sound).finish(consultation);
  assert.equal(record.turns.list(consultation.id).length, INTERVIEW.length);
});

Deno.test("[CO3] consultations are finalised one after the other, and the second is told that it waits", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path, manualClock(TEST_START_MS));
  const sound = roomSound(INTERVIEW);
  const [first, second] = [stoppedConsultation(opened, sound), stoppedConsultation(opened, sound)];
  const box = finaliseBox(opened, sound);
  const order: string[] = [];
  const one = box.finish(first).then(() => order.push("first"));
  const two = box.finish(second).then(() => order.push("second"));
  assert.match(
    box.finaliser.state(second.id)?.words ?? "",
    /Waiting until the consultation before/,
  );
  await Promise.all([one, two]);
  assert.deepEqual(order, ["first", "second"]);
  assert.equal(box.finaliser.state(first.id), null);
});

Deno.test("[TR3, FI1] the second reading is shown only when it is whole and covers as much as the live text", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound(INTERVIEW);
  const { id, room } = stoppedConsultation(opened, sound);
  const place = { consultation: id, room };
  const speech = sound.said;
  const chosen = () => chosenTranscript(record, id, speech).version;
  const live = record.segments.list(id);
  const read = (lines: typeof live) => {
    for (const { start, end, text, words, lowConfidence, engine } of lines) {
      record.wholeSegments.append({ ...place, start, end, text, words, lowConfidence, engine });
    }
  };
  const finished = () =>
    record.finalising.end(place, {
      ...{ step: "transcript", outcome: "done", code: null, result: {} },
      through: samples(sound.pcm.length),
    });
  assert.equal(chosen(), "live");
  read(live.slice(0, -2));
  finished();
  assert.equal(chosen(), "live", "two lines are missing");
  read(live.slice(-2));
  record.finalising.progress(place, "transcript", samples(0));
  assert.equal(chosen(), "live", "it is not known to be whole");
  finished();
  assert.equal(chosen(), "whole");
});

Deno.test("[FI1] rules that break over a transcript take no line from the review", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const sound = roomSound(INTERVIEW);
  const consultation = stoppedConsultation(opened, sound);
  const rules = {
    ...createRulesEngine(),
    step: () => {
      throw new Error("a mistake in a rule");
    },
  };
  await finaliseBox(opened, sound, { rules }).finish(consultation);
  assert.equal(opened.record.turns.list(consultation.id).length, INTERVIEW.length);
  assert.equal(opened.record.finalising.get(consultation.id, "envelope")?.state, "done");
});

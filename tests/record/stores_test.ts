import assert from "node:assert/strict";
import fc from "fast-check";
import { samples } from "@/lib/audio/units.ts";
import { segmentId, utteranceId } from "@/lib/record/ids.ts";
import { verifyRecord } from "@/lib/record/verify_record.ts";
import {
  dataFolder,
  fillConsultation,
  liveConsultation,
  openedRecord,
  ROOM,
  TEST_START_MS,
} from "@/tests/record/record_for_test.ts";

Deno.test("[TR3] committed segments come back as they were given, in the order of commitment", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const consultation = liveConsultation(opened).id;
  const place = fc.nat({ max: 1e9 }).map(samples);
  const segment = fc.record({
    start: place,
    text: fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
    words: fc.array(
      fc.record({
        text: fc.string(),
        start: place,
        end: place,
        probability: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share + 0),
      }, { noNullPrototype: true }),
      { maxLength: 4 },
    ),
    role: fc.constantFrom(null, "doctor", "patient", "other"),
    origin: fc.constantFrom("heard", "typed"),
    lowConfidence: fc.boolean(),
    engine: fc.string(),
  }, { noNullPrototype: true });
  const given = fc.sample(segment, { numRuns: 60, seed: 11 }).map((one) => ({
    ...one,
    id: segmentId.parse(record.newId()),
    end: samples(one.start + 5),
    consultation,
    room: ROOM,
  }));
  const stored = given.map((one) => {
    clock.advance(10);
    return record.segments.append(one);
  });
  assert.deepEqual(record.segments.list(consultation), stored);
  assert.deepEqual(stored.map(({ committedWallMs: _, ...rest }) => rest), given);
  const heard = given.filter(({ origin }) => origin === "heard").map(({ end }) => end);
  assert.equal(record.segments.heardThrough(consultation), Math.max(...heard));
  const texts = record.audit.list(consultation)
    .filter(({ kind }) => kind === "consultation.segment_committed").map(({ text }) => text);
  assert.deepEqual(texts, given.map(({ text }) => text));
});

Deno.test("[TR3, FI6] a NUL in a text is replaced before it is committed to, so row and audit agree", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const consultation = liveConsultation(opened).id;
  const stored = opened.record.segments.append({
    id: segmentId.parse(opened.record.newId()),
    consultation,
    room: ROOM,
    start: samples(0),
    end: samples(0),
    text: "yes\0no",
    words: [],
    role: "doctor",
    origin: "typed",
    lowConfidence: false,
    engine: "typed",
  });
  assert.equal(stored.text, "yes\uFFFDno");
  assert.deepEqual(opened.record.segments.list(consultation), [stored]);
  opened.record.utterances.request({
    id: utteranceId.parse(opened.record.newId()),
    consultation,
    room: ROOM,
    ref: { kind: "question" },
    refDetail: {},
    text: "Since\0when?",
    audit: { ref_kind: "question", phrase: null, via: "tap" },
  });
  assert.equal(verifyRecord(folder.path).verdict, "untampered");
});

Deno.test("[RE1] an utterance has its reference, its times, its span and one end reason, each audited once", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const consultation = liveConsultation(opened).id;
  const id = utteranceId.parse(record.newId());
  const refDetail = { via: "auto", phase: "golden", trigger: { quiet_s: 4.25, handed_back: null } };
  record.utterances.request({
    id,
    consultation,
    room: ROOM,
    ref: { kind: "phrase", phrase: "go_on" },
    refDetail,
    text: "Go on.",
    cdsRationale: "because",
    audit: { ref_kind: "phrase", phrase: "go_on", via: "auto" },
  });
  clock.advance(100);
  assert.ok(record.utterances.start(id, samples(1_000)));
  assert.ok(!record.utterances.start(id, samples(2_000)), "a second start changes nothing");
  clock.advance(800);
  const end = { at: samples(13_800), reason: "barge_in", durationMs: 799.6 } as const;
  assert.ok(record.utterances.end(id, end));
  assert.ok(!record.utterances.end(id, { ...end, reason: "lost" }), "exactly one end");
  assert.deepEqual(record.utterances.list(consultation), [{
    id,
    consultation,
    room: ROOM,
    ref: { kind: "phrase", phrase: "go_on" },
    refDetail,
    text: "Go on.",
    cdsRationale: "because",
    requestedWallMs: TEST_START_MS,
    startedWallMs: TEST_START_MS + 100,
    endedWallMs: TEST_START_MS + 900,
    startSample: 1_000,
    endSample: 13_800,
    durationMs: 800,
    endReason: "barge_in",
  }]);
  const kinds = record.audit.list(consultation).map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(1), ["speech.requested", "speech.started", "speech.ended"]);
});

Deno.test("[CO5] capture keeps its epochs, its checkpoint and its gaps, and audits them", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, clock } = opened;
  const consultation = liveConsultation(opened).id;
  const place = { consultation, room: ROOM };
  const first = record.captures.start({ ...place, at: samples(0) });
  clock.advance(1000);
  record.captures.checkpoint(first.id, samples(16_000));
  assert.deepEqual(record.captures.latest(consultation), {
    ...first,
    checkpointSample: 16_000,
    checkpointWallMs: TEST_START_MS + 1000,
  });
  const gap = {
    ...place,
    startSample: samples(16_000),
    samples: samples(480_000),
    reason: "crash",
  } as const;
  record.captures.gap(gap);
  record.captures.end(first.id, { at: samples(16_000), reason: "crashed", pcmSha256: null });
  const second = record.captures.start({ ...place, at: samples(496_000) });
  assert.deepEqual([first.epoch, second.epoch], [1, 2]);
  assert.deepEqual(record.captures.gaps(consultation), [gap]);
  const rows = record.audit.list(consultation).filter(({ kind }) => kind.startsWith("capture."));
  assert.deepEqual(rows.map(({ kind }) => kind), [
    "capture.started",
    "capture.gap",
    "capture.ended",
    "capture.started",
  ]);
  assert.deepEqual(rows[1]?.detail, { reason: "crash", start_sample: 16_000, samples: 480_000 });
});

Deno.test("[TR6] the newest sound check of a room is found again", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const check = {
    room: ROOM,
    noiseFloorRms: 0.004,
    quietPeak: 0.01,
    speechPeak: 0.4,
    loopbackPeak: 0.2,
    inputLabel: "Table mic",
    outputLabel: "",
    findings: ["too_loud"],
  };
  opened.record.soundChecks.add({ ...check, noiseFloorRms: 0.5 });
  opened.clock.advance(1);
  const newest = opened.record.soundChecks.add(check);
  assert.deepEqual(opened.record.soundChecks.latest(ROOM), newest);
  assert.deepEqual(opened.record.soundChecks.latest(ROOM), { ...newest, ...check });
});

Deno.test("[CO2] search finds words and beginnings of words in the reference and in the transcript", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const first = fillConsultation(opened).id;
  const second = fillConsultation(opened).id;
  record.consultations.setPatientReference(second, { reference: "Žofie O'Neill" });
  const search = (text: string) =>
    record.consultations.list({ search: text, limit: 10 }).map(({ id }) => id);
  assert.deepEqual(search(""), [second, first]);
  assert.deepEqual(search("  "), [second, first]);
  assert.deepEqual(search("markerpain CHEST"), [second, first]);
  assert.deepEqual(search("markern"), [first]);
  assert.deepEqual(search("zofie o'neill"), [second]);
  assert.deepEqual(search("chest monday"), [], "words of one line, not of the whole consultation");
  assert.deepEqual(search("!!"), []);
  assert.deepEqual(record.consultations.list({ limit: 1 }).map(({ id }) => id), [second]);
});

Deno.test("[CO2] whatever is typed into the search, it is words and never a command or an error", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  fillConsultation(opened);
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom("NEAR(", '"', "*", "OR", "AND", "text:", "^", "-", "pain"))
      .map((parts) => parts.join(" ")),
  );
  fc.assert(fc.property(typed, (search) => {
    assert.ok(Array.isArray(opened.record.consultations.list({ search, limit: 5 })));
  }));
});

Deno.test("[CO4] a changed patient reference is audited with old and new as purgeable text", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record, doctor } = opened;
  const { id } = liveConsultation(opened);
  record.consultations.setPatientReference(id, { reference: "A", clinician: doctor.id });
  const outcome = record.consultations.setPatientReference(id, { reference: null });
  assert.ok(outcome.ok && outcome.consultation.patientReference === null);
  const rows = record.audit.list(id).slice(1);
  assert.deepEqual(rows.map(({ text, detail }) => ({ text, detail })), [
    { text: '{"from":null,"to":"A"}', detail: { clinician: doctor.id } },
    { text: '{"from":"A","to":null}', detail: { clinician: null } },
  ]);
});

Deno.test("[CO7] a changed DOCTOR_NAME is a new person; who started an old consultation stays", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { id } = liveConsultation(opened);
  const other = opened.record.clinicians.ensureOwner("Jones");
  assert.notEqual(other.id, opened.doctor.id);
  assert.deepEqual(opened.record.clinicians.ensureOwner("Smith"), opened.doctor);
  assert.equal(opened.record.consultations.get(id)?.clinicianName, "Smith");
});

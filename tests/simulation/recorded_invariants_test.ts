import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { consultationId, roomId, segmentId, utteranceId } from "@/lib/record/ids.ts";
import type { AuditRow } from "@/lib/record/audit.ts";
import type { TranscriptSegment } from "@/lib/record/segment_store.ts";
import type { SystemUtterance } from "@/lib/record/utterance_store.ts";
import { brokenOnRecord } from "@/lib/rehearsal/round/recorded_invariants.ts";

type Told = readonly [kind: string, detail: AuditRow["detail"]];

function rows(...told: readonly Told[]): AuditRow[] {
  return told.map(([kind, detail], at) => ({
    ...{ seq: at + 1, room: "room-1", consultation: "c1", wallMs: at, text: null },
    ...{ kind, detail },
  }));
}

/** The rules that these rows break. */
function rules(told: readonly Told[], lateMs = 0): string[] {
  const record = { audit: rows(...told), utterances: [], segments: [] };
  const broken = brokenOnRecord(record, { heard: new Set(), lateMs });
  return broken.map(({ rule }) => rule);
}

const asked = (utterance: string, by = "auto"): Told => [
  "auto.queue_consumed",
  { item: "q1", by, utterance, wording: "verbatim" },
];
const TAKEN_BACK: Told = ["auto.queue_requeued", { item: "q1", reason: "politeness_abort" }];

Deno.test("[MP6, QF4] a record in which Alba asks an item twice is named; taken back unheard it is not", () => {
  assert.deepEqual(rules([asked("u1"), asked("u2")]), ["never_twice"]);
  assert.deepEqual(rules([asked("u1", "tap"), asked("u2")]), ["never_twice"]);
  assert.deepEqual(rules([asked("u1"), TAKEN_BACK, asked("u2")]), []);
  assert.deepEqual(rules([asked("u1"), asked("u2", "tap")]), [], "a doctor may");
});

Deno.test("[MP6, QU8] a question that was heard to its end and goes back to the queue is named", () => {
  const one = utterance("cancelled");
  const broken = (told: readonly Told[], heard: readonly string[], said = one) =>
    brokenOnRecord({ audit: rows(...told), utterances: [said], segments: [] }, {
      lateMs: 0,
      heard: new Set(heard),
    }).map(({ rule }) => rule);
  const told = [asked(one.id), TAKEN_BACK];
  assert.deepEqual(broken(told, [one.id]), ["heard_stays_asked"]);
  assert.deepEqual(broken(told, []), []);
  assert.deepEqual(broken([asked("another"), TAKEN_BACK, asked(one.id)], [one.id]), []);
  const unknown = { ...one, startedWallMs: null };
  assert.deepEqual(broken(told, [one.id], unknown), [], "it began while the line was down");
});

const paused = (...alarms: string[]): Told => ["auto.paused", { alarms }];
const RESUMED: Told = ["auto.resumed", { phase: "OPEN" }];
const acknowledged = (alarm: string): Told => ["alarm.acknowledged", { alarm }];

Deno.test("[MP6, UR3] a run that is resumed over an alarm that nobody has seen is named", () => {
  const rule = ["acknowledged_before_resume"];
  assert.deepEqual(rules([paused("a1"), RESUMED]), rule);
  assert.deepEqual(rules([paused("a1"), RESUMED, acknowledged("a1")]), rule, "too late");
  assert.deepEqual(rules([paused("a1"), paused("a1", "a2"), acknowledged("a1"), RESUMED]), rule);
  assert.deepEqual(rules([paused("a1"), acknowledged("a1"), RESUMED]), []);
  assert.deepEqual(rules([paused("a1"), ["alarm.arranged", { alarm: "a1" }], RESUMED]), []);
});

const STARTED: Told = ["capture.started", { sample: 0 }];
const gap = (start_sample: number, samples: number): Told => [
  "capture.gap",
  { start_sample, samples },
];

Deno.test("[MP6, CO5] a gap that reaches beyond the moment in which it is written is named", () => {
  assert.deepEqual(rules([STARTED, gap(0, 16 * 300)]), ["gap_as_long_as_time"]);
  assert.deepEqual(rules([STARTED, gap(16 * 300, 16)]), ["gap_as_long_as_time"]);
  assert.deepEqual(rules([STARTED, gap(0, 16 * 200)]), []);
  const once = gap(0, 16 * 1_000);
  assert.deepEqual(rules([STARTED, once], 900), [], "its start had to wait");
  assert.deepEqual(
    rules([STARTED, once, gap(16 * 1_000, 16 * 500)], 900),
    [],
    "it shifts what follows",
  );
  assert.deepEqual(rules([STARTED, once, gap(16 * 1_000, 16 * 2_000)], 900).length, 1);
});

function utterance(endReason: SystemUtterance["endReason"]): SystemUtterance {
  return {
    id: utteranceId.parse("01J00000000000000000000001"),
    consultation: consultationId.parse("01J00000000000000000000000"),
    room: roomId.parse("room-1"),
    ref: { phrase: "go_on" },
    refDetail: {},
    text: "Go on.",
    cdsRationale: null,
    requestedWallMs: 1,
    startedWallMs: 2,
    endedWallMs: 3,
    startSample: samples(16_000),
    endSample: samples(32_000),
    durationMs: null,
    endReason,
  };
}

Deno.test("[MP6, RE1] what the record calls said and nobody heard to its end is named", () => {
  const one = utterance("completed");
  const broken = (heard: readonly string[], said = one) =>
    brokenOnRecord({ audit: [], utterances: [said], segments: [] }, {
      lateMs: 0,
      heard: new Set(heard),
    })
      .map(({ rule }) => rule);
  assert.deepEqual(broken([]), ["said_was_heard"]);
  assert.deepEqual(broken([one.id]), []);
  assert.deepEqual(broken([], utterance("cancelled")), []);
});

function segment(start: number, end: number, origin: TranscriptSegment["origin"] = "heard") {
  return {
    id: segmentId.parse("01J00000000000000000000002"),
    consultation: consultationId.parse("01J00000000000000000000000"),
    room: roomId.parse("room-1"),
    start: samples(start),
    end: samples(end),
    text: "Go on.",
    words: [],
    role: null,
    origin,
    lowConfidence: false,
    committedWallMs: 4,
    engine: "whisper base",
  };
}

Deno.test("[MP6, SP8, TR5] what is written down from where Alba speaks is named; around it and typed it is not", () => {
  const one = utterance("completed");
  const broken = (written: TranscriptSegment) =>
    brokenOnRecord({ audit: [], utterances: [one], segments: [written] }, {
      lateMs: 0,
      heard: new Set([one.id]),
    }).map(({ rule }) => rule);
  assert.deepEqual(broken(segment(17_000, 31_000)), ["nothing_written_under_voice"]);
  assert.deepEqual(broken(segment(15_000, 33_000)), [], "words before and after it");
  assert.deepEqual(broken(segment(32_000, 40_000)), []);
  assert.deepEqual(broken(segment(20_000, 20_000, "typed")), []);
});

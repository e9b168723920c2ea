import assert from "node:assert/strict";
import fc from "fast-check";
import { msToSamples, samples } from "@/lib/audio/units.ts";
import { alarmMarks, reviewOf } from "@/lib/consultation/review_model.ts";
import { reviewSentences, type ReviewTurn } from "@/lib/consultation/review_sentences.ts";
import type { CaptureGap } from "@/lib/record/capture_store.ts";
import { consultationId, roomId } from "@/lib/record/ids.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";
import { reviewRecord } from "@/tests/browser/review_record.ts";

function turn(at: number, text: string, more: Partial<ReviewTurn> = {}): ReviewTurn {
  return {
    ...{ id: `t${at}`, start: msToSamples(at * 1000), end: msToSamples(at * 1000 + 900), text },
    ...{ origin: "heard", lowConfidence: false, speaker: 1, role: "patient", ...more },
  };
}

const read = (turns: readonly ReviewTurn[]) =>
  reviewSentences({ turns, utterances: [], gaps: [] })
    .map((line) =>
      line.kind === "said" ? line.pieces.map(({ text }) => text).join(" ") : line.kind
    );

Deno.test("[FI2] a sentence that was committed in pieces is one line, its doubtful piece marked", () => {
  const turns = [turn(0, "It does not"), turn(1, "go to my jaw.", { lowConfidence: true })];
  const [line] = reviewSentences({ turns, utterances: [], gaps: [] });
  assert.ok(line?.kind === "said");
  assert.deepEqual(line.pieces, [
    { text: "It does not", doubtful: false },
    { text: "go to my jaw.", doubtful: true },
  ]);
  assert.equal(line.endMs, 1900);
});

Deno.test("[FI2] another speaker, a typed line and a full stop each begin a line", () => {
  assert.deepEqual(read([turn(0, "And it"), turn(1, "hurts?", { speaker: 0 })]), [
    "And it",
    "hurts?",
  ]);
  assert.deepEqual(read([turn(0, "It is"), turn(1, "noted", { origin: "typed" })]), [
    "It is",
    "noted",
  ]);
  assert.deepEqual(read([turn(0, "Yes."), turn(1, "It hurts.")]), ["Yes.", "It hurts."]);
});

Deno.test("[FI2] a gap in the middle of a sentence stands where it was", () => {
  const consultation = consultationId.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  const gap: CaptureGap = {
    consultation,
    room: roomId.parse("room-1"),
    reason: "network",
    startSample: msToSamples(950),
    samples: msToSamples(600),
  };
  const turns = [turn(0, "It goes"), turn(1.6, "to my arm.")];
  const kinds = (length: number) =>
    reviewSentences({ turns, utterances: [], gaps: [{ ...gap, samples: msToSamples(length) }] })
      .map(({ kind }) => kind);
  assert.deepEqual(kinds(600), ["said", "gap", "said"]);
  assert.deepEqual(kinds(100), ["said"], "a hiccup of the line is not worth a line");
});

Deno.test("[FI2] no piece is lost, doubled or moved, whoever said it", () => {
  const anyTurns = fc.array(
    fc.record({ text: fc.constantFrom("no", "pain.", "and", "so?"), speaker: fc.nat(2) }),
    { maxLength: 30 },
  );
  fc.assert(fc.property(anyTurns, (said) => {
    const turns = said.map(({ text, speaker }, at) => turn(at, `${text}`, { speaker }));
    const lines = reviewSentences({ turns, utterances: [], gaps: [] });
    const pieces = lines.flatMap((line) => line.kind === "said" ? line.pieces : []);
    assert.deepEqual(pieces.map(({ text }) => text), said.map(({ text }) => text));
  }));
});

Deno.test("[FI2, UR8] alarms stand where they were raised and seen; after Stop they have no place", () => {
  const alarm = { action: "Call 999", acknowledgedBy: "Smith" };
  const captures = [
    { startSample: samples(0), startedWallMs: 1_000_000 },
    { startSample: msToSamples(30_000), startedWallMs: 2_000_000 },
  ];
  const marks = alarmMarks(
    [
      { ...alarm, raisedWallMs: 1_010_000, acknowledgedWallMs: 2_005_000 },
      { ...alarm, raisedWallMs: 2_020_000, acknowledgedWallMs: 9_000_000 },
      { ...alarm, raisedWallMs: 500, acknowledgedWallMs: null },
    ],
    captures,
    msToSamples(60_000),
  );
  assert.deepEqual(marks.map(({ kind, atMs }) => [kind, atMs]), [
    ["raised", 10_000],
    ["acknowledged", 35_000],
    ["raised", 50_000],
    ["acknowledged", null],
    ["raised", null],
  ]);
});

Deno.test("[FI1, FI2] the short reading of the lines is the long one; before them the live text stands", () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const id = reviewRecord(record, { answer: 2, findings: ["long_gap"] });
  const long = record.turns.list(id);
  assert.ok(long.length > 30);
  assert.deepEqual(
    record.turns.lines(id),
    long.map((
      { id, start, end, text, origin, lowConfidence, speaker, role, roleGuessed, roleMargin },
    ) => ({
      ...{ id, start, end, text, origin, lowConfidence, speaker, role, roleGuessed, roleMargin },
    })),
  );
  const bare = reviewRecord(record, { state: "finalising" });
  const consultation = record.consultations.get(bare);
  assert.ok(consultation !== undefined);
  const review = reviewOf(record, consultation);
  assert.deepEqual(review.speakers, []);
  assert.ok(
    review.lines.some((line) =>
      line.kind === "said" && line.pieces.map(({ text }) => text).join(" ") ===
        "It does not go to my neck or into my beard."
    ),
  );
  assert.equal(review.quality.kind, "not_measured");
});

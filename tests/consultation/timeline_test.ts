import assert from "node:assert/strict";
import { samples } from "@/lib/audio/units.ts";
import { timeline } from "@/lib/consultation/timeline.ts";
import { levelOf } from "@/lib/consultation/finalise/envelope.ts";
import { dataFolder, openedRecord } from "@/tests/record/record_for_test.ts";
import { finaliseBox, INTERVIEW, roomSound, stoppedConsultation } from "./finalise_box.ts";

Deno.test("[FI2] the timeline has loudness, each speaker's bars, Alba and gaps, from rows alone", async () => {
  using folder = dataFolder();
  using opened = openedRecord(folder.path);
  const { record } = opened;
  const sound = roomSound([...INTERVIEW, { person: "alba", text: "Is there anything else?" }]);
  const consultation = stoppedConsultation(opened, sound);
  await finaliseBox(opened, sound).finish(consultation);
  const picture = timeline({
    length: record.captures.latest(consultation.id)?.endSample ?? samples(0),
    envelope: record.finalising.envelope(consultation.id),
    turns: record.turns.list(consultation.id),
    utterances: record.utterances.list(consultation.id),
    gaps: record.captures.gaps(consultation.id),
  });
  assert.equal(picture.durationMs, sound.pcm.length / 16);
  assert.ok(picture.energy.levels.length <= 2_000);
  const points = Math.ceil(picture.durationMs / picture.energy.stepMs);
  assert.equal(picture.energy.levels.length, points);
  assert.deepEqual(picture.speakers.map(({ role }) => role), ["doctor", "patient"]);
  const spans = picture.speakers.flatMap((speaker) => speaker.spans);
  assert.equal(spans.length, INTERVIEW.length);
  for (const { startMs, endMs } of spans) {
    const first = Math.ceil(startMs / picture.energy.stepMs);
    const inside = picture.energy.levels.slice(first, Math.floor(endMs / picture.energy.stepMs));
    assert.ok(inside.every((level) => level > 100), "where somebody speaks it is loud");
  }
  assert.deepEqual(picture.alba.map(({ text, whole }) => [text, whole]), [
    ["Is there anything else?", true],
  ]);
});

Deno.test("[FI2] without finalising there is still a picture, without loudness and speakers", () => {
  const empty = { envelope: undefined, turns: [], utterances: [], gaps: [] };
  assert.deepEqual(timeline({ length: samples(16_000), ...empty }), {
    durationMs: 1_000,
    energy: { stepMs: 0, levels: [] },
    speakers: [],
    alba: [],
    gaps: [],
  });
});

Deno.test("[FI2] loudness runs from silence to full scale in decibels", () => {
  assert.equal(levelOf(new Int16Array(100)), 0);
  assert.equal(levelOf(new Int16Array(100).fill(32_767)), 255);
  const half = levelOf(new Int16Array(100).fill(1_036));
  assert.ok(Math.abs(half - 127) <= 1, "30 dB below full scale is the middle");
  assert.equal(levelOf(new Int16Array(100).fill(10)), 0, "below -60 dB is nothing");
});

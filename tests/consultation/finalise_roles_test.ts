import assert from "node:assert/strict";
import fc from "fast-check";
import { samples } from "@/lib/audio/units.ts";
import { segmentId } from "@/lib/record/ids.ts";
import {
  heardWords,
  type LineSource,
  reviewLines,
  withRoles,
} from "@/lib/consultation/finalise/review_lines.ts";
import { guessRoles } from "@/lib/consultation/finalise/role_guess.ts";

const says = (...lines: string[]) => ({ lines, repliesToAlba: 0, spokeFirst: false });

const DOCTOR = says(
  "What has brought you in today?",
  "How long have you had it?",
  "I would like to check your blood pressure.",
);
const PATIENT = says(
  "I have had a pain in my chest.",
  "It started on Tuesday.",
  "Thank you, doctor.",
);
const DAUGHTER = says("He has been falling.", "He went pale and his hands were cold.");

Deno.test("[FI1] who asks and examines is the doctor, whoever spoke first", () => {
  for (
    const [first, second, roles] of [
      [DOCTOR, PATIENT, ["doctor", "patient"]],
      [PATIENT, DOCTOR, ["patient", "doctor"]],
    ] as const
  ) {
    const guesses = guessRoles([{ ...first, spokeFirst: true }, second], 2);
    assert.deepEqual(guesses.map(({ role }) => role), roles);
    assert.ok(guesses.every(({ guessed, margin }) => guessed && (margin ?? 0) > 0.9));
  }
});

Deno.test("[FI1] first speaker = doctor is a weak guess and is shown as one", () => {
  const hello = says("Hello.");
  const guesses = guessRoles([{ ...hello, spokeFirst: true }, hello], 2);
  assert.deepEqual(guesses.map(({ role }) => role), ["doctor", "patient"]);
  assert.ok(guesses.every(({ guessed, margin }) => guessed && (margin ?? 1) < 0.3));
});

Deno.test("[FI1] with three, who speaks of themselves is the patient and who tells of them came along", () => {
  for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0]]) {
    const people = [DOCTOR, PATIENT, DAUGHTER];
    const roles = ["doctor", "patient", "other"] as const;
    const guesses = guessRoles(order.map((index) => people[index] ?? DOCTOR), 3);
    assert.deepEqual(guesses.map(({ role }) => role), order.map((index) => roles[index]));
  }
});

Deno.test("[FI1] one declared speaker is the doctor by the doctor's own word; undeclared it is a guess", () => {
  assert.deepEqual(guessRoles([PATIENT], 1), [{ role: "doctor", guessed: false, margin: null }]);
  const [alone] = guessRoles([PATIENT], null);
  assert.ok(alone?.role === "patient" && alone.guessed);
  assert.deepEqual(guessRoles([], 2), []);
});

Deno.test("[FI1] who answers Alba is the patient", () => {
  const few = says("Yes.", "Six weeks.");
  const guesses = guessRoles([few, { ...few, repliesToAlba: 3 }], 2);
  assert.deepEqual(guesses.map(({ role }) => role), ["doctor", "patient"]);
});

Deno.test("[FI1] whatever is said there is one doctor, and margins are shares", () => {
  const speaker = fc.record({
    lines: fc.array(fc.string(), { maxLength: 5 }),
    repliesToAlba: fc.nat({ max: 9 }),
    spokeFirst: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(speaker, { minLength: 2, maxLength: 8 }), (speakers) => {
    const guesses = guessRoles(speakers, speakers.length);
    assert.equal(guesses.filter(({ role }) => role === "doctor").length, 1);
    assert.equal(guesses.filter(({ role }) => role === "patient").length, 1);
    for (const { margin } of guesses) assert.ok(margin !== null && margin >= 0 && margin <= 1);
  }));
});

function segment(text: string, startMs: number): LineSource {
  const words = text.split(" ").map((word, index) => ({
    text: word,
    start: samples((startMs + index * 300) * 16),
    end: samples((startMs + index * 300 + 250) * 16),
    probability: 0.9,
  }));
  return {
    id: segmentId.parse("01J00000000000000000000000"),
    start: words[0]?.start ?? samples(0),
    end: words.at(-1)?.end ?? samples(0),
    text,
    words,
    lowConfidence: true,
    origin: "heard",
    role: null,
  };
}

Deno.test("[FI2] a segment with two people's words is two lines that lose and double no word", () => {
  const said = fc.array(fc.array(fc.constantFrom("so", "yes,", "it", "hurts."), { minLength: 1 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(fc.property(said, fc.infiniteStream(fc.nat({ max: 2 })), (lines, stream) => {
    const segments = lines.map((words, index) => segment(words.join(" "), index * 10_000));
    const words = heardWords(segments);
    const speakers = words.map(() => ({ speaker: Number(stream.next().value), margin: 0.5 }));
    const turns = reviewLines("whole", segments, speakers);
    assert.equal(turns.map(({ text }) => text).join(" "), lines.flat().join(" "));
    assert.deepEqual(
      turns.flatMap(({ speaker, firstWord, endWord }) =>
        Array.from({ length: endWord - firstWord }, () => speaker)
      ),
      speakers.map(({ speaker }) => speaker),
    );
    for (const { start, end } of turns) assert.ok(end > start);
  }));
});

Deno.test("[FI2] what was typed keeps the role that the doctor gave it", () => {
  const typed: LineSource = {
    ...segment("No known allergies.", 500),
    origin: "typed",
    role: "doctor",
  };
  const heard = segment("It hurts.", 2_000);
  const speakers = heard.words.map(() => ({ speaker: 0, margin: 1 }));
  const lines = withRoles(reviewLines("whole", [typed, heard], speakers), [
    { role: "patient", guessed: true, margin: 0.7 },
  ]);
  assert.deepEqual(
    lines.map(({ version, speaker, role, roleGuessed }) => [version, speaker, role, roleGuessed]),
    [["live", null, "doctor", false], ["whole", 0, "patient", true]],
  );
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { SAMPLE_RATE_HZ, samples } from "@/lib/audio/units.ts";
import { speakerPath } from "@/lib/engines/speakers/speaker_path.ts";
import { speakersOf } from "@/lib/engines/speakers/speakers_of.ts";
import { voiceCells } from "@/lib/engines/speakers/voice_cells.ts";
import { findVoices } from "@/lib/engines/speakers/voices.ts";
import {
  dialogueOf,
  heardDialogue,
  type SaidLine,
  seeded,
  voiceWindow,
  wordsOfLines,
} from "./voices_for_test.ts";

const seeds = fc.integer({ min: 1, max: 1_000_000 });

/** Share of the words that are given to the right person, speakers matched by first appearance. */
function rightShare(people: readonly number[], speakers: readonly number[]): number {
  const order = [...new Set(people)];
  const right = people.filter((person, index) => speakers[index] === order.indexOf(person)).length;
  return right / people.length;
}

function speakerOfEachWord(found: ReturnType<typeof speakersOf>): number[] {
  return found.cells.flatMap(({ firstWord, endWord, speaker }) =>
    Array.from({ length: endWord - firstWord }, () => speaker)
  );
}

Deno.test("[FI1] cells hold every word once, in order, and stay inside one breath", () => {
  fc.assert(fc.property(seeds, fc.integer({ min: 1, max: 60 }), (seed, lines) => {
    const { words } = wordsOfLines(dialogueOf(3, lines, seeded(seed)));
    const cells = voiceCells(words);
    assert.deepEqual(
      cells.flatMap(({ firstWord, endWord }) =>
        Array.from({ length: endWord - firstWord }, (_, at) => firstWord + at)
      ),
      words.map((_, index) => index),
    );
    for (const cell of cells) {
      assert.ok(cell.window.start <= cell.start && cell.window.end >= cell.end);
      const inside = words.slice(cell.firstWord, cell.endWord);
      for (const [index, word] of inside.slice(1).entries()) {
        assert.ok(word.start - (inside[index]?.end ?? 0) < 0.3 * SAMPLE_RATE_HZ);
        assert.ok(!/[.?!]$/.test(inside[index]?.text ?? ""), "a sentence's end parts cells");
      }
    }
  }));
});

Deno.test("[FI1] two to eight declared people are told apart, turn by turn", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 2, max: 8 }), (seed, people) => {
      const random = seeded(seed);
      const { cells, people: said } = heardDialogue(dialogueOf(people, 80, random), random);
      const found = speakersOf(cells, people);
      assert.equal(found.found, people);
      assert.ok(rightShare(said, speakerOfEachWord(found)) >= 0.95);
    }),
    { numRuns: 25 },
  );
});

Deno.test("[FI1] without a declaration the number of people is estimated", () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 4 }), (seed, people) => {
      const random = seeded(seed);
      const { cells } = heardDialogue(dialogueOf(people, 60, random), random);
      assert.equal(speakersOf(cells, null).found, people);
    }),
    { numRuns: 25 },
  );
});

Deno.test("[FI1] one speaker declared as three is still one", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = seeded(seed);
    const { cells } = heardDialogue(dialogueOf(1, 40, random), random);
    assert.equal(speakersOf(cells, 3).found, 1);
    assert.equal(speakersOf(cells, 2).found, 1);
  }
});

Deno.test("[FI1] one person is one speaker when one was declared, whatever the voices", () => {
  const random = seeded(7);
  const { cells } = heardDialogue(dialogueOf(2, 40, random), random);
  const found = speakersOf(cells, 1);
  assert.equal(found.found, 1);
  assert.equal(found.closest, null);
});

Deno.test("[FI1] nothing said is nobody; one word is one speaker", () => {
  assert.deepEqual(speakersOf([], 2), { cells: [], found: 0, closest: null });
  const { cells } = heardDialogue([{ person: 0, text: "Hello.", pauseMs: 0 }], seeded(1));
  assert.equal(speakersOf(cells, 2).found, 1);
  assert.equal(speakersOf(cells, null).found, 1);
});

Deno.test("[FI1] a cough is not a third person", () => {
  const random = seeded(11);
  const lines: SaidLine[] = dialogueOf(2, 40, random);
  const cough: SaidLine = { person: 5, text: "Hm.", pauseMs: 500 };
  const { cells } = heardDialogue([...lines.slice(0, 20), cough, ...lines.slice(20)], random);
  assert.equal(speakersOf(cells, 3).found, 2);
  assert.equal(speakersOf(cells, null).found, 2);
});

Deno.test("[FI1] a change of speaker without a pause or a full stop is found inside the line", () => {
  const random = seeded(3);
  const lines: SaidLine[] = [
    ...dialogueOf(2, 20, random),
    {
      person: 0,
      text: "so where does it hurt when you walk up the hill to the shops",
      pauseMs: 900,
    },
    { person: 1, text: "in my chest and in my left arm and it goes away when I stop.", pauseMs: 0 },
  ];
  const { cells, people } = heardDialogue(lines, random, 0.3);
  const words = speakerOfEachWord(speakersOf(cells, 2));
  const last = words.slice(-27);
  assert.equal(
    rightShare(people.slice(-27), last.map((speaker) => speaker === last[0] ? 0 : 1)) > 0.85,
    true,
  );
});

Deno.test("[FI1] a doubtful piece inside a sentence goes with its neighbours, after a pause it does not", () => {
  const [one, other] = [voiceWindow(0, seeded(1), 0), voiceWindow(1, seeded(1), 0)];
  const leaning = one.map((value, at) => 0.6 * value + 0.8 * (other[at] ?? 0));
  const { cells } = heardDialogue(
    [{
      person: 0,
      text: Array.from({ length: 20 }, (_, word) => `w${word}`).join(" "),
      pauseMs: 0,
    }],
    seeded(1),
    0,
  );
  const path = (joint: "flowing" | "pause") =>
    speakerPath(
      cells.map((cell, index) =>
        index === 2 || index === 3
          ? { ...cell, joint, embedding: index === 2 ? leaning : one }
          : { ...cell, embedding: one }
      ),
      [one, other],
    ).map(({ speaker }) => speaker);
  assert.deepEqual(path("flowing"), cells.map(() => 0));
  assert.equal(path("pause")[2], 1);
});

Deno.test("[FI1] a voice halfway between two people is given away with little margin", () => {
  const random = seeded(5);
  const { cells } = heardDialogue(dialogueOf(2, 30, random), random);
  const sure = speakersOf(cells, 2).cells.map(({ margin }) => margin);
  assert.ok(sure.every((margin) => margin >= 0 && margin <= 1));
  const [one, other] = [voiceWindow(0, random, 0), voiceWindow(1, random, 0)];
  const between = one.map((value, at) => (value + (other[at] ?? 0)) / Math.SQRT2);
  const doubtful = cells.map((cell, index) =>
    index === 10 ? { ...cell, joint: "pause" as const, embedding: between } : cell
  );
  const told = speakersOf(doubtful, 2).cells[10]?.margin ?? 1;
  assert.ok(told < (sure[10] ?? 0), `${told} is not below ${sure[10]}`);
});

Deno.test("[FI1] the order of loudness or of pieces does not change the voices found", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = seeded(seed);
      const pieces = Array.from({ length: 30 }, (_, index) => ({
        embedding: voiceWindow(index % 2, random),
        weight: SAMPLE_RATE_HZ,
      }));
      assert.equal(findVoices(pieces, 2).length, findVoices([...pieces].reverse(), 2).length);
    }),
    { numRuns: 20 },
  );
});

Deno.test("[FI1] three hours of talk are told apart without holding the room up", () => {
  const random = seeded(9);
  const { cells, people } = heardDialogue(dialogueOf(2, 4_500, random), random);
  assert.ok((cells.at(-1)?.end ?? samples(0)) > 2.5 * 3_600 * SAMPLE_RATE_HZ);
  const found = speakersOf(cells, 2);
  assert.ok(rightShare(people, speakerOfEachWord(found)) >= 0.95);
});

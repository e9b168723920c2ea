import { msToSamples, samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import type { Embedding } from "@/lib/engines/speakers/speaker_encoder.ts";
import type { HeardCell } from "@/lib/engines/speakers/speaker_path.ts";
import { voiceCells } from "@/lib/engines/speakers/voice_cells.ts";

/** A small seeded generator (mulberry32), so that every failure can be run again. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SIZE = 64;

/**
 * A window of somebody's voice: their own direction plus noise. With `noise` 0.6 two windows of one
 * person have a cosine near 0.73 and of two people near 0, farther apart than real voices are (0.83
 * and 0.55) but as uncertain.
 */
export function voiceWindow(person: number, random: () => number, noise = 0.6): Embedding {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const raw = Float32Array.from(
    { length: SIZE },
    (_, at) => (at === person ? 1 : 0) + noise * normal() / Math.sqrt(SIZE),
  );
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  return raw.map((value) => value / length);
}

export interface SaidLine {
  readonly person: number;
  readonly text: string;
  /** Silence before it. */
  readonly pauseMs: number;
}

/** Words of 300 ms at their places, one line after another. */
export function wordsOfLines(lines: readonly SaidLine[]): { words: HeardWord[]; people: number[] } {
  const words: HeardWord[] = [];
  const people: number[] = [];
  let atMs = 1_000;
  for (const { person, text, pauseMs } of lines) {
    atMs += pauseMs;
    for (const word of text.split(" ")) {
      words.push({
        text: word,
        start: msToSamples(atMs),
        end: msToSamples(atMs + 300),
        probability: 0.9,
      });
      people.push(person);
      atMs += 300;
    }
  }
  return { words, people };
}

/** The cells of a dialogue with the voices that their words have; a mixed cell sounds mixed. */
export function heardDialogue(
  lines: readonly SaidLine[],
  random: () => number,
  noise?: number,
): { cells: HeardCell[]; words: HeardWord[]; people: number[] } {
  const { words, people } = wordsOfLines(lines);
  const cells = voiceCells(words).map((cell) => {
    const inside = people.slice(cell.firstWord, cell.endWord);
    const person = inside[Math.floor(inside.length / 2)] ?? 0;
    return { ...cell, embedding: voiceWindow(person, random, noise) };
  });
  return { cells, words, people };
}

/** A dialogue of so many lines by so many people, in turn, each with a full stop or question mark. */
export function dialogueOf(people: number, lines: number, random: () => number): SaidLine[] {
  return Array.from({ length: lines }, (_, index) => ({
    person: index < people ? index : Math.floor(random() * people),
    text: Array.from({ length: 4 + Math.floor(random() * 8) }, (_, word) => `w${word}`).join(" ") +
      (index % 2 === 0 ? "?" : "."),
    pauseMs: Math.floor(random() * 900),
  }));
}

export const SECOND = samples(16_000);

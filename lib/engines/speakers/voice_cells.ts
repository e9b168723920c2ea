import type { Span } from "@/lib/audio/spans.ts";
import { msToSamples, type Samples, samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";
import { endsSentence } from "@/lib/engines/transcriber/hypothesis.ts";

/** A pause from which on the next word may well be somebody else's. */
const BREATH_PAUSE: Samples = msToSamples(300);

/** Long enough to carry a voice, short enough that two people rarely share one. */
const CELL_LENGTH: Samples = msToSamples(1_200);

/** What the speaker encoder was trained on; it hears a cell within this much of its surroundings. */
const WINDOW_LENGTH: Samples = msToSamples(1_600);

/** Whisper's word times err by about this much. */
const WORD_TIME_ERROR: Samples = msToSamples(60);

/** How a cell is parted from the one before it: the likelier a change of speaker, the later named. */
export type Joint = "flowing" | "sentence" | "pause";

/**
 * The smallest piece that is given to one speaker: a few neighbouring words of one breath. Turns can
 * only change where cells meet, which is always between two words.
 */
export interface VoiceCell extends Span {
  /** Index of its first word and of the one after its last. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly joint: Joint;
  /** Where the voice is listened to: the cell and what belongs to the same sentence around it. */
  readonly window: Span;
}

/** Cuts the words of a recording (in order, apart) into cells. */
export function voiceCells(words: readonly HeardWord[]): VoiceCell[] {
  return sentences(words).flatMap(({ first, end, joint }) => {
    const cells: VoiceCell[] = [];
    const sentence = spanOf(words, first, end);
    const pieces = Math.max(1, Math.round((sentence.end - sentence.start) / CELL_LENGTH));
    let from = first;
    for (let piece = 1; piece <= pieces && from < end; piece++) {
      const target = sentence.start + (sentence.end - sentence.start) * piece / pieces;
      let to = from + 1;
      while (to < end && (piece === pieces || middle(words[to]) < target)) to++;
      const span = spanOf(words, from, to);
      cells.push({
        ...span,
        firstWord: from,
        endWord: to,
        joint: from === first ? joint : "flowing",
        window: windowAround(span, sentence),
      });
      from = to;
    }
    return cells;
  });
}

/** Runs of words without a pause or a sentence's end in them. */
function sentences(
  words: readonly HeardWord[],
): { readonly first: number; readonly end: number; readonly joint: Joint }[] {
  const runs: { first: number; end: number; joint: Joint }[] = [];
  words.forEach((word, index) => {
    const before = words[index - 1];
    const last = runs.at(-1);
    const pausing = before === undefined || word.start - before.end >= BREATH_PAUSE;
    if (last !== undefined && before !== undefined && !pausing && !endsSentence([before])) {
      last.end = index + 1;
    } else runs.push({ first: index, end: index + 1, joint: pausing ? "pause" : "sentence" });
  });
  return runs;
}

function spanOf(words: readonly HeardWord[], first: number, end: number): Span {
  const start = words[first]?.start ?? samples(0);
  return { start, end: samples(Math.max(start, words[end - 1]?.end ?? start)) };
}

function middle(word: HeardWord | undefined): number {
  return word === undefined ? 0 : (word.start + word.end) / 2;
}

function windowAround(cell: Span, sentence: Span): Span {
  const missing = Math.max(0, WINDOW_LENGTH - (cell.end - cell.start));
  const start = Math.max(sentence.start, cell.start - Math.ceil(missing / 2));
  const end = Math.min(sentence.end, start + Math.max(WINDOW_LENGTH, cell.end - cell.start));
  const begin = Math.max(sentence.start, Math.min(start, end - WINDOW_LENGTH));
  return {
    start: samples(Math.max(0, begin - WORD_TIME_ERROR)),
    end: samples(end + WORD_TIME_ERROR),
  };
}

import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import type { Embedding } from "@/lib/engines/speakers/speaker_encoder.ts";
import { cosine } from "@/lib/engines/speakers/vectors.ts";
import type { Joint, VoiceCell } from "@/lib/engines/speakers/voice_cells.ts";

/**
 * How much a second of likeness to a voice weighs against what a change of speaker costs, in nats.
 * A cell of one second differs by about 0.3 between its own voice and another (measured), which is
 * 7 nats: enough to change in the middle of a sentence, where a short "yes" is not.
 */
const NATS_PER_LIKENESS = 25;

/** A longer cell says no more about who it is: its window has the same length. */
const LONGEST_COUNTED_S = 1.2;

/** Cost of a change of speaker at a joint, in nats. */
const CHANGE_COST: Readonly<Record<Joint, number>> = { flowing: 5, sentence: 1.5, pause: 0.7 };

export interface HeardCell extends VoiceCell {
  readonly embedding: Embedding;
}

/** Who speaks in a cell, and by how much that is likelier than the next guess, 0 to 1. */
export interface SpokenCell extends VoiceCell {
  readonly speaker: number;
  readonly margin: number;
}

/**
 * The likeliest speaker of each cell given all cells: a hidden Markov model over the voices, whose
 * posterior is computed forwards and backwards. Ties go to the voice named first.
 */
export function speakerPath(
  cells: readonly HeardCell[],
  voices: readonly Embedding[],
): SpokenCell[] {
  if (voices.length === 0) return [];
  const scores = cells.map((cell) => {
    const seconds = Math.min(LONGEST_COUNTED_S, (cell.end - cell.start) / SAMPLE_RATE_HZ);
    return voices.map((voice) => NATS_PER_LIKENESS * seconds * cosine(cell.embedding, voice));
  });
  const forwards = swept(scores, (index) => cells[index]?.joint ?? "pause");
  const backwards = swept(
    [...scores].reverse(),
    (index) => cells[cells.length - index]?.joint ?? "pause",
  ).reverse();
  return cells.map((cell, index) => {
    const logs = voices.map((_, voice) =>
      (forwards[index]?.[voice] ?? 0) + (backwards[index]?.[voice] ?? 0) -
      (scores[index]?.[voice] ?? 0)
    );
    const { best, margin } = decided(logs);
    const { start, end, firstWord, endWord, joint, window } = cell;
    return { start, end, firstWord, endWord, joint, window, speaker: best, margin };
  });
}

/** Log of the summed likelihood of all paths that end in each voice, cell by cell. */
function swept(
  scores: readonly (readonly number[])[],
  jointBefore: (index: number) => Joint,
): number[][] {
  const rows: number[][] = [];
  scores.forEach((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) {
      rows.push([...row]);
      return;
    }
    const cost = CHANGE_COST[jointBefore(index)];
    rows.push(
      row.map((score, voice) =>
        score + logSum(before.map((value, from) => value - (from === voice ? 0 : cost)))
      ),
    );
  });
  return rows;
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

function decided(logs: readonly number[]): { best: number; margin: number } {
  const all = logSum(logs);
  const best = logs.indexOf(Math.max(...logs));
  const shares = logs.map((value) => Math.exp(value - all));
  const next = Math.max(0, ...shares.filter((_, index) => index !== best));
  return { best, margin: Math.min(1, Math.max(0, (shares[best] ?? 1) - next)) };
}

import { findVoices } from "@/lib/engines/speakers/voices.ts";
import { cosine, meanDirection } from "@/lib/engines/speakers/vectors.ts";
import {
  type HeardCell,
  speakerPath,
  type SpokenCell,
} from "@/lib/engines/speakers/speaker_path.ts";
import type { Embedding } from "@/lib/engines/speakers/speaker_encoder.ts";

/** Voices are learned again from the path this often; the second round changes little. */
const ROUNDS = 3;

/** A cell whose speaker was doubtful teaches nothing about a voice. */
const TEACHING_MARGIN = 0.8;

export interface Speakers {
  /** Numbered by first appearance, from 0. */
  readonly cells: readonly SpokenCell[];
  /** How many voices were told apart. */
  readonly found: number;
  /** Cosine of the two voices that are hardest to tell apart; null with fewer than two. */
  readonly closest: number | null;
}

/** Who says what: finds the voices among the cells and follows them. `declared` as in `findVoices`. */
export function speakersOf(cells: readonly HeardCell[], declared: number | null): Speakers {
  let voices = findVoices(
    cells.map((cell) => ({ embedding: cell.embedding, weight: cell.end - cell.start })),
    declared,
  );
  let path = speakerPath(cells, voices);
  for (let round = 1; round < ROUNDS; round++) {
    voices = voices.map((voice, speaker) => taught(voice, speaker, cells, path));
    path = speakerPath(cells, voices);
  }
  return numbered(path, voices);
}

function taught(
  voice: Embedding,
  speaker: number,
  cells: readonly HeardCell[],
  path: readonly SpokenCell[],
): Embedding {
  const mine = cells.flatMap((cell, index) => {
    const said = path[index];
    const sure = said !== undefined && said.speaker === speaker && said.margin >= TEACHING_MARGIN;
    return sure ? [{ embedding: cell.embedding, weight: cell.end - cell.start }] : [];
  });
  return meanDirection(mine) ?? voice;
}

/** Leaves out voices that nobody has, and numbers the others in the order in which they speak. */
function numbered(path: readonly SpokenCell[], voices: readonly Embedding[]): Speakers {
  const order = [...new Set(path.map(({ speaker }) => speaker))];
  const heard = order.flatMap((speaker) => voices[speaker] ?? []);
  const pairs = heard.flatMap((one, index) =>
    heard.slice(index + 1).map((other) => cosine(one, other))
  );
  return {
    cells: path.map((cell) => ({ ...cell, speaker: order.indexOf(cell.speaker) })),
    found: order.length,
    closest: pairs.length === 0 ? null : Math.max(...pairs),
  };
}

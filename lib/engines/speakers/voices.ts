import { SAMPLE_RATE_HZ } from "@/lib/audio/units.ts";
import type { Embedding } from "@/lib/engines/speakers/speaker_encoder.ts";
import { cosine, meanDirection } from "@/lib/engines/speakers/vectors.ts";

/** A piece of speech with its voice; `weight` is its length in samples. */
export interface VoicePiece {
  readonly embedding: Embedding;
  readonly weight: number;
}

/** Pairs are compared with each other, so the longest pieces speak for all: 300 take 30 ms. */
const MOST_COMPARED = 300;

/** A voice is heard for this long at least; less is a cough, a child or a slammed door. */
const SHORTEST_VOICE = 2.5 * SAMPLE_RATE_HZ;

/** In a long consultation even such a voice may be an accident: it must have this share of it, too. */
const SMALLEST_SHARE = 0.01;

/**
 * Two groups whose mean voices are more alike than this are one person (docs/decisions/speakers.md
 * has the figures). A declared count makes a second voice likelier, so less difference is asked for,
 * least of all between the only two.
 */
const SAME_VOICE = { undeclared: 0.75, declared: 0.8, declaredPair: 0.85 };

/** The spec's "Who spoke?" counts to eight. */
const MOST_VOICES = 8;

/**
 * The mean voice of each person, at most `declared` of them; with null the number is estimated.
 * Fewer come back when there are not as many that differ. Average-linkage grouping, cut where the
 * groups that are long enough to be a person are as many as declared.
 */
export function findVoices(
  pieces: readonly VoicePiece[],
  declared: number | null,
): readonly Embedding[] {
  const compared = [...pieces].sort((a, b) => b.weight - a.weight).slice(0, MOST_COMPARED);
  const total = compared.reduce((sum, { weight }) => sum + weight, 0);
  const enough = Math.min(total / 2, Math.max(SHORTEST_VOICE, total * SMALLEST_SHARE));
  const sought = declared ?? MOST_VOICES;
  const groups = grouped(compared, sought, enough);
  const voices = groups.flatMap((group) => {
    const embedding = meanDirection(group);
    const weight = weightOf(group);
    return embedding === null ? [] : [{ embedding, weight }];
  });
  return joinedAlike(voices, declared !== null).map(({ embedding }) => embedding);
}

/** Merges the two nearest groups until only `sought` of them are long enough to be a person. */
function grouped(
  pieces: readonly VoicePiece[],
  sought: number,
  enough: number,
): readonly (readonly VoicePiece[])[] {
  const groups: VoicePiece[][] = pieces.map((piece) => [piece]);
  const weights = pieces.map(({ weight }) => weight);
  const likeness = likenesses(pieces);
  const nearest = groups.map((_, index) => nearestTo(index, likeness, groups));
  let best: readonly (readonly VoicePiece[])[] = [];
  for (;;) {
    const persons = groups.filter((_, index) => (weights[index] ?? 0) >= enough);
    // Groups are replaced, never changed, when they are merged: these stay as they are.
    if (persons.length <= sought && persons.length >= best.length) best = persons;
    const pair = closestPair(nearest);
    if (pair === null) return best;
    merge(pair.one, pair.other, groups, weights, likeness);
    nearest.forEach((entry, index) => {
      const touched = index === pair.one || entry?.other === pair.one ||
        entry?.other === pair.other;
      if (touched) nearest[index] = nearestTo(index, likeness, groups);
    });
    nearest[pair.other] = null;
  }
}

function likenesses(pieces: readonly VoicePiece[]): Float64Array[] {
  const rows = pieces.map(() => new Float64Array(pieces.length));
  pieces.forEach(({ embedding }, one) => {
    for (let other = 0; other <= one; other++) {
      const value = cosine(embedding, pieces[other]?.embedding ?? embedding);
      for (const [at, to] of [[one, other], [other, one]] as const) {
        const row = rows[at];
        if (row !== undefined) row[to] = value;
      }
    }
  });
  return rows;
}

interface Nearest {
  readonly other: number;
  readonly likeness: number;
}

function nearestTo(
  index: number,
  likeness: readonly Float64Array[],
  groups: readonly (readonly VoicePiece[])[],
): Nearest | null {
  if (groups[index]?.length === 0) return null;
  let best: Nearest | null = null;
  likeness[index]?.forEach((value, other) => {
    if (other === index || groups[other]?.length === 0) return;
    if (best === null || value > best.likeness) best = { other, likeness: value };
  });
  return best;
}

function closestPair(nearest: readonly (Nearest | null)[]): { one: number; other: number } | null {
  let pair: { one: number; other: number } | null = null;
  let best = Number.NEGATIVE_INFINITY;
  nearest.forEach((entry, one) => {
    if (entry === null || entry.likeness <= best) return;
    best = entry.likeness;
    pair = { one, other: entry.other };
  });
  return pair;
}

/** Likeness of the joined group to the others is the mean over its pieces' pairs, by weight. */
function merge(
  one: number,
  other: number,
  groups: VoicePiece[][],
  weights: number[],
  likeness: readonly Float64Array[],
): void {
  const [mine, yours] = [weights[one] ?? 0, weights[other] ?? 0];
  const [row, second] = [likeness[one], likeness[other]];
  if (row === undefined || second === undefined) return;
  for (let at = 0; at < row.length; at++) {
    const joined = ((row[at] ?? 0) * mine + (second[at] ?? 0) * yours) / (mine + yours);
    row[at] = joined;
    const column = likeness[at];
    if (column !== undefined) column[one] = joined;
  }
  groups[one] = [...(groups[one] ?? []), ...(groups[other] ?? [])];
  groups[other] = [];
  weights[one] = mine + yours;
  weights[other] = 0;
}

function weightOf(group: readonly VoicePiece[]): number {
  return group.reduce((sum, { weight }) => sum + weight, 0);
}

/** Joins the two most alike voices as long as they are too much alike for two people. */
function joinedAlike(voices: readonly VoicePiece[], declared: boolean): readonly VoicePiece[] {
  const limit = !declared
    ? SAME_VOICE.undeclared
    : voices.length > 2
    ? SAME_VOICE.declared
    : SAME_VOICE.declaredPair;
  let best: { one: VoicePiece; other: VoicePiece; likeness: number } | null = null;
  for (const [index, one] of voices.entries()) {
    for (const other of voices.slice(index + 1)) {
      const likeness = cosine(one.embedding, other.embedding);
      if (best === null || likeness > best.likeness) best = { one, other, likeness };
    }
  }
  if (best === null || best.likeness <= limit) return voices;
  const { one, other } = best;
  const embedding = meanDirection([one, other]) ?? one.embedding;
  const joined = { embedding, weight: one.weight + other.weight };
  return joinedAlike([...voices.filter((it) => it !== one && it !== other), joined], declared);
}

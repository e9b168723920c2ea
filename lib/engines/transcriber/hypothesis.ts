import type { Samples } from "@/lib/audio/units.ts";
import type { HeardWord } from "@/lib/engines/ports.ts";

/** What one decode says of its window, in positions of the recording. */
export interface Hypothesis {
  readonly start: Samples;
  readonly end: Samples;
  readonly words: readonly HeardWord[];
  /** Whisper's probability that the window holds no speech. */
  readonly noSpeech: number;
  /** Mean log probability of the tokens; 0 is certain, below -1 is guessing. */
  readonly meanLogProbability: number;
  /** Length of the text over its compressed length; above 2.4 it repeats itself. */
  readonly compression: number;
}

/** A word as two decodes are compared by it: case and punctuation change from one to the next. */
export function comparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** How many words at the start of both say the same: what two decodes agree on may be committed. */
export function agreedLength(before: readonly HeardWord[], now: readonly HeardWord[]): number {
  let length = 0;
  while (length < before.length && length < now.length) {
    const [one, other] = [before[length], now[length]];
    if (one === undefined || other === undefined) break;
    if (comparable(one.text) !== comparable(other.text)) break;
    length++;
  }
  return length;
}

/**
 * How many of `words` say again what `committed` said, when both begin at the same place. The cut
 * with the smallest edit distance wins, since a later decode may spell an earlier word otherwise
 * ("20" for "twenty"); among equals the one whose time is nearest to the last committed word's end.
 * Words that end before the first committed one cost nothing: they were heard then, too, and dropped.
 */
export function repeatedLength(
  committed: readonly HeardWord[],
  words: readonly HeardWord[],
): number {
  const last = committed.at(-1);
  if (last === undefined) return 0;
  const heard = words.map((word) => comparable(word.text));
  const begin = committed[0]?.start ?? last.start;
  let costs = [0];
  for (const word of words) costs.push((costs.at(-1) ?? 0) + (word.end <= begin ? 0 : 1));
  for (const word of committed) {
    const text = comparable(word.text);
    const above = costs;
    costs = [(above[0] ?? 0) + 1];
    for (let cut = 1; cut <= heard.length; cut++) {
      const replaced = (above[cut - 1] ?? 0) + (heard[cut - 1] === text ? 0 : 1);
      const skipped = Math.min(above[cut] ?? 0, costs[cut - 1] ?? 0) + 1;
      costs.push(Math.min(replaced, skipped));
    }
  }
  const distance = (cut: number) => Math.abs((words[cut - 1]?.end ?? last.start) - last.end);
  let best = 0;
  for (let cut = 1; cut < costs.length; cut++) {
    const better = (costs[cut] ?? 0) - (costs[best] ?? 0);
    if (better < 0 || (better === 0 && distance(cut) < distance(best))) best = cut;
  }
  return best;
}

/** The words as a line of text. */
export function textOf(words: readonly HeardWord[]): string {
  return words.map((word) => word.text).join(" ");
}

/** True where the words' last mark is one that ends a sentence. */
export function endsSentence(words: readonly HeardWord[]): boolean {
  return /[.?!]$/.test(words.at(-1)?.text ?? "");
}

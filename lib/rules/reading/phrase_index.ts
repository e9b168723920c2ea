import { parsePhrases, type Phrase, stemOfWanted } from "@/lib/rules/reading/phrase.ts";
import type { Word } from "@/lib/rules/reading/sentence.ts";

export interface IndexedPhrase<Owner> {
  readonly phrase: Phrase;
  readonly owner: Owner;
}

/**
 * The token prefilter: each phrase is filed under the words of its rarest slot, so that a segment
 * only tries phrases of which it already holds that word. Trying all would cost more than
 * everything else on the box while a consultation runs.
 */
export class PhraseIndex<Owner> {
  readonly #byStem = new Map<string, IndexedPhrase<Owner>[]>();

  constructor(owners: Iterable<readonly [owner: Owner, sources: readonly string[]]>) {
    const entries: IndexedPhrase<Owner>[] = [];
    for (const [owner, sources] of owners) {
      for (const source of sources) {
        for (const phrase of parsePhrases(source)) entries.push({ phrase, owner });
      }
    }
    const usage = stemUsage(entries.map((entry) => entry.phrase));
    for (const entry of entries) {
      for (const wanted of rarestSlot(entry.phrase, usage)) {
        const stem = stemOfWanted(wanted);
        const filed = this.#byStem.get(stem);
        if (filed === undefined) this.#byStem.set(stem, [entry]);
        else filed.push(entry);
      }
    }
  }

  /** Phrases worth trying on these words, each once. */
  candidates(words: readonly Word[]): Set<IndexedPhrase<Owner>> {
    const found = new Set<IndexedPhrase<Owner>>();
    for (const word of words) {
      for (const entry of this.#byStem.get(word.stem) ?? []) found.add(entry);
    }
    return found;
  }
}

function stemUsage(phrases: readonly Phrase[]): Map<string, number> {
  const usage = new Map<string, number>();
  for (const phrase of phrases) {
    for (const slot of phrase.slots) {
      for (const alternative of slot.alternatives) {
        for (const stem of alternative) usage.set(stem, (usage.get(stem) ?? 0) + 1);
      }
    }
  }
  return usage;
}

/** The slot whose words are least used by all phrases; one stem of each of its alternatives. */
function rarestSlot(phrase: Phrase, usage: ReadonlyMap<string, number>): Set<string> {
  let best: { stems: Set<string>; cost: number } | null = null;
  for (const slot of phrase.slots) {
    const stems = new Set(slot.alternatives.map((alternative) => rarest(alternative, usage)));
    let cost = 0;
    for (const stem of stems) cost += usage.get(stem) ?? 0;
    if (best === null || cost < best.cost) best = { stems, cost };
  }
  return best?.stems ?? new Set();
}

function rarest(alternative: readonly string[], usage: ReadonlyMap<string, number>): string {
  return [...alternative].sort((a, b) => (usage.get(a) ?? 0) - (usage.get(b) ?? 0))[0] ?? "";
}

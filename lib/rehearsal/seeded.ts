/**
 * Chance that can be repeated. The whole state is one number, so it lies in a JSON record and a
 * run goes on from it as if it had never stopped.
 *
 * The generator is mulberry32 (Tommy Ettinger, 2017, public domain): 32 bits of state, a full
 * period of 2³², good enough for choosing sentences and pauses, and never for secrets.
 */
export interface Seeded {
  /** The next number, 0 ≤ x < 1. */
  next(): number;
  /** True with the given probability; always draws one number, so that dials do not shift others. */
  chance(probability: number): boolean;
  /** One of a non-empty list, each as likely; throws `RangeError` on an empty one. */
  pick<Item>(items: readonly Item[]): Item;
  /** A number between two bounds. */
  between(low: number, high: number): number;
  /** Give this to `seeded` to go on from here. */
  state(): number;
}

/** Starts at a seed, or goes on from a `state()`: any whole number, of which 32 bits count. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("Cannot pick one of nothing: the list is empty");
      return item;
    },
    between: (low, high) => low + (high - low) * next(),
    state: () => state,
  };
}

/**
 * A seed of its own for each purpose, so that what one part draws never moves another: the same
 * patient comes however many engine delays were drawn. FNV-1a over the label, then one mix.
 */
export function forkSeed(seed: number, label: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const character of label) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return Math.floor(seeded(hash).next() * 2 ** 32);
}

/** A log-normal draw around its median; `spread` is the standard deviation of the logarithm. */
export function drawLogNormal(random: Seeded, median: number, spread: number): number {
  // Box–Muller; 1 − x keeps the logarithm away from zero.
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * random.next()));
}

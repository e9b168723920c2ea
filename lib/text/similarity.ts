import { meaningfulWords } from "@/lib/text/normalise.ts";

/** A text as the comparison sees it; build it once and keep it beside the text. */
export interface TokenSet {
  /** Distinct meaningful words in code-unit order. */
  readonly tokens: readonly string[];
}

export function tokenSet(text: string): TokenSet {
  return tokenSetOf(meaningfulWords(text));
}

/** For callers that drop further words of their own, as actions do (UR11). */
export function tokenSetOf(tokens: Iterable<string>): TokenSet {
  return { tokens: [...new Set(tokens)].sort() };
}

/** Exact token-set equality, the "match" of QU2. An empty set equals nothing, itself included. */
export function sameTokens(a: TokenSet, b: TokenSet): boolean {
  return a.tokens.length > 0 && a.tokens.length === b.tokens.length &&
    a.tokens.every((token, index) => token === b.tokens[index]);
}

export function sharedTokens(a: TokenSet, b: TokenSet): string[] {
  const other = new Set(b.tokens);
  return a.tokens.filter((token) => other.has(token));
}

/**
 * Token-set similarity, 0 to 1 (QU7). With I the shared tokens and A, B the remainders, the best
 * ratio among I, I+A and I+B. A subset scores 1; without a shared token the result is 0.
 */
export function tokenSetSimilarity(a: TokenSet, b: TokenSet): number {
  const shared = sharedTokens(a, b);
  if (shared.length === 0) return 0;
  const inBoth = new Set(shared);
  const withRest = (set: TokenSet) =>
    [...shared, ...set.tokens.filter((token) => !inBoth.has(token))].join(" ");
  const common = shared.join(" ");
  const first = withRest(a);
  const second = withRest(b);
  return Math.max(
    matchRatio(common, first),
    matchRatio(common, second),
    matchRatio(first, second),
  );
}

/** `tokenSetSimilarity` for two texts that are compared only once. */
export function similarity(a: string, b: string): number {
  return tokenSetSimilarity(tokenSet(a), tokenSet(b));
}

/**
 * Ratcliff–Obershelp ratio 2·M/T over code points, in the variant of Python's
 * `difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()`: of equally long blocks the one
 * that starts first in `a`, then first in `b`, is taken. Not symmetric. Two empty texts give 1.
 */
export function matchRatio(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const total = left.length + right.length;
  return total === 0 ? 1 : 2 * matchedCodePoints(left, right) / total;
}

interface Region {
  readonly leftFrom: number;
  readonly leftTo: number;
  readonly rightFrom: number;
  readonly rightTo: number;
}

/** M: the longest common block, then the same on both sides of it, until nothing is common. */
function matchedCodePoints(left: readonly string[], right: readonly string[]): number {
  const regions: Region[] = [
    { leftFrom: 0, leftTo: left.length, rightFrom: 0, rightTo: right.length },
  ];
  let matched = 0;
  for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
    const block = longestBlock(left, right, region);
    if (block.length === 0) continue;
    matched += block.length;
    regions.push(
      { ...region, leftTo: block.left, rightTo: block.right },
      {
        ...region,
        leftFrom: block.left + block.length,
        rightFrom: block.right + block.length,
      },
    );
  }
  return matched;
}

function longestBlock(left: readonly string[], right: readonly string[], region: Region) {
  const best = { left: region.leftFrom, right: region.rightFrom, length: 0 };
  // Entry j + 1 holds how long a common block ends at the previous left index and right index j.
  let previous = new Uint32Array(right.length + 1);
  for (let i = region.leftFrom; i < region.leftTo; i++) {
    const current = new Uint32Array(right.length + 1);
    for (let j = region.rightFrom; j < region.rightTo; j++) {
      if (left[i] !== right[j]) continue;
      const length = (j === region.rightFrom ? 0 : previous[j] ?? 0) + 1;
      current[j + 1] = length;
      if (length > best.length) {
        best.left = i - length + 1;
        best.right = j - length + 1;
        best.length = length;
      }
    }
    previous = current;
  }
  return best;
}

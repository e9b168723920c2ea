/**
 * Index of the line that is heard at `nowMs`: the last one that has begun; -1 before the first.
 * `startsMs` is in rising order. By halving, because it is asked several times a second.
 */
export function lineAt(startsMs: readonly number[], nowMs: number): number {
  let low = 0;
  let high = startsMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((startsMs[middle] ?? Infinity) <= nowMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

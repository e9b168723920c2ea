/** Nearest rank of unordered numbers, to two decimals; `percent` from 0 to 100. Throws on none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)];
  if (value === undefined) throw new RangeError("Cannot take a percentile of nothing");
  return rounded(value);
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

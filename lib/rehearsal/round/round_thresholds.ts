/** Thresholds by their names; where cases ran under different ones, how many ran under each value. */
export type RoundThresholds = Readonly<Record<string, unknown>>;

/** What the controllers of a round, or of a part of it, ran under. */
export function roundThresholds(cases: readonly RoundThresholds[]): RoundThresholds {
  const varied = variedThresholds(cases);
  const names = Object.keys(cases[0] ?? {});
  return Object.fromEntries(names.map((name) => {
    if (!varied.has(name)) return [name, cases[0]?.[name]];
    const runs: Record<string, number> = {};
    for (const thresholds of cases) {
      const value = String(thresholds[name]);
      runs[value] = (runs[value] ?? 0) + 1;
    }
    return [name, runs];
  }));
}

/** The names of those in which the cases differ, such as who judges the ends of turns. */
export function variedThresholds(cases: readonly RoundThresholds[]): ReadonlySet<string> {
  const first = cases[0] ?? {};
  const isVaried = (name: string) => cases.some((thresholds) => thresholds[name] !== first[name]);
  return new Set(Object.keys(first).filter(isVaried));
}

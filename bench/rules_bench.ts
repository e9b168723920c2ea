import { createRulesEngine } from "@/lib/rules/engine.ts";
import { LABELLED } from "@/tests/rules/labelled.ts";

/**
 * `deno run -A bench/rules_bench.ts`: time of one committed segment through the rules, as a JSON
 * line. The load is every labelled line in turn, first each from an empty state, then all of them
 * as one long consultation, in which every frame ends up open.
 */
const ROUNDS = 20;

const lines = Object.values(LABELLED).flat().flatMap((item) => item.lines);
const startedAt = performance.now();
const engine = createRulesEngine();
const buildMs = performance.now() - startedAt;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function measure(carryState: boolean) {
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let state = engine.initial;
    for (const [line, { role, text }] of lines.entries()) {
      const before = performance.now();
      const reading = engine.step(state, { line, role, text });
      timesMs.push(performance.now() - before);
      if (carryState) state = reading.state;
    }
  }
  timesMs.sort((a, b) => a - b);
  const mean = timesMs.reduce((sum, one) => sum + one, 0) / timesMs.length;
  return { meanMs: mean, p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) };
}

measure(true);
const result = {
  bench: "rules",
  segments: lines.length * ROUNDS,
  buildMs,
  fresh: measure(false),
  oneLongConsultation: measure(true),
};
Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(result)}\n`));

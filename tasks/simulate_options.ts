import { parseArgs } from "node:util";
import { type FaultChoice, parseFaults } from "@/lib/rehearsal/patients/profiles.ts";
import { type RoundSettings, roundSettings } from "@/lib/rehearsal/round/round_settings.ts";
import { parseSweep, type Sweep } from "@/lib/rehearsal/round/sweep.ts";

const USAGE = "Use: deno task simulate --seeds N [--from S] [--faults all|none|LIST] " +
  "[--set NAME=VALUE]… [--sweep NAME=VALUE,VALUE… | --baseline N] [--workers N] [--json]";

/** Enough for the ratio to the source's own order of work, and a short wait beside a long run. */
const BASELINE_SEEDS = 50;

export interface SimulateOptions {
  readonly seeds: number;
  readonly from: number;
  readonly faults: FaultChoice;
  readonly settings: RoundSettings;
  readonly sweep: Sweep | null;
  readonly baselineSeeds: number;
  readonly workers: number;
  readonly json: boolean;
  /** How a worker answers: one line of figures for each case. */
  readonly figures: boolean;
}

export type SimulateOptionsResult =
  | { readonly ok: true; readonly options: SimulateOptions }
  | { readonly ok: false; readonly words: string };

/** Reads the command line of `deno task simulate` over the box's own settings (`environment`). */
export function simulateOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SimulateOptionsResult {
  const values = written(args);
  if (values === null) return { ok: false, words: USAGE };
  const [seeds, from] = [wholeNumber(values.seeds, 1), wholeNumber(values.from, 0)];
  const workers = wholeNumber(values.workers, 1);
  const usualBaseline = values.sweep === undefined ? Math.min(seeds ?? 0, BASELINE_SEEDS) : 0;
  const baselineSeeds = wholeNumber(values.baseline ?? String(usualBaseline), 0);
  if (seeds === null || from === null || workers === null || baselineSeeds === null) {
    return { ok: false, words: USAGE };
  }
  if (values.sweep !== undefined && baselineSeeds > 0) return { ok: false, words: USAGE };
  const faults = parseFaults(values.faults);
  if (!faults.ok) return faults;
  const round = roundSettings(environment, values.set);
  if (!round.ok) return round;
  const swept = values.sweep === undefined
    ? { ok: true as const, sweep: null }
    : parseSweep(values.sweep, environment, values.set);
  if (!swept.ok) return swept;
  const { figures, json } = values;
  const counts = { seeds, from, workers, baselineSeeds };
  const { settings } = round;
  const options = { ...counts, faults: faults.faults, settings, sweep: swept.sweep, json, figures };
  return { ok: true, options };
}

/** What stands on the command line; null where an option is unknown or has no value. */
function written(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seeds: { type: "string", default: "100" },
        from: { type: "string", default: "1" },
        faults: { type: "string", default: "all" },
        set: { type: "string", multiple: true, default: [] },
        sweep: { type: "string" },
        baseline: { type: "string" },
        workers: { type: "string", default: "1" },
        json: { type: "boolean", default: false },
        figures: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function wholeNumber(text: string, least: number): number | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : null;
}

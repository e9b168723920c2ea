/**
 * `deno task simulate --seeds N [--from S] [--faults all|none|LIST] [--baseline N] [--json]`: plays N
 * consultations of auto mode in virtual time and holds each step against the invariants of MP6. A
 * seed that breaks one prints its trace, the faults it needs and the shortest list of inputs found.
 * `--baseline` plays the first N seeds again in the source's own order of work. Exit code 1 when an
 * invariant is broken.
 */
import { parseArgs } from "node:util";
import { configureSync, type LogRecord } from "@logtape/logtape";
import { parseFaults } from "@/lib/rehearsal/patients/profiles.ts";
import { explain } from "@/lib/rehearsal/round/explain.ts";
import { type CaseFigures, figuresOf, roundReport } from "@/lib/rehearsal/round/round_report.ts";
import { playSeed, type RoundOptions } from "@/lib/rehearsal/round/virtual_round.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { parseConfig } from "@/lib/config.ts";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";

/** Nothing prepared, and the pass before the short calls: as the source's own runs worked. */
const SOURCE_ORDER = { AUTO_PRESYNTH: "false", AUTO_SHORT_CALLS_HOLD_S: "0" };

/** Failures that are told in full; one cause often breaks hundreds of seeds. */
const MOST_EXPLAINED = 5;

const USAGE = "Use: deno task simulate --seeds N [--from S] [--faults all|none|LIST] " +
  "[--baseline N] [--json]";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    faults: { type: "string", default: "all" },
    baseline: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});
const [seeds, from, baselineSeeds] = [values.seeds, values.from, values.baseline].map(Number);
const faults = parseFaults(values.faults);
if (!faults.ok) fail(faults.words);
if (![seeds, from, baselineSeeds].every(Number.isSafeInteger)) fail(USAGE);

function fail(words: string): never {
  console.error(words);
  Deno.exit(2);
}

const mistakes: string[] = [];
configureSync({
  sinks: { mistakes: (record: LogRecord) => void mistakes.push(wordsOf(record)) },
  loggers: [
    { category: ["alba"], lowestLevel: "error", sinks: ["mistakes"] },
    { category: ["logtape", "meta"], sinks: [] },
  ],
});

function wordsOf({ message, properties }: LogRecord): string {
  return `${message.join("")} ${JSON.stringify(properties)}`;
}

async function play(seed: number, settings: Readonly<Record<string, string>>) {
  const dataDir = Deno.makeTempDirSync({ dir: fastFolder(), prefix: "alba-round-" });
  const options: RoundOptions = {
    faults: faults.ok ? faults.faults : "none",
    dataDir,
    settings,
    takeMistakes: () => mistakes.splice(0),
  };
  try {
    return await playSeed(seed, options);
  } finally {
    Deno.removeSync(dataDir, { recursive: true });
  }
}

/** A record in memory where there is such a folder: a round syncs thousands of times. */
function fastFolder(): string | undefined {
  try {
    return Deno.statSync("/dev/shm").isDirectory ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

const defaults = parseConfig({});
if (!defaults.ok) fail("Cannot read the default settings.");
const thresholds = autoSettingsOf(defaults.config, "in_person");

const startedMs = performance.now();
const cases: CaseFigures[] = [];
let explained = 0;
for (let seed = from ?? 1; seed < (from ?? 1) + (seeds ?? 0); seed++) {
  const outcome = await play(seed, {});
  cases.push(figuresOf(outcome));
  if (outcome.broken.length === 0) continue;
  explained += 1;
  if (explained <= MOST_EXPLAINED) {
    const again = async (narrowed: string) => {
      const dataDir = Deno.makeTempDirSync({ dir: fastFolder(), prefix: "alba-round-" });
      const parsed = parseFaults(narrowed);
      try {
        return await playSeed(seed, {
          faults: parsed.ok ? parsed.faults : "none",
          dataDir,
          takeMistakes: () => mistakes.splice(0),
        });
      } finally {
        Deno.removeSync(dataDir, { recursive: true });
      }
    };
    console.error(await explain(outcome, again, thresholds));
  }
}
const seconds = (performance.now() - startedMs) / 1000;
const baseline: CaseFigures[] = [];
for (let seed = from ?? 1; seed < (from ?? 1) + (baselineSeeds ?? 0); seed++) {
  baseline.push(figuresOf(await play(seed, SOURCE_ORDER)));
}
const report = roundReport(cases, baseline, { seconds, thresholds: thresholdsOf(thresholds) });
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 2));
Deno.exit(report.seeds_failed.length === 0 ? 0 : 1);

/**
 * `deno task simulate --seeds N [--from S] [--faults all|none|LIST] [--baseline N] [--workers N]
 * [--json]`: plays N consultations of auto mode in virtual time and holds each step against the
 * invariants of MP6. A seed that breaks one prints its trace, the faults it needs and the shortest list
 * of inputs found. `--baseline` plays the first N seeds again in the source's own order of work;
 * `--workers` shares the seeds among so many processes. What was played is reported even when Ctrl-C
 * or a dead worker ended it early. Exit code 1 when an invariant is broken, 2 when seeds are missing.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { thresholdsOf } from "@/lib/auto/thresholds.ts";
import { parseConfig } from "@/lib/config.ts";
import { autoSettingsOf } from "@/lib/consultation/auto_mode_settings.ts";
import { type FaultChoice, parseFaults } from "@/lib/rehearsal/patients/profiles.ts";
import { explain } from "@/lib/rehearsal/round/explain.ts";
import { playCase } from "@/lib/rehearsal/round/play_case.ts";
import { type CaseFigures, figuresOf, roundReport } from "@/lib/rehearsal/round/round_report.ts";

/** Nothing prepared, and the pass before the short calls: as the source's own runs worked. */
const SOURCE_ORDER = { AUTO_PRESYNTH: "false", AUTO_SHORT_CALLS_HOLD_S: "0" };

/** Failures that are told in full; one cause often breaks hundreds of seeds. */
const MOST_EXPLAINED = 5;

/** A long run shows that it goes on: seeds between two lines about it. */
const PROGRESS_EVERY = 50;

const USAGE = "Use: deno task simulate --seeds N [--from S] [--faults all|none|LIST] " +
  "[--baseline N] [--workers N] [--json]";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    faults: { type: "string", default: "all" },
    baseline: { type: "string", default: "0" },
    workers: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    /** How a worker answers: one line of figures for each case. */
    figures: { type: "boolean", default: false },
  },
});

function fail(words: string): never {
  console.error(words);
  Deno.exit(2);
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : fail(USAGE);
}

const [seeds, from] = [wholeNumber(values.seeds, 1), wholeNumber(values.from, 0)];
const [baselineSeeds, workers] = [wholeNumber(values.baseline, 0), wholeNumber(values.workers, 1)];
const parsed = parseFaults(values.faults);
const faults: FaultChoice = parsed.ok ? parsed.faults : fail(parsed.words);
const defaults = parseConfig({});
const thresholds = defaults.ok
  ? autoSettingsOf(defaults.config, "in_person")
  : fail("Cannot read the default settings.");

let isStopped = false;
const workersAtPlay = new Set<Deno.ChildProcess>();

/** What has been played by then is still reported. */
function stop(): void {
  isStopped = true;
  for (const worker of workersAtPlay) worker.kill();
}

async function* playHere(first: number, count: number): AsyncGenerator<CaseFigures> {
  let explained = 0;
  for (let seed = first; seed < first + count && !isStopped; seed++) {
    const outcome = await playCase(seed, faults);
    yield figuresOf(outcome);
    if (outcome.broken.length === 0 || ++explained > MOST_EXPLAINED) continue;
    const again = (needed: FaultChoice) => playCase(seed, needed);
    console.error(await explain(outcome, again, thresholds));
  }
}

/** A process of its own for one share of the seeds; each case is taken as soon as it is played. */
async function* playElsewhere(first: number, count: number): AsyncGenerator<CaseFigures> {
  const options = ["--seeds", `${count}`, "--from", `${first}`, "--faults", values.faults];
  const worker = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", import.meta.url, ...options, "--figures"],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  workersAtPlay.add(worker);
  const lines = createInterface({ input: Readable.fromWeb(worker.stdout) });
  for await (const line of lines) yield JSON.parse(line);
  workersAtPlay.delete(worker);
}

async function playAll(): Promise<CaseFigures[]> {
  const share = Math.ceil(seeds / workers);
  const firsts = Array.from({ length: workers }, (_, at) => from + at * share)
    .filter((first) => first < from + seeds);
  const cases: CaseFigures[] = [];
  await Promise.all(firsts.map(async (first) => {
    const count = Math.min(share, from + seeds - first);
    for await (const one of workers === 1 ? playHere(first, count) : playElsewhere(first, count)) {
      cases.push(one);
      if (cases.length % PROGRESS_EVERY === 0) console.error(`${cases.length} of ${seeds}`);
    }
  }));
  return cases.toSorted((a, b) => a.seed - b.seed);
}

if (values.figures) {
  for await (const one of playHere(from, seeds)) console.log(JSON.stringify(one));
  Deno.exit(0);
}
Deno.addSignalListener("SIGINT", stop);
const startedMs = performance.now();
const cases = await playAll();
const seconds = (performance.now() - startedMs) / 1000;
const baseline: CaseFigures[] = [];
for (let seed = from; seed < from + baselineSeeds && !isStopped; seed++) {
  baseline.push(figuresOf(await playCase(seed, faults, SOURCE_ORDER)));
}
const report = roundReport(cases, baseline, { seconds, thresholds: thresholdsOf(thresholds) });
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 2));
if (cases.length < seeds) console.error(`Played ${cases.length} of ${seeds} seeds.`);
Deno.exit(report.seeds_failed.length > 0 ? 1 : cases.length < seeds ? 2 : 0);

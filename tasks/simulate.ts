/**
 * `deno task simulate --seeds N [--from S] [--faults all|none|LIST] [--set NAME=VALUE]…
 * [--sweep NAME=VALUE,VALUE… | --baseline N] [--workers N] [--json]`: plays N consultations of auto
 * mode in virtual time, under this box's settings of auto mode and speech, and holds each step against
 * the invariants of MP6. A seed that breaks one prints its trace, the faults it needs and the shortest
 * list of inputs found. `--set` sets one of the settings otherwise. `--sweep` plays the seeds at each of
 * the values and prints cut-offs against dead air (MP7). `--baseline` plays the first N seeds again in
 * the source's own order of work, 50 unless told otherwise; `--workers` shares the seeds among so many
 * processes. What was played is reported even when Ctrl-C or a dead worker ended it early. (`--figures`
 * is how a worker answers: a line of figures for each case.) Exit code 1 when an invariant is broken, 2
 * when seeds are missing or an option cannot be read.
 */
import { resolve } from "node:path";
import { playCase } from "@/lib/rehearsal/round/play_case.ts";
import { type CaseFigures, figuresOf, roundReport } from "@/lib/rehearsal/round/round_report.ts";
import { type Sweep, sweepReport, sweepTable } from "@/lib/rehearsal/round/sweep.ts";
import { readEnvironment } from "./environment.ts";
import { SeedPlayer } from "./seed_player.ts";
import { simulateOptions } from "./simulate_options.ts";

/** Nothing prepared, and the pass before the short calls: as the source's own runs worked. */
const SOURCE_ORDER = { AUTO_PRESYNTH: "false", AUTO_SHORT_CALLS_HOLD_S: "0" };

/** A long run shows that it goes on: seeds between two lines about it. */
const PROGRESS_EVERY = 10;

const project = resolve(import.meta.dirname ?? ".", "..");
const read = simulateOptions(Deno.args, readEnvironment(project).values);
if (!read.ok) {
  console.error(read.words);
  Deno.exit(2);
}
const { options } = read;
const { baselineSeeds, faults, from, seeds, settings, sweep } = options;
const wanted = seeds * (sweep?.values.length ?? 1);
let played = 0;
const player = new SeedPlayer(options.workers, () => {
  played += 1;
  if (played % PROGRESS_EVERY === 0) console.error(`${played} of ${wanted}`);
});

if (options.figures) {
  for await (const one of player.playHere(options)) console.log(JSON.stringify(one));
  Deno.exit(0);
}
const told = Object.entries(settings).filter(([name]) => name !== sweep?.name);
if (told.length > 0) {
  const words = told.map(([name, value]) => `${name}=${value}`).join(", ");
  console.error(`Other than as shipped: ${words}`);
}
// What has been played by then is still reported.
Deno.addSignalListener("SIGINT", () => player.stop());
const isBroken = sweep === null ? await playRound() : await playSweep(sweep);
if (played < wanted) console.error(`Played ${played} of ${wanted} seeds.`);
Deno.exit(isBroken ? 1 : played < wanted ? 2 : 0);

async function playRound(): Promise<boolean> {
  const startedMs = performance.now();
  const cases = await player.play(options);
  const seconds = (performance.now() - startedMs) / 1000;
  const baseline: CaseFigures[] = [];
  for (let seed = from; seed < from + baselineSeeds && !player.isStopped; seed++) {
    const inItsOrder = { ...settings, ...SOURCE_ORDER };
    baseline.push(figuresOf(await playCase(seed, faults, inItsOrder)));
  }
  const report = roundReport(cases, baseline, { seconds, settings });
  console.log(JSON.stringify(report, null, options.json ? 0 : 2));
  return report.seeds_failed.length > 0;
}

async function playSweep(swept: Sweep): Promise<boolean> {
  const cases: CaseFigures[][] = [];
  for (const { settings } of swept.values) {
    if (!player.isStopped) cases.push(await player.play({ ...options, settings }));
  }
  const report = sweepReport(swept, cases, Object.fromEntries(told));
  console.log(options.json ? JSON.stringify(report) : sweepTable(report));
  return report.values.some(({ seeds_failed }) => seeds_failed.length > 0);
}

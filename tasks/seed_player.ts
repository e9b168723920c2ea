import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { FaultChoice } from "@/lib/rehearsal/patients/profiles.ts";
import { explain } from "@/lib/rehearsal/round/explain.ts";
import { playCase } from "@/lib/rehearsal/round/play_case.ts";
import { type CaseFigures, figuresOf } from "@/lib/rehearsal/round/round_report.ts";
import { type RoundSettings, setOptions } from "@/lib/rehearsal/round/round_settings.ts";

/** Failures that are told in full; one cause often breaks hundreds of seeds. */
const MOST_EXPLAINED = 5;

/** Seeds in a row, and what they are played under. */
export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
  readonly faults: FaultChoice;
  readonly settings: RoundSettings;
}

/** Plays seeds in this process, or shares them among several; can be stopped on the way. */
export class SeedPlayer {
  readonly #workers: number;
  readonly #onPlayed: () => void;
  readonly #atPlay = new Set<Deno.ChildProcess>();
  #explained = 0;
  #isStopped = false;

  /** `onPlayed` is called after each case. */
  constructor(workers: number, onPlayed: () => void) {
    this.#workers = workers;
    this.#onPlayed = onPlayed;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
    for (const worker of this.#atPlay) worker.kill();
  }

  /** By seed; what had been played where it was stopped or a worker died. */
  async play(range: SeedRange): Promise<CaseFigures[]> {
    const cases: CaseFigures[] = [];
    await Promise.all(
      shares(range, this.#workers).map(async (share) => {
        const isShared = this.#workers > 1;
        for await (const one of isShared ? this.#elsewhere(share) : this.playHere(share)) {
          cases.push(one);
          this.#onPlayed();
        }
      }),
    );
    return cases.toSorted((a, b) => a.seed - b.seed);
  }

  /** One seed after the other, with a word about the first that fail. */
  async *playHere({ faults, from, seeds, settings }: SeedRange): AsyncGenerator<CaseFigures> {
    for (let seed = from; seed < from + seeds && !this.#isStopped; seed++) {
      const outcome = await playCase(seed, faults, settings);
      yield figuresOf(outcome);
      if (outcome.broken.length === 0 || ++this.#explained > MOST_EXPLAINED) continue;
      const again = (needed: FaultChoice) => playCase(seed, needed, settings);
      console.error(await explain(outcome, again, settings));
    }
  }

  /** A process of its own for one share of the seeds; each case is taken as soon as it is played. */
  async *#elsewhere({ faults, from, seeds, settings }: SeedRange): AsyncGenerator<CaseFigures> {
    if (this.#isStopped) return;
    const options = ["--seeds", `${seeds}`, "--from", `${from}`, "--faults", `${faults}`];
    const task = new URL("./simulate.ts", import.meta.url).href;
    const worker = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", task, ...options, ...setOptions(settings), "--figures"],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#atPlay.add(worker);
    const lines = createInterface({ input: Readable.fromWeb(worker.stdout) });
    for await (const line of lines) yield JSON.parse(line);
    this.#atPlay.delete(worker);
  }
}

function shares(range: SeedRange, workers: number): SeedRange[] {
  const size = Math.ceil(range.seeds / workers);
  const end = range.from + range.seeds;
  return Array.from({ length: workers }, (_, at) => range.from + at * size)
    .filter((from) => from < end)
    .map((from) => ({ ...range, from, seeds: Math.min(size, end - from) }));
}

/**
 * How long after a phrase's last word its text is committed, and how right it is: Alba's policy
 * against 5 s chunks and against agreement without a phrase's end, on the same dialogues, the same
 * engine and in one run.
 * `deno run -A bench/commit_lag.ts --engines DIR --dialogues DIR [--only NAME,…] [--busy N]
 * [--policies alba,fixed,agreement] [--json]`. `--busy` keeps N processes computing meanwhile, as a
 * stand-in for a language model.
 */
import { parseArgs } from "node:util";
import { systemClock } from "@/lib/clock.ts";
import { ENVIRONMENT_ONLY } from "@/lib/engines/isolation.ts";
import { whisperBackend } from "@/lib/engines/whisper_backend.ts";
import { launchWorker } from "@/lib/engines/worker_child.ts";
import { totalWordError, type WordError, wordError } from "@/lib/text/word_error.ts";
import { findEngines } from "../tests/engines/test_engines.ts";
import { type Dialogue, dialogueNames, readDialogue } from "./ears/dialogue.ts";
import { AGREEMENT_ONLY, FIXED_CHUNKS } from "./ears/other_policies.ts";
import { OUR_POLICY } from "./ears/our_policy.ts";
import { type Policy, type PolicyRun, runPolicy } from "./ears/policy_run.ts";

const POLICIES: Readonly<Record<string, Policy>> = {
  alba: OUR_POLICY,
  fixed: FIXED_CHUNKS,
  agreement: AGREEMENT_ONLY,
};

interface Result {
  readonly policy: string;
  readonly lagMs: { readonly p50: number; readonly p95: number; readonly max: number };
  readonly phrases: number;
  readonly uncommitted: number;
  readonly wordErrorRate: number;
  readonly medicines: WordError["medicines"];
  readonly numbers: WordError["numbers"];
  readonly negations: WordError["negations"];
  readonly decodes: number;
  /** Seconds a decode was under way per second of audio. */
  readonly decoding: number;
  /** Processor seconds that both workers spent per second of audio; null where /proc is missing. */
  readonly processor: number | null;
}

/** A word belongs to a phrase when its middle lies in it; Whisper's times err by this much. */
const TIME_ERROR_MS = 150;

/** Lag of each phrase: its last committed word's time of commit less the phrase's end. */
function lagsOf({ phrases }: Dialogue, { committed }: PolicyRun): (number | null)[] {
  return phrases.map(({ start_ms, end_ms }) => {
    const inside = committed.filter(({ word }) => {
      const middle = (word.start + word.end) / 32;
      return middle > start_ms - TIME_ERROR_MS && middle < end_ms + TIME_ERROR_MS;
    });
    const last = inside.at(-1);
    return last === undefined ? null : last.atMs - end_ms;
  });
}

function resultOf(
  policy: Policy,
  dialogues: readonly Dialogue[],
  runs: readonly PolicyRun[],
  processorS: number | null,
): Result {
  const lags = dialogues.flatMap((dialogue, index) => lagsOf(dialogue, runs[index] as PolicyRun));
  const known = lags.filter((lag) => lag !== null).sort((a, b) => a - b);
  const at = (share: number) => Math.round(known[Math.floor((known.length - 1) * share)] ?? 0);
  const error = totalWordError(dialogues.map((dialogue, index) => {
    const words = runs[index]?.committed.map(({ word }) => word.text) ?? [];
    return wordError(dialogue.text, words.join(" "));
  }));
  const audioS = dialogues.reduce((sum, dialogue) => sum + dialogue.pcm.length / 16_000, 0);
  const decodeMs = runs.reduce((sum, run) => sum + run.decodeMs, 0);
  return {
    policy: policy.name,
    lagMs: { p50: at(0.5), p95: at(0.95), max: at(1) },
    phrases: lags.length,
    uncommitted: lags.length - known.length,
    wordErrorRate: Math.round(error.rate * 10_000) / 10_000,
    medicines: error.medicines,
    numbers: error.numbers,
    negations: error.negations,
    decodes: runs.reduce((sum, run) => sum + run.decodes, 0),
    decoding: Math.round(decodeMs / audioS) / 1_000,
    processor: processorS === null ? null : Math.round(processorS / audioS * 1_000) / 1_000,
  };
}

/** The kernel counts a process's time in hundredths of a second (USER_HZ on every Linux there is). */
const TICKS_PER_S = 100;

/** User and system time of the processes so far; null where one cannot be read. */
function processorSeconds(pids: readonly number[]): number | null {
  try {
    const ticks = pids.map((pid) => {
      const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_S;
  } catch {
    return null;
  }
}

function spentSince(before: number | null, now: number | null): number | null {
  return before === null || now === null ? null : now - before;
}

function busyProcesses(count: number): Deno.ChildProcess[] {
  return Array.from({ length: count }, () =>
    new Deno.Command(Deno.execPath(), {
      args: ["eval", "for (;;);"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn());
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    engines: { type: "string" },
    dialogues: { type: "string" },
    only: { type: "string" },
    policies: { type: "string", default: "alba,fixed,agreement" },
    busy: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});
const folder = values.dialogues;
if (values.engines === undefined || folder === undefined) {
  throw new Error("Cannot measure: --engines and --dialogues are needed");
}
Deno.env.set("ALBA_TEST_ENGINES", values.engines);
const engines = await findEngines();
if (engines === null) throw new Error("Cannot measure: --engines is empty");
const clock = systemClock();
const home = await Deno.makeTempDir();
const workers: number[] = [];
const backend = whisperBackend({
  python: engines.python,
  modelFolder: engines.whisper,
  device: "cpu",
  home,
  isolation: ENVIRONMENT_ONLY,
  clock,
  launch: (command) => {
    const child = launchWorker(command);
    workers.push(child.pid);
    return child;
  },
}, () => {});
const busy = busyProcesses(Number(values.busy));
try {
  if (!await backend.whenReady(120_000)) throw new Error("Cannot measure: Whisper did not start");
  const names = values.only?.split(",") ?? dialogueNames(folder);
  const dialogues = await Promise.all(names.map((name) => readDialogue(folder, name)));
  const results: Result[] = [];
  for (const key of values.policies.split(",")) {
    const policy = POLICIES[key];
    if (policy === undefined) throw new Error(`Cannot measure "${key}": no such policy`);
    const runs: PolicyRun[] = [];
    const spent = processorSeconds(workers);
    for (const dialogue of dialogues) runs.push(await runPolicy(policy, dialogue, backend));
    results.push(resultOf(policy, dialogues, runs, spentSince(spent, processorSeconds(workers))));
    if (!values.json) console.log(JSON.stringify(results.at(-1)));
  }
  const ours = results[0];
  const ratios = results.slice(1).map((other) => ({
    against: other.policy,
    lagP50: Math.round((ours?.lagMs.p50 ?? 0) / other.lagMs.p50 * 1_000) / 1_000,
    lagP95: Math.round((ours?.lagMs.p95 ?? 0) / other.lagMs.p95 * 1_000) / 1_000,
    wordErrorRate: Math.round((ours?.wordErrorRate ?? 0) / other.wordErrorRate * 1_000) / 1_000,
  }));
  const load = Deno.loadavg().map((value) => Math.round(value * 10) / 10);
  console.log(
    JSON.stringify({ dialogues: names, busy: busy.length, loadavg: load, results, ratios }),
  );
} finally {
  for (const process of busy) process.kill("SIGKILL");
  await backend.close();
  await Deno.remove(home, { recursive: true });
}

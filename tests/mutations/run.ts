/**
 * `deno task mutations [AREA…]` breaks each rule of the lists beside this file in a copy of the
 * project and demands that the named test fails with the rule's id in its title. The working tree
 * is never touched. Last line: `N passed, N failed`.
 */
import { join, resolve } from "node:path";
import { closingLine } from "@/tasks/test.ts";
import { failedTitles, mutate, type Mutation, namesRule, readMutations } from "./mutation.ts";

const PROJECT = resolve(import.meta.dirname ?? ".", "../..");

/** Neither needed by a test nor cheap to copy. */
const LEFT_OUT = new Set([".git", "_fresh", "data", ".cache", "node_modules", "docs"]);

/** A broken rule may make a test wait for ever; that too is a way to notice. */
const TEST_TIMEOUT_MS = 120_000;

interface Run {
  readonly success: boolean;
  readonly timedOut: boolean;
  readonly output: string;
}

type Verdict =
  | { readonly caught: true; readonly by: "failed test" | "deadline" }
  | { readonly caught: false; readonly words: string };

/** Copies the project into a new folder and returns its path. */
async function copyProject(): Promise<string> {
  const copy = await Deno.makeTempDir({ prefix: "alba-mutations-" });
  const copyFolder = async (from: string, to: string) => {
    for await (const entry of Deno.readDir(from)) {
      if (LEFT_OUT.has(entry.name)) continue;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory) {
        await Deno.mkdir(target);
        await copyFolder(source, target);
      } else if (entry.isFile) await Deno.copyFile(source, target);
    }
  };
  await copyFolder(PROJECT, copy);
  return copy;
}

async function runTest(copy: string, { test, filter }: Mutation): Promise<Run> {
  const filters = filter === undefined ? [] : ["--filter", filter];
  const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS);
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    // Unchecked: a mutation that only the type checker sees proves nothing about the test.
    args: ["test", "-A", "--no-check", ...filters, test],
    cwd: copy,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stderr: "null",
    signal: timeout,
  }).output();
  return { success, timedOut: timeout.aborted, output: new TextDecoder().decode(stdout) };
}

function judge(run: Run, rule: string): Verdict {
  if (run.success) return { caught: false, words: "the test still passes" };
  if (run.timedOut) return { caught: true, by: "deadline" };
  const failed = failedTitles(run.output);
  if (failed.length === 0) return { caught: false, words: "the test did not even load" };
  if (failed.some((title) => namesRule(title, rule))) return { caught: true, by: "failed test" };
  return { caught: false, words: `none of the failed tests names ${rule}` };
}

/** Tries one mutation in the copy and puts the file back. */
async function tryMutation(copy: string, mutation: Mutation): Promise<Verdict> {
  const path = join(copy, mutation.file);
  const source = await Deno.readTextFile(path);
  const mutated = mutate(source, mutation);
  if (!mutated.ok) return { caught: false, words: mutated.words };
  await Deno.writeTextFile(path, mutated.source);
  try {
    return judge(await runTest(copy, mutation), mutation.rule);
  } finally {
    await Deno.writeTextFile(path, source);
  }
}

/** The tests must pass on the unbroken code, or their failing would mean nothing. */
async function failingBefore(copy: string, mutations: readonly Mutation[]): Promise<Set<string>> {
  const failing = new Set<string>();
  const byTest = new Map(mutations.map((mutation) => [testKey(mutation), mutation]));
  for (const [key, mutation] of byTest) {
    if (!(await runTest(copy, mutation)).success) failing.add(key);
  }
  return failing;
}

function testKey({ test, filter }: Mutation): string {
  return `${test}\0${filter ?? ""}`;
}

async function main(areas: readonly string[]): Promise<number> {
  const all = await readMutations(join(PROJECT, "tests/mutations"), areas);
  const copy = await copyProject();
  let caught = 0;
  try {
    const failing = await failingBefore(copy, all);
    for (const mutation of all) {
      const verdict: Verdict = failing.has(testKey(mutation))
        ? { caught: false, words: "the test fails on the unbroken code" }
        : await tryMutation(copy, mutation);
      if (verdict.caught) caught += 1;
      const outcome = verdict.caught ? `caught by ${verdict.by}` : `MISSED: ${verdict.words}`;
      const shown = mutation.find.trim().split("\n")[0]?.slice(0, 50);
      console.log(`${mutation.rule.padEnd(5)} ${mutation.file}: ${shown} … ${outcome}`);
    }
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
  const failed = all.length - caught;
  console.log(closingLine({ passed: caught, failed, skipped: 0 }));
  return failed === 0 && caught > 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

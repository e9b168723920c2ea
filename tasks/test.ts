/**
 * `deno task test` checks format, lint and types and runs every test that needs no engine; browser
 * tests run where Chromium is installed. `deno task test:engines` (`--engines`) installs the
 * engines into the data folder and runs the tests of the real ones and of the browser. The last
 * line counts: `N passed, N failed`, and `, N skipped` where some were.
 */
import { resolve } from "node:path";
import { configProblemWords, parseConfig } from "@/lib/config.ts";
import { enginesFolder } from "@/lib/engines/setup_paths.ts";
import { buildIfStale } from "./build.ts";
import { readEnvironment } from "./environment.ts";
import { setUp } from "./setup.ts";

const PROJECT_FOLDER = resolve(import.meta.dirname ?? ".", "..");

/** Where Debian puts Chromium; the browser tests look there too. */
const CHROMIUM = "/usr/bin/chromium";

/** Deno's own last line is within this many characters of the output's end. */
const TAIL_CHARS = 4_000;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Reads the summary that `deno test` ends with; null when there is none, as after a crash. */
export function countsOf(output: string): Counts | null {
  const summary = /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?([^\n]*)/g;
  const last = [...output.matchAll(summary)].at(-1);
  if (last === undefined) return null;
  const skipped = /(\d+) ignored/.exec(last[3] ?? "")?.[1] ?? "0";
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(skipped) };
}

/** The closing line, as continuous integration reads it. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${rest}`;
}

/** Runs Deno in the project, showing what it prints as it comes. */
async function deno(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ success: boolean; tail: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: PROJECT_FOLDER,
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const decoder = new TextDecoder();
  let tail = "";
  for await (const chunk of child.stdout) {
    await writeAll(chunk);
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL_CHARS);
  }
  return { success: (await child.status).success, tail };
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await Deno.stdout.write(rest));
}

async function tests(paths: string[], env?: Record<string, string>): Promise<Counts> {
  const { success, tail } = await deno(["test", "-A", "--quiet", ...paths], env);
  const counts = countsOf(tail) ?? { passed: 0, failed: 1, skipped: 0 };
  // A module that does not load fails the run without failing a test.
  return success || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function everythingWithoutEngines(): Promise<Counts> {
  // serve.ts imports the built pages, so that there is nothing to check before they are built.
  await buildIfStale(PROJECT_FOLDER);
  let failedChecks = 0;
  for (const args of [["fmt", "--check"], ["lint", "--quiet"], ["check", "--quiet", "."]]) {
    const { success } = await deno(args);
    if (success) continue;
    failedChecks += 1;
    console.error(`deno ${args.join(" ")}: failed`);
  }
  if (!await isFile(CHROMIUM)) {
    console.log(`Browser tests are skipped: there is no ${CHROMIUM} (apt-get install chromium).`);
  }
  const counts = await tests(["tests"]);
  return { ...counts, failed: counts.failed + failedChecks };
}

async function withEngines(): Promise<Counts> {
  const parsed = parseConfig(readEnvironment(PROJECT_FOLDER).values);
  if (!parsed.ok) {
    for (const problem of parsed.problems) console.error(configProblemWords(problem));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const DATA_DIR = resolve(PROJECT_FOLDER, parsed.config.DATA_DIR);
  const { problems } = await setUp(
    // The ear is wanted by auto mode alone, and its tests want it.
    { ...parsed.config, DATA_DIR, AUTO_MODE_ENABLED: true },
    { engines: false, whisper: false, piper: false, speakers: false, ear: false },
  );
  for (const problem of problems) console.error(problem);
  const counts = await tests(["tests/engines", "tests/browser"], {
    ALBA_TEST_ENGINES: enginesFolder(DATA_DIR),
  });
  return { ...counts, failed: counts.failed + problems.length };
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isFile, () => false);
}

if (import.meta.main) {
  const counts = Deno.args.includes("--engines")
    ? await withEngines()
    : await everythingWithoutEngines();
  console.log(closingLine(counts));
  Deno.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
}

/**
 * Breaks the layer, one rule at a time, in a copy of the tree, and reports every rule whose tests
 * did not notice. Run it with `deno run -A tests/conformance/mutations.ts [rule …]`.
 */
import { MUTATIONS } from "./mutation_list.ts";

const PROJECT = new URL("../..", import.meta.url).pathname;
const COPIED = ["deno.json", "deno.lock", "lib/fresh", "tests/conformance"];

/** Copies what the conformance tests need, so that nobody else sees the broken code. */
async function copyTree(): Promise<string> {
  const copy = await Deno.makeTempDir({ prefix: "fresh-mutations-" });
  await Deno.mkdir(`${copy}/lib`);
  await Deno.mkdir(`${copy}/tests`);
  for (const path of COPIED) {
    const { success } = await new Deno.Command("cp", {
      args: ["-r", `${PROJECT}/${path}`, `${copy}/${path}`],
    }).output();
    if (!success) throw new Error(`Cannot copy ${path}`);
  }
  return copy;
}

/** Tests that take longer than this, in milliseconds, have been hung by the broken code. */
const TIMEOUT_MS = 120_000;

/** Whether the tests of a rule pass in the copy. */
async function testsPass(copy: string, rule: string, tests: string): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", `--filter=[${rule}]`, `tests/conformance/${tests}`],
    cwd: copy,
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  return success;
}

const copy = await copyTree();
const chosen = MUTATIONS.filter(({ rule }) => Deno.args.length === 0 || Deno.args.includes(rule));
let unnoticed = 0;
for (const { rule, file, from, to, tests } of chosen) {
  const path = `${copy}/lib/fresh/${file}`;
  const source = await Deno.readTextFile(path);
  if (!source.includes(from)) throw new Error(`Cannot mutate ${file} for ${rule}: no "${from}"`);
  await Deno.writeTextFile(path, source.replace(from, () => to));
  const noticed = !await testsPass(copy, rule, tests);
  await Deno.writeTextFile(path, source);
  if (!noticed) unnoticed++;
  console.log(
    `${noticed ? "noticed" : "UNNOTICED"} ${rule} ${file}: ${from} → ${to || "(nothing)"}`,
  );
}
await Deno.remove(copy, { recursive: true });
console.log(`${chosen.length - unnoticed} of ${chosen.length} broken rules noticed`);
Deno.exit(unnoticed === 0 ? 0 : 1);

/**
 * `deno task bench [--json] [--only NAME,…] [--engines DIR --dialogues DIR]` measures a box without
 * engines; with engines and dialogues also how long text takes to come. Ratios compare numbers of
 * one run and hold on other machines; the rest is true of this one, at its load.
 */
import { parseArgs } from "node:util";
import { measureIngest } from "./ingest.ts";
import { machine } from "./machine.ts";
import { measurePages } from "./pages.ts";
import { measureStart } from "./second_start.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string" },
    engines: { type: "string" },
    dialogues: { type: "string" },
  },
});

/** Measurements that are programs of their own: flags of V8, or an end that takes the process. */
async function program(args: readonly string[]): Promise<unknown> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...args],
    cwd: new URL("../", import.meta.url),
    stdin: "null",
    stderr: "inherit",
  }).output();
  const last = new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "";
  if (code !== 0) throw new Error(`Cannot measure: bench/${args.at(-1)} ended with code ${code}`);
  return JSON.parse(last);
}

const MEASUREMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  pages: measurePages,
  ingest: measureIngest,
  memory: () => program(["--v8-flags=--expose-gc", "bench/memory.ts"]),
  second_start: measureStart,
  record: () => program(["bench/record.ts", "--json"]),
  ...(values.engines === undefined || values.dialogues === undefined ? {} : {
    commit_lag: () =>
      program([
        "bench/commit_lag.ts",
        "--json",
        `--engines=${values.engines}`,
        `--dialogues=${values.dialogues}`,
      ]),
  }),
};

const names = values.only?.split(",") ?? Object.keys(MEASUREMENTS);
const results: Record<string, unknown> = { machine: machine() };
for (const name of names) {
  const measure = MEASUREMENTS[name];
  if (measure === undefined) {
    console.error(`Cannot measure "${name}": it takes ${Object.keys(MEASUREMENTS).join(", ")}.`);
    Deno.exit(1);
  }
  results[name] = await measure();
  if (!values.json) console.log(`${name}: ${JSON.stringify(results[name], null, 2)}`);
}
results.loadavg_after = Deno.loadavg();
if (values.json) console.log(JSON.stringify(results));

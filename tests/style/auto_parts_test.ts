import assert from "node:assert/strict";
import { basename } from "node:path";
import { partsWritten } from "./auto_parts.ts";
import { readSource, sourcesUnder } from "./project_files.ts";

const DOCS = await readSource("docs/auto.md");

/** The rows of the table that is headed so, each as its cells. */
function tableOf(head: string): string[][] {
  const [, after] = DOCS.split(`| ${head} |`);
  assert.ok(after !== undefined, `docs/auto.md has no table "${head}"`);
  const lines = after.split("\n").slice(2);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

function inCode(cell: string | undefined): string[] {
  return [...(cell ?? "").matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);
}

const machines = tableOf("machine | file | decides");

/** The machines' files in the order in which the step calls them. */
async function stepOrder(): Promise<string[]> {
  const step = await readSource("lib/auto/step.ts");
  const files = new Map<string, string>();
  for (const [, name, path] of step.matchAll(/import \{ (\w+Machine) \} from "([^"]+)"/g)) {
    files.set(name ?? "", basename(path ?? ""));
  }
  const [, list = ""] = /const MACHINES[^[]*\[\][^[]*\[([^\]]*)\]/.exec(step) ?? [];
  const named = [...list.matchAll(/\w+/g)].map(([name]) => name);
  assert.equal(new Set([...named, "planMachine"]).size, files.size, "a machine is listed once");
  return [...named, "planMachine"].map((name) => files.get(name) ?? name);
}

Deno.test("[MA11] the documented machines are those of the step, in its order", async () => {
  const files = machines.map(([, file]) => inCode(file)[0]);
  assert.ok(files.length > 10, "the walk found no table");
  assert.deepEqual(files, await stepOrder());
});

Deno.test("[MA11] the rule names the machines as the table does, in its order", async () => {
  const [, rule = ""] = /\*\*MA11\*\*([^]*?)\n-/.exec(await readSource("docs/spec/auto.md")) ?? [];
  const [, order = ""] = /one fixed order \(([^)]*)\)/.exec(rule) ?? [];
  const named = order.split(",").map((name) => name.replace(/\s+/g, " ").trim());
  assert.deepEqual([...named, "plan"], machines.map(([name]) => name));
});

Deno.test("[MA11] each part of the state is written in the files that the table gives it, and in no other", async () => {
  const documented = tableOf("part of the state | written in").flatMap(([parts, files]) =>
    inCode(parts).flatMap((part) => inCode(files).map((file) => `${part} in ${file}`))
  );
  const written: string[] = [];
  const states: string[] = [];
  for (const path of await sourcesUnder("lib/auto")) {
    const source = await readSource(path);
    for (const part of partsWritten(path, source)) {
      if (part === "(state)") states.push(path);
      else written.push(`${part} in ${basename(path)}`);
    }
    // By another name the walk would not know it.
    const names = [...source.matchAll(/\b(\w+): Work\b/g)].map(([, name]) => name);
    assert.deepEqual(names.filter((name) => name !== "work"), [], path);
  }
  assert.ok(written.length > 50, "the walk found no writes");
  assert.deepEqual(written.sort(), documented.sort());
  assert.deepEqual(states, ["lib/auto/work.ts"]);
});

Deno.test("[MA11] a write is seen by whichever writer it is made, and one that hides its parts as such", () => {
  const source = `
    work.set({ phase, queue: { ...queue, items } });
    work.setTurn({ ended: null });
    this.setGolden({ enteredMs });
    work.setItem(id, { status: "asked" });
    work.setPasses(change);
    work.setUrgency({ ...urgency });
    work.state = before;
    known.set({ nothing: true });
  `;
  assert.deepEqual([...partsWritten("x.ts", source)].sort(), [
    "(state)",
    "golden.enteredMs",
    "item.status",
    "passes.(computed)",
    "phase",
    "queue",
    "turn.ended",
    "urgency.(computed)",
  ]);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { PROJECT, readSource, sourcesUnder } from "./project_files.ts";

const SHARED_SPEC = join(PROJECT, "../shared/spec");

/** Ids that docs/spec defines: the bold ones at the start of an item. */
async function productRules(): Promise<string[]> {
  const rules: string[] = [];
  for await (const { name } of Deno.readDir(join(PROJECT, "docs/spec"))) {
    if (!name.endsWith(".md")) continue;
    const text = await readSource(`docs/spec/${name}`);
    rules.push(...[...text.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].map((match) => match[1] ?? ""));
  }
  return rules;
}

/** Every id that the shared specification mentions, or null where the folder is not there. */
async function sharedRules(): Promise<Set<string> | null> {
  const rules = new Set<string>();
  try {
    for await (const { name } of Deno.readDir(SHARED_SPEC)) {
      if (!name.endsWith(".md")) continue;
      const text = await Deno.readTextFile(join(SHARED_SPEC, name));
      for (const [id] of text.matchAll(/\b[A-Z]{2}\d+\b/g)) rules.add(id);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  return rules;
}

/** Every id that a test's title names. */
async function testedRules(): Promise<Set<string>> {
  const rules = new Set<string>();
  for (const path of await sourcesUnder("tests")) {
    if (!/_test\.tsx?$|contract\.ts$/.test(path)) continue;
    for (
      const [, group = ""] of (await readSource(path)).matchAll(/\[([A-Z]{2}\d+[A-Z0-9, ]*)\]/g)
    ) {
      for (const id of group.split(/\s*,\s*/)) rules.add(id);
    }
  }
  return rules;
}

const rules = await productRules();
const shared = await sharedRules();

Deno.test("[style] docs/spec gives each rule once", () => {
  assert.ok(rules.length > 30, "docs/spec was not read");
  assert.deepEqual(rules.filter((id, index) => rules.indexOf(id) !== index), []);
});

Deno.test("[style] every rule of docs/spec is named by a test", async () => {
  const tested = await testedRules();
  assert.deepEqual(rules.filter((id) => !tested.has(id)), []);
});

Deno.test({
  name: shared === null
    ? "[style] every rule of docs/spec is known: skipped, ../shared/spec is not here"
    : "[style] every rule of docs/spec is known to the shared specification",
  ignore: shared === null,
  fn: () => assert.deepEqual(rules.filter((id) => shared?.has(id) !== true), []),
});

import assert from "node:assert/strict";

const LEDGER = new URL("../../docs/fresh-conformance.md", import.meta.url);
const RULES = Array.from({ length: 30 }, (_, i) => `F${i + 1}`);
const MARKS = ["match", "absent", "app must not observe"];

/** The rule ids that begin the titles of the tests in a folder. */
async function testedRules(folder: URL): Promise<Set<string>> {
  const rules = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!/_test\.tsx?$/.test(name)) continue;
    const source = await Deno.readTextFile(new URL(name, folder));
    for (const [, rule = ""] of source.matchAll(/["`]\[(F\d+|2\.\d)\] /g)) rules.add(rule);
  }
  return rules;
}

/** The marks of the ledger by rule id. */
async function ledger(): Promise<Map<string, string>> {
  const rows = (await Deno.readTextFile(LEDGER)).matchAll(
    /^\| (F\d+|2\.\d) \|[^|]*\| ([^|]+) \|/gm,
  );
  return new Map(Array.from(rows, ([, rule = "", mark = ""]) => [rule, mark]));
}

Deno.test("every rule of Fresh has a mark in the ledger", async () => {
  const marks = await ledger();
  for (const rule of RULES) assert.ok(MARKS.includes(marks.get(rule) ?? ""), rule);
});

Deno.test("every rule that is not absent has a test, and every test a rule", async () => {
  const marks = await ledger();
  const tested = await testedRules(new URL(".", import.meta.url));
  for (const [rule, mark] of marks) assert.equal(tested.has(rule), mark !== "absent", rule);
  for (const rule of tested) assert.ok(marks.has(rule), rule);
});

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { failedTitles, mutate, namesRule, readMutations } from "./mutation.ts";

Deno.test("[style] every listed mutation still fits the code it breaks", async () => {
  const project = resolve(import.meta.dirname ?? ".", "../..");
  const wrong: string[] = [];
  for (const mutation of await readMutations(`${project}/tests/mutations`)) {
    const source = await Deno.readTextFile(`${project}/${mutation.file}`);
    const mutated = mutate(source, mutation);
    if (!mutated.ok) wrong.push(`${mutation.rule} ${mutation.file}: ${mutated.words}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("[style] a mutation is applied once, exactly, or not at all", () => {
  const applied = mutate("a $b c", { find: "$b", replace: "$&$1" });
  assert.deepEqual(applied, { ok: true, source: "a $&$1 c" });
  assert.equal(mutate("a a", { find: "a", replace: "b" }).ok, false);
  assert.equal(mutate("a", { find: "x", replace: "b" }).ok, false);
  assert.equal(mutate("a", { find: "a", replace: "a" }).ok, false);
});

Deno.test("[style] a mutation counts as caught only by a failed test that names its rule", () => {
  const output = "[SE1] one ... ok (1ms)\n[SE1, SE2] two ... FAILED (1ms)\n";
  assert.deepEqual(failedTitles(output), ["[SE1, SE2] two"]);
  assert.ok(namesRule("[SE1, SE2] two", "SE2"));
  assert.ok(!namesRule("[SE12] two", "SE1"));
});

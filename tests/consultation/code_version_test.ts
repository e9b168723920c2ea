import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { codeVersion, STEP_SOURCES, versionOf } from "@/lib/consultation/code_version.ts";
import { importTarget, PROJECT, readSource, sourcesUnder } from "@/tests/style/project_files.ts";
import { syntaxOf } from "@/tests/style/syntax.ts";
import { VERSION } from "@/lib/version.ts";

/** What a step and the hash of its outcome begin with. */
const ROOTS = ["lib/consultation/auto_drive.ts", "lib/consultation/outcome_hash.ts"];

const isCounted = (path: string) =>
  STEP_SOURCES.some((source) => path === source || dirname(path) === source);

/** Every file whose values reach a step. */
async function reached(): Promise<Set<string>> {
  const found = new Set(ROOTS);
  for (const path of found) {
    if (!path.endsWith(".ts")) continue;
    for (const { specifier, typeOnly } of syntaxOf(path, await readSource(path)).imports) {
      const target = typeOnly ? null : importTarget(path, specifier);
      if (target !== null) found.add(target);
    }
  }
  return found;
}

Deno.test("[RE5] every source whose values reach a step counts into the version of the code", async () => {
  const found = [...await reached()];
  assert.ok(found.includes("lib/auto/step.ts") && found.includes("lib/text/similarity.ts"));
  assert.deepEqual(found.filter((path) => !isCounted(path)), []);
});

Deno.test("[RE5] the version names the release, and another step has another", async () => {
  const copy = await Deno.makeTempDir({ prefix: "alba-version-" });
  const files: string[] = [];
  for (const source of STEP_SOURCES) {
    if (source.endsWith(".ts")) files.push(source);
    else files.push(...await sourcesUnder(source));
  }
  for (const path of files) {
    await Deno.mkdir(join(copy, dirname(path)), { recursive: true });
    await Deno.copyFile(join(PROJECT, path), join(copy, path));
  }
  const version = versionOf(copy);
  assert.equal(version, codeVersion(), "the same sources elsewhere");
  assert.match(version, /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  assert.ok(version.startsWith(`${VERSION}+`));
  for (const path of ["lib/auto/flow.ts", "lib/text/similarity.ts", "lib/audio/units.ts"]) {
    const source = await Deno.readTextFile(join(copy, path));
    await Deno.writeTextFile(join(copy, path), `${source}\n`);
    assert.notEqual(versionOf(copy), version, path);
    await Deno.writeTextFile(join(copy, path), source);
  }
  await Deno.remove(copy, { recursive: true });
});

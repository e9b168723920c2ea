import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { type Component, components, sbomCycloneDx, sbomMarkdown } from "@/tasks/sbom.ts";

const PROJECT = resolve(import.meta.dirname ?? ".", "../..");

async function listed(): Promise<readonly Component[]> {
  const outcome = await components(PROJECT);
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.words);
  return outcome.components;
}

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(join(PROJECT, path));
}

Deno.test("[SE8] docs/sbom is what the locks say: run `deno task sbom` after changing a package", async () => {
  const all = await listed();
  assert.equal(await read("docs/sbom.md"), sbomMarkdown(all));
  assert.equal(await read("docs/sbom.cdx.json"), sbomCycloneDx(all));
});

Deno.test("[SE8] every locked package is listed, with hashes, and none that is not locked", async () => {
  const all = await listed();
  const lock: { npm: Record<string, unknown> } = JSON.parse(await read("deno.lock"));
  const npm = all.filter(({ ecosystem }) => ecosystem === "npm");
  assert.equal(npm.length, Object.keys(lock.npm).length);
  for (const { name, version } of npm) {
    const prefix = `${name}@${version}`;
    assert.ok(
      Object.keys(lock.npm).some((key) => key === prefix || key.startsWith(`${prefix}_`)),
      prefix,
    );
  }
  const locked = new Set<string>();
  for await (const { name } of Deno.readDir(join(PROJECT, "lib/engines/workers"))) {
    if (!/^requirements-.*\.txt$/.test(name)) continue;
    const text = await read(`lib/engines/workers/${name}`);
    for (const [, one] of text.matchAll(/^([\w.-]+==[^\s;\\]+)/gm)) locked.add(one ?? "");
  }
  const python = all.filter(({ ecosystem }) => ecosystem === "pypi")
    .map(({ name, version }) => `${name}==${version}`);
  assert.deepEqual(python.sort(), [...locked].sort());
  for (const { hashes, name } of all) {
    assert.ok(hashes.length > 0, name);
    for (const hash of hashes) assert.match(hash, /^sha256:[0-9a-f]{64}$|^sha512:[0-9a-f]{128}$/);
  }
});

Deno.test("[SE8] a package whose licence nobody has read stops the list and is named", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "tasks"));
    await Deno.mkdir(join(folder, "lib/engines"), { recursive: true });
    for (const path of ["deno.lock", "deno.json"]) {
      await Deno.copyFile(join(PROJECT, path), join(folder, path));
    }
    await Deno.symlink(join(PROJECT, "lib/engines/workers"), join(folder, "lib/engines/workers"));
    const licences = JSON.parse(await read("tasks/licences.json"));
    delete licences.npm.zod;
    delete licences.pypi.tqdm;
    await Deno.writeTextFile(join(folder, "tasks/licences.json"), JSON.stringify(licences));
    const outcome = await components(folder);
    assert.ok(!outcome.ok);
    assert.match(outcome.words, /licences\.json lacks zod, tqdm\./);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("[SE8] nothing under the GPL is loaded by another process than its own", async () => {
  const copyleft = (await listed()).filter(({ licence }) => /GPL/.test(licence));
  assert.deepEqual(copyleft.map(({ name, use }) => [name, use]), [[
    "piper-tts",
    "voice (own process)",
  ]]);
  const importing: string[] = [];
  for await (const { name } of Deno.readDir(join(PROJECT, "lib/engines/workers"))) {
    if (!name.endsWith(".py")) continue;
    const source = await read(`lib/engines/workers/${name}`);
    if (/^\s*(import piper\b|from piper\b)/m.test(source)) importing.push(name);
  }
  assert.deepEqual(importing, ["piper_worker.py"]);
});

Deno.test("[SE8] what runs in the service has a licence that asks for nothing but its notice", async () => {
  const service = (await listed()).filter(({ use }) => use === "service and pages");
  assert.ok(
    service.some(({ name }) => name === "preact") && service.some(({ name }) => name === "asn1js"),
  );
  assert.ok(!service.some(({ name }) => /esbuild|playwright|axe|fast-check/.test(name)));
  for (const { name, licence } of service) {
    assert.match(licence, /^(MIT|0BSD|ISC|BSD-[23]-Clause|Apache-2\.0)$/, name);
  }
});

import assert from "node:assert/strict";
import { Builder } from "fresh/dev";
import { SITE } from "./support/site.ts";

const OUT = `${SITE}/_fresh`;
/** The folder whose deno.json the built server runs under. */
const PROJECT = new URL("../..", import.meta.url).pathname;
await new Builder({ root: SITE }).build();

/** Asks the built server for paths, in a process that may do nothing but read. */
async function askBuiltServer(paths: string[]): Promise<{ status: number; body: string }[]> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--cached-only",
      "--no-prompt",
      `--allow-read=${PROJECT}`,
      `${import.meta.dirname}/support/ask_built_server.ts`,
      ...paths,
    ],
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(code, 0, decode(stderr));
  return JSON.parse(decode(stdout));
}

/** The scripts of the build by file name. */
async function builtScripts(): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  const folder = `${OUT}/static/_fresh/js`;
  for await (const build of Deno.readDir(folder)) {
    for await (const { name } of Deno.readDir(`${folder}/${build.name}`)) {
      scripts.set(name, await Deno.readTextFile(`${folder}/${build.name}/${name}`));
    }
  }
  return scripts;
}

Deno.test("[2.6] the built server needs no permission but to read, and no bundler", async () => {
  const [home, css, admin] = await askBuiltServer(["/", "/site.css", "/admin/7"]);
  assert.equal(home?.status, 200);
  assert.match(home?.body ?? "", /<!--frsh:island:/);
  assert.match(css?.body ?? "", /color/);
  assert.match(admin?.body ?? "", /Admin item 7/);
});

Deno.test("[2.6] the built server serves the scripts its pages import", async () => {
  const [home] = await askBuiltServer(["/"]);
  const scripts = home?.body.match(/\/_fresh\/js\/[^"]+\.js/g) ?? [];
  assert.ok(scripts.length >= 2);
  for (const { status } of await askBuiltServer(scripts)) assert.equal(status, 200);
});

Deno.test("[F27] the built server answers an encoded traversal with 404", async () => {
  const answers = await askBuiltServer(["/..%2fstate.ts", "/..%2f..%2f..%2f..%2fdeno.json"]);
  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.doesNotMatch(body, /createDefine|imports/);
  }
});

Deno.test("[2.6] the browser gets one copy of preact and one of signals", async () => {
  const scripts = await builtScripts();
  const copies = (mark: string) =>
    Array.from(scripts.values()).reduce((sum, text) => sum + text.split(mark).length - 1, 0);
  // Each of these texts occurs once in the source of its package.
  assert.equal(copies("1998/Math"), 1);
  assert.equal(copies("Out-of-order effect"), 1);
});

Deno.test("[2.6] the scripts are rebuilt whole: none of an older build is left", async () => {
  const before = await builtScripts();
  await new Builder({ root: SITE }).build();
  assert.equal((await builtScripts()).size, before.size);
  assert.equal((await Array.fromAsync(Deno.readDir(`${OUT}/static/_fresh/js`))).length, 1);
});

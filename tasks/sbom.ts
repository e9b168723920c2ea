/**
 * `deno task sbom` writes docs/sbom.md and docs/sbom.cdx.json: everything that Alba is built from or
 * installs, with version, hashes and licence (SE8). It reads the lock files and asks nobody, so the
 * same locks give the same list; a test compares. A package without a licence in
 * `tasks/licences.json` stops it: somebody has to read that licence first.
 */
import { Buffer } from "node:buffer";
import { join, resolve } from "node:path";
import { z } from "zod";

export interface Component {
  readonly ecosystem: "npm" | "pypi";
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** What of Alba uses it. */
  readonly use: string;
  /** `algorithm:hex`, one for each file that may be installed. */
  readonly hashes: readonly string[];
}

export type ComponentsOutcome =
  | { readonly ok: true; readonly components: readonly Component[] }
  | { readonly ok: false; readonly words: string };

const denoLock = z.looseObject({
  npm: z.record(
    z.string(),
    z.looseObject({
      integrity: z.string(),
      dependencies: z.array(z.string()).optional(),
      optionalDependencies: z.array(z.string()).optional(),
    }),
  ),
});
const denoConfig = z.looseObject({ imports: z.record(z.string(), z.string()) });
const licences = z.strictObject({
  npm: z.record(z.string(), z.string()),
  pypi: z.record(z.string(), z.string()),
});

/** Packages that never reach a running service. */
const DEVELOPMENT = new Set(["axe-core", "esbuild", "fast-check", "playwright-core"]);
const SERVICE = "service and pages";
const DEVELOPER = "build and tests";

/** What each lock of Python packages is for; each is a process of its own. */
const PYTHON_LOCKS: Readonly<Record<string, string>> = {
  "requirements-ear-model.txt": "turn ends (own process)",
  "requirements-ear.txt": "turn ends (own process)",
  "requirements-piper.txt": "voice (own process)",
  "requirements-speakers-model.txt": "speakers (own process)",
  "requirements-speakers.txt": "speakers (own process)",
  "requirements-whisper-base.txt": "ears (own process)",
  "requirements-whisper.txt": "ears (own process)",
};
const WORKERS = "lib/engines/workers";

/** Everything in the locks, sorted by name; or which packages nobody has read the licence of. */
export async function components(projectFolder: string): Promise<ComponentsOutcome> {
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await Deno.readTextFile(join(projectFolder, path)));
  const known = licences.parse(await json("tasks/licences.json"));
  const found = [
    ...npmComponents(
      denoLock.parse(await json("deno.lock")),
      denoConfig.parse(await json("deno.json")),
    ),
    ...await pythonComponents(projectFolder),
  ];
  const unread = found.filter(({ ecosystem, name }) => known[ecosystem][name] === undefined)
    .map(({ name }) => name);
  if (unread.length > 0) {
    const names = [...new Set(unread)].join(", ");
    return {
      ok: false,
      words:
        `Cannot list the licences: tasks/licences.json lacks ${names}. Read the licence, then ` +
        "add it there.",
    };
  }
  const listed = found.map((one): Component => ({
    ...one,
    licence: known[one.ecosystem][one.name] ?? "",
  }));
  return { ok: true, components: listed.sort(byName) };
}

type Found = Omit<Component, "licence">;

function npmComponents(
  { npm }: z.infer<typeof denoLock>,
  { imports }: z.infer<typeof denoConfig>,
): Found[] {
  const keys = Object.keys(npm);
  const keyOf = (name: string) => keys.find((key) => key === name || nameOf(key) === name);
  const inService = new Set<string>();
  const visit = (name: string) => {
    const key = keyOf(name);
    if (key === undefined || inService.has(key)) return;
    inService.add(key);
    const { dependencies = [], optionalDependencies = [] } = npm[key] ?? {};
    for (const dependency of [...dependencies, ...optionalDependencies]) visit(dependency);
  };
  const roots = Object.values(imports).filter((target) => target.startsWith("npm:"))
    .map((target) => nameOf(target.slice("npm:".length).replace(/^\//, "")));
  for (const name of roots) if (!DEVELOPMENT.has(name)) visit(name);
  return Object.entries(npm).map(([key, { integrity }]) => ({
    ecosystem: "npm",
    name: nameOf(key),
    // Behind an underscore stand the peers with which this copy is used.
    version: key.slice(nameOf(key).length + 1).split("_")[0] ?? "",
    use: inService.has(key) ? SERVICE : DEVELOPER,
    hashes: [hexHash(integrity)],
  }));
}

/** `@scope/name` of `@scope/name@1.2.3_peer@4`. */
function nameOf(key: string): string {
  const at = key.indexOf("@", 1);
  return (at === -1 ? key : key.slice(0, at)).replace(/\/$/, "");
}

/** Subresource Integrity writes base64, everybody else hexadecimal. */
function hexHash(integrity: string): string {
  const [algorithm = "", base64 = ""] = integrity.split("-");
  return `${algorithm}:${Buffer.from(base64, "base64").toString("hex")}`;
}

async function pythonComponents(projectFolder: string): Promise<Found[]> {
  const byKey = new Map<string, { found: Found; uses: Set<string> }>();
  for (const [file, use] of Object.entries(PYTHON_LOCKS)) {
    const text = await Deno.readTextFile(join(projectFolder, WORKERS, file));
    for (const block of text.replaceAll("\\\n", " ").split("\n")) {
      const [, name = "", version = ""] = /^([A-Za-z0-9._-]+)==([^\s;]+)/.exec(block) ?? [];
      if (name === "") continue;
      const hashes = [...block.matchAll(/--hash=(sha256:[0-9a-f]{64})/g)].map(([, hash = ""]) =>
        hash
      );
      const entry = byKey.get(`${name}@${version}`) ??
        { found: { ecosystem: "pypi", name, version, use, hashes }, uses: new Set<string>() };
      entry.uses.add(use);
      byKey.set(`${name}@${version}`, entry);
    }
  }
  return [...byKey.values()].map(({ found, uses }) => ({
    ...found,
    use: [...uses].sort().join(", "),
  }));
}

function byName(one: Component, other: Component): number {
  const key = ({ ecosystem, name, version }: Component) => `${ecosystem} ${name} ${version}`;
  return key(one) < key(other) ? -1 : 1;
}

/** The list for people. */
export function sbomMarkdown(all: readonly Component[]): string {
  const rows = (ecosystem: Component["ecosystem"]) =>
    all.filter((one) => one.ecosystem === ecosystem).map((
      { name, version, licence, use, hashes },
    ) => `| ${name} | ${version} | ${licence} | ${use} | ${hashes.length} |`);
  const counts = new Map<string, number>();
  for (const { licence } of all) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const licenceRows = [...counts].sort(([one], [other]) => one < other ? -1 : 1)
    .map(([licence, count]) => `| ${licence} | ${count} |`);
  const head = [
    "| package | version | licence | used by | hashes |",
    "| --- | --- | --- | --- | --- |",
  ];
  return `${INTRODUCTION}
## Licences

| licence | packages |
| --- | --- |
${licenceRows.join("\n")}

## npm

${[...head, ...rows("npm")].join("\n")}

## Python

${[...head, ...rows("pypi")].join("\n")}
`;
}

const INTRODUCTION = `# What Alba is made of

Written by \`deno task sbom\` from deno.lock and the Python locks; a test compares. The same list for
programs is sbom.cdx.json (CycloneDX). Every package is installed only if its file has one of the
hashes in the locks. A Python package stands here once for each version that some Python takes.

* **Deno** 2.9.6 (MIT) runs the service; **Python** 3.9 or newer of the system runs the engines.
* **piper-tts is GPL-3.0-or-later.** It is not part of Alba: setup installs it on the box from its own
  package, and it runs as a process of its own that is asked over a pipe. No other process loads it,
  which a test watches. Without it (\`--no-piper\`) Alba works with the browser's voice.
* Packages under the **MPL-2.0** are used as they are; axe-core is part of the tests only.
* Models that setup fetches from a hub because \`STT_MODEL\` names them, and a voice that \`TTS_VOICE\`
  names, come with licences of their own and are not in this list.
`;

/** The list for programs: CycloneDX 1.6, without a time or a serial, so that it can be compared. */
export function sbomCycloneDx(all: readonly Component[]): string {
  const listed = all.map(({ ecosystem, name, version, licence, use, hashes }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:${ecosystem}/${name.replace("@", "%40")}@${version}`,
    scope: use === DEVELOPER ? "excluded" : "required",
    licenses: [
      / (AND|OR) /.test(licence) ? { expression: licence } : { license: { id: licence } },
    ],
    hashes: hashes.map((hash) => {
      const [algorithm = "", content = ""] = hash.split(":");
      return { alg: algorithm.toUpperCase().replace("SHA", "SHA-"), content };
    }),
  }));
  const bom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components: listed };
  return `${JSON.stringify(bom, null, 1)}\n`;
}

async function main(): Promise<number> {
  const projectFolder = resolve(import.meta.dirname ?? ".", "..");
  const outcome = await components(projectFolder);
  if (!outcome.ok) {
    console.error(outcome.words);
    return 1;
  }
  const docs = join(projectFolder, "docs");
  await Deno.writeTextFile(join(docs, "sbom.md"), sbomMarkdown(outcome.components));
  await Deno.writeTextFile(join(docs, "sbom.cdx.json"), sbomCycloneDx(outcome.components));
  console.log(`${outcome.components.length} packages are listed in docs/sbom.md.`);
  return 0;
}

if (import.meta.main) Deno.exit(await main());

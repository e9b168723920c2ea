import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mode } from "../server/config.ts";
import type { ResolvedBuildConfig } from "./build_options.ts";
import { type Bundle, bundle, type BundledEntry } from "./bundle.ts";

/** An island's source and its script in the browser. */
export interface IslandScript {
  name: string;
  source: string;
  script: string;
  imports: string[];
}

/** All scripts of a build; URL paths begin with the build's own folder. */
export interface Scripts {
  runtimeScript: string;
  runtimeImports: string[];
  islands: IslandScript[];
  /** By URL path. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

const RUNTIME = "fresh-runtime";

/** Bundles the islands and the runtime that hydrates them. */
export async function islandScripts(
  config: ResolvedBuildConfig,
  sources: readonly string[],
  buildId: string,
  mode: Mode,
): Promise<Scripts> {
  const named = nameIslands(sources);
  const runtime = fileURLToPath(new URL("../client/boot.ts", import.meta.url));
  const bundled: Bundle = await bundle({
    root: config.root,
    target: config.target,
    mode,
    buildId,
    entries: { [RUNTIME]: runtime, ...Object.fromEntries(named) },
  });
  const url = (file: string) => `/_fresh/js/${buildId}/${file}`;
  const entry = (name: string): BundledEntry => {
    const found = bundled.entries.get(name);
    if (found === undefined) throw new Error(`Cannot build "${name}": it has no script`);
    return found;
  };
  const islands = Array.from(named, ([name, source]) => ({
    name,
    source,
    script: url(entry(name).file),
    imports: entry(name).imports.map(url),
  }));
  const files = new Map(Array.from(bundled.files, ([file, bytes]) => [url(file), bytes]));
  return {
    runtimeScript: url(entry(RUNTIME).file),
    runtimeImports: entry(RUNTIME).imports.map(url),
    islands,
    files,
  };
}

/** Gives each island file a name that is an identifier and that no other has. */
function nameIslands(sources: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const source of sources) {
    const base = basename(source).replace(/\.[tj]sx?$/, "").replace(/[^A-Za-z0-9_$]/g, "_");
    let name = /^[0-9]/.test(base) ? `_${base}` : base;
    for (let i = 1; named.has(name); i++) name = `${base}_${i}`;
    named.set(name, source);
  }
  return named;
}

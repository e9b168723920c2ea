import * as esbuild from "esbuild";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mode } from "../server/config.ts";
import { packageResolver } from "./package_resolver.ts";

/** A bundle to be made. */
export interface BundleInput {
  root: string;
  target: string | string[];
  mode: Mode;
  buildId: string;
  /** The source files by the name of their script. */
  entries: Record<string, string>;
}

/** A script of the bundle and the scripts it imports. */
export interface BundledEntry {
  /** The file's name. */
  file: string;
  /** All it imports, directly or not. */
  imports: string[];
}

/** The scripts for the browser. */
export interface Bundle {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  entries: Map<string, BundledEntry>;
}

/**
 * Bundles the browser's scripts: one per entry, with what they share in chunks of its own.
 *
 * @throws esbuild's BuildFailure, naming file and line, when a source cannot be bundled
 */
export async function bundle(input: BundleInput): Promise<Bundle> {
  try {
    const result = await esbuild.build({
      absWorkingDir: input.root,
      bundle: true,
      entryNames: "[name]",
      chunkNames: "chunk-[hash]",
      entryPoints: input.entries,
      format: "esm",
      jsx: "automatic",
      jsxImportSource: "preact",
      logLevel: "silent",
      metafile: true,
      minify: input.mode === "production",
      outdir: ".",
      platform: "browser",
      plugins: [buildIdConstant(input.buildId), packageResolver()],
      splitting: true,
      target: input.target,
      write: false,
    });
    return collect(result, input.entries);
  } finally {
    // The esbuild process would otherwise outlive the build.
    await esbuild.stop();
  }
}

function collect(
  result: { outputFiles: esbuild.OutputFile[]; metafile: esbuild.Metafile },
  entries: Record<string, string>,
): Bundle {
  const bundled: Bundle = { files: new Map(), entries: new Map() };
  for (const { path, contents } of result.outputFiles) {
    bundled.files.set(basename(path), new Uint8Array(contents));
  }
  for (const name of Object.keys(entries)) {
    const file = `${name}.js`;
    const imports = new Set<string>();
    addImports(result.metafile, file, imports);
    bundled.entries.set(name, { file, imports: Array.from(imports, (path) => basename(path)) });
  }
  return bundled;
}

/** Adds what a script imports at once, and what those import in turn. */
function addImports(metafile: esbuild.Metafile, file: string, found: Set<string>): void {
  for (const { kind, path } of metafile.outputs[file]?.imports ?? []) {
    if (kind !== "import-statement" || found.has(path)) continue;
    found.add(path);
    addImports(metafile, path, found);
  }
}

/** Replaces the module that holds the build id by the id, which the browser cannot be told later. */
function buildIdConstant(buildId: string): esbuild.Plugin {
  const file = fileURLToPath(new URL("../shared/build_id.ts", import.meta.url));
  return {
    name: "build-id",
    setup(build) {
      build.onLoad({ filter: /build_id\.ts$/ }, ({ path }) => {
        if (path !== file) return undefined;
        return { contents: `export const buildId = ${JSON.stringify(buildId)};`, loader: "js" };
      });
    },
  };
}

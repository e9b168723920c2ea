import type { OnResolveResult, Plugin } from "esbuild";
import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Marks a lookup this plugin has already answered, which is esbuild's to finish. */
const RESOLVED = Symbol("resolved");

/**
 * Teaches esbuild the bare imports of a Deno project. There is no node_modules folder, so packages
 * are found where Deno keeps them, and aliases of the import map are found in the tree. A package
 * is always entered through its own package.json under the browser conditions, whoever imports it,
 * which is what keeps preact and signals to one copy each.
 */
export function packageResolver(): Plugin {
  return {
    name: "deno-packages",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === RESOLVED) return undefined;
        const folder = packageFolder(args.path, args.importer);
        if (folder === null) return inTree(args.path);
        return await build.resolve(args.path, {
          kind: args.kind,
          // From inside the package its own name resolves by its `exports`.
          resolveDir: folder,
          pluginData: RESOLVED,
        });
      });
    },
  };
}

function packageFolder(specifier: string, importer: string): string | null {
  try {
    const file = findPackageJSON(specifier, pathToFileURL(importer));
    return file === undefined ? null : dirname(file);
  } catch {
    // Not a package the importer depends on; then the import map must know it.
    return null;
  }
}

/** Finds what the import map maps to a file of the project. */
function inTree(specifier: string): OnResolveResult {
  const url = import.meta.resolve(specifier);
  if (url.startsWith("file://")) return { path: fileURLToPath(url) };
  return { errors: [{ text: `Cannot bundle "${specifier}" for the browser: it is ${url}` }] };
}

import { relative } from "node:path";
import type { ResolvedBuildConfig } from "./build_options.ts";
import type { Scripts } from "./island_scripts.ts";
import type { ProjectFiles } from "./project_files.ts";

/** Where a served file is, relative to the project folder, and the hash of its content. */
export interface FileEntry {
  path: string;
  hash: string;
}

/**
 * The source of `server.js`. It imports every route and island statically: a broken one fails when
 * the server starts, not when the first visitor comes.
 */
export function serverSource(
  config: ResolvedBuildConfig,
  project: ProjectFiles,
  scripts: Scripts,
  { buildId, files }: { buildId: string; files: Record<string, FileEntry> },
): string {
  const imports: string[] = [];
  const importModule = (path: string) => {
    const name = `m${imports.length}`;
    imports.push(`import * as ${name} from ${quoteImport(config.outDir, path)};`);
    return name;
  };
  const routes = project.routes.map(({ kind, id, path }) =>
    `    { kind: "${kind}", id: ${JSON.stringify(id)}, module: ${importModule(path)} },`
  );
  const islands = scripts.islands.map(({ name, script, imports, source }) =>
    `    { name: "${name}", script: "${script}", imports: ${JSON.stringify(imports)}, ` +
    `module: ${importModule(source)} },`
  );
  const rootFromHere = relative(config.outDir, config.root) || ".";
  return `import { serveBuild } from "fresh/internal";
import { app } from ${quoteImport(config.outDir, config.serverEntry)};
${imports.join("\n")}

export default {
  fetch: serveBuild(app, {
    root: import.meta.dirname + ${JSON.stringify(`/${rootFromHere}`)},
    buildId: "${buildId}",
    routes: [
${routes.join("\n")}
    ],
    islands: [
${islands.join("\n")}
    ],
    runtimeScript: "${scripts.runtimeScript}",
    runtimeImports: ${JSON.stringify(scripts.runtimeImports)},
    files: ${JSON.stringify(files, null, 2)},
  }),
};
`;
}

function quoteImport(from: string, path: string): string {
  const target = relative(from, path);
  return JSON.stringify(target.startsWith(".") ? target : `./${target}`);
}

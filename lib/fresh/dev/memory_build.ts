import { pathToFileURL } from "node:url";
import type { BuildCache, StaticFile } from "../server/build_cache.ts";
import type { Mode } from "../server/config.ts";
import { contentType } from "../server/content_type.ts";
import { diskFile } from "../server/disk_file.ts";
import { islandsOf } from "../server/islands_of.ts";
import type { ResolvedBuildConfig } from "./build_options.ts";
import { contentHash } from "./content_hash.ts";
import type { Scripts } from "./island_scripts.ts";
import type { ProjectFiles } from "./project_files.ts";

/** Loads the modules of a build into this process; scripts are kept in memory. */
export async function memoryBuild(
  config: ResolvedBuildConfig,
  project: ProjectFiles,
  scripts: Scripts,
  buildId: string,
  mode: Mode,
): Promise<BuildCache> {
  const routes = await Promise.all(
    project.routes.map(async ({ kind, id, path }) => ({ kind, id, module: await load(path) })),
  );
  const islands = await Promise.all(
    scripts.islands.map(async (island) => ({ ...island, module: await load(island.source) })),
  );
  const files = new Map<string, StaticFile>();
  for (const [url, path] of project.statics) {
    files.set(url, diskFile(path, mode === "production" ? await contentHash(path) : null));
  }
  for (const [url, body] of scripts.files) files.set(url, memoryFile(url, body, buildId));
  return {
    root: config.root,
    buildId,
    routes,
    islands: islandsOf(islands),
    runtimeScript: scripts.runtimeScript,
    runtimeImports: scripts.runtimeImports,
    files,
  };
}

function load(path: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(path).href);
}

function memoryFile(url: string, body: Uint8Array<ArrayBuffer>, hash: string): StaticFile {
  return {
    contentType: contentType(url),
    hash,
    open: () => Promise.resolve({ body, size: body.length }),
  };
}

import { dirname, join, relative } from "node:path";
import type { ResolvedBuildConfig } from "./build_options.ts";
import { contentHash } from "./content_hash.ts";
import type { Scripts } from "./island_scripts.ts";
import type { ProjectFiles } from "./project_files.ts";
import { type FileEntry, serverSource } from "./server_source.ts";

/** Writes the production build: the scripts, and the server module that ties all together. */
export async function writeBuild(
  config: ResolvedBuildConfig,
  project: ProjectFiles,
  scripts: Scripts,
  buildId: string,
): Promise<void> {
  const staticOut = join(config.outDir, "static");
  await Deno.remove(staticOut, { recursive: true }).catch(ignoreNotFound);

  const files: Record<string, FileEntry> = {};
  const addFile = async (url: string, path: string) => {
    files[url] = { path: relative(config.root, path), hash: await contentHash(path) };
  };
  for (const [url, bytes] of scripts.files) {
    const path = join(staticOut, url);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(path, bytes);
    await addFile(url, path);
  }
  for (const [url, path] of project.statics) await addFile(url, path);

  const source = serverSource(config, project, scripts, { buildId, files });
  await Deno.writeTextFile(join(config.outDir, "server.js"), source);
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

import { join, relative } from "node:path";
import type { RouteFileKind } from "../server/route_file.ts";
import type { ResolvedBuildConfig } from "./build_options.ts";
import { compareRouteIds } from "./route_order.ts";

/** A file of the routes folder, before it is loaded. */
export interface RouteSource {
  kind: RouteFileKind;
  id: string;
  path: string;
}

/** The files of a project that make up its build; paths are absolute. */
export interface ProjectFiles {
  routes: RouteSource[];
  islands: string[];
  /** By URL path. */
  statics: Map<string, string>;
}

const SOURCE = /\.[tj]sx?$/;

const KINDS: Record<string, RouteFileKind> = {
  _app: "app",
  _layout: "layout",
  _middleware: "middleware",
  _error: "error",
  _500: "error",
  _404: "notFound",
};

/** Finds the routes, islands and static files of a project. */
export async function projectFiles(config: ResolvedBuildConfig): Promise<ProjectFiles> {
  const used = (path: string) =>
    SOURCE.test(path) && !config.ignore.some((pattern) => pattern.test(path));
  const routeFiles = (await walk(config.routeDir)).filter(used);
  const islandFiles = (await walk(config.islandDir)).filter(used);
  const inFolder = (path: string, folder: RegExp) =>
    relative(config.routeDir, path).split("/").slice(0, -1).some((part) => folder.test(part));

  const routes = routeFiles
    .filter((path) => !inFolder(path, /^\(_.*\)$/))
    .map((path) => routeSource(path, config.routeDir))
    .sort((a, b) => compareRouteIds(a.id, b.id));
  const islands = [
    ...islandFiles,
    ...routeFiles.filter((path) => inFolder(path, /^\(_islands\)$/)),
  ];
  const statics = new Map<string, string>();
  for (const path of await walk(config.staticDir)) {
    statics.set(`/${relative(config.staticDir, path)}`, path);
  }
  return { routes, islands: islands.sort(), statics };
}

function routeSource(path: string, routeDir: string): RouteSource {
  const id = relative(routeDir, path).replace(SOURCE, "");
  const name = id.slice(id.lastIndexOf("/") + 1);
  return { kind: KINDS[name] ?? "route", id, path };
}

/** All files below a folder; none when there is no such folder. */
async function walk(folder: string): Promise<string[]> {
  const files: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory) files.push(...await walk(path));
      else if (entry.isFile) files.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

import type { IslandRegistry } from "../render/island.ts";
import type { RouteFile } from "./route_file.ts";

/** A static file found by its URL path. */
export interface StaticFile {
  contentType: string;
  /** A hash of the content, or null while developing, when the file may change. */
  hash: string | null;
  /** Opens the content; the size is in bytes. */
  open(): Promise<{ body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>; size: number }>;
}

/** What a build hands to the app: routes, islands and files. */
export interface BuildCache {
  root: string;
  buildId: string;
  routes: readonly RouteFile[];
  islands: IslandRegistry;
  runtimeScript: string;
  runtimeImports: readonly string[];
  /** Looked up by exact path, so a path cannot climb out of the static folder. */
  files: ReadonlyMap<string, StaticFile>;
}

/** Stands in for a build when an app has none: no file routes, no islands, no files. */
export const NO_BUILD: BuildCache = {
  root: ".",
  buildId: "",
  routes: [],
  islands: new Map(),
  runtimeScript: "",
  runtimeImports: [],
  files: new Map(),
};

import { type App, type AppHandler, attachBuild } from "./app.ts";
import { diskFile } from "./disk_file.ts";
import { type IslandModule, islandsOf } from "./islands_of.ts";
import type { RouteFile } from "./route_file.ts";
import type { StaticFile } from "./build_cache.ts";

/** A production build as its generated server states it. */
export interface Snapshot {
  /** The project folder; file paths below are relative to it. */
  root: string;
  buildId: string;
  routes: RouteFile[];
  islands: IslandModule[];
  runtimeScript: string;
  runtimeImports: string[];
  /** By URL path: the file and the hash of its content. */
  files: Record<string, { path: string; hash: string }>;
}

/** Attaches a production build to the app and returns its handler. */
export function serveBuild<State>(app: App<State>, snapshot: Snapshot): AppHandler {
  const files = new Map<string, StaticFile>();
  for (const [url, { path, hash }] of Object.entries(snapshot.files)) {
    files.set(url, diskFile(`${snapshot.root}/${path}`, hash));
  }
  attachBuild(app, { ...snapshot, islands: islandsOf(snapshot.islands), files }, "production");
  return app.handler();
}

import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Options of a builder; folders are relative to the root unless absolute or file URLs. */
export interface BuildOptions {
  /** What browsers the scripts must run in, as esbuild names them. */
  target?: string | string[];
  /** The project folder; the working directory by default. */
  root?: string;
  /** Where the production build goes, `_fresh` by default. */
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
  /** The module that exports the app, `main.ts` by default. */
  serverEntry?: string;
  /** Paths of route and island files to leave out; test files by default. */
  ignore?: RegExp[];
}

/** The options with their defaults, and all paths absolute. */
export type ResolvedBuildConfig = Required<BuildOptions>;

const TEST_FILE = /[._]test\.[tj]sx?$/;

/** Fills in the defaults. */
export function resolveOptions(options: BuildOptions): ResolvedBuildConfig {
  const root = absolute(options.root ?? ".", Deno.cwd());
  return {
    target: options.target ?? ["chrome99", "firefox99", "safari15"],
    root,
    outDir: absolute(options.outDir ?? "_fresh", root),
    staticDir: absolute(options.staticDir ?? "static", root),
    islandDir: absolute(options.islandDir ?? "islands", root),
    routeDir: absolute(options.routeDir ?? "routes", root),
    serverEntry: absolute(options.serverEntry ?? "main.ts", root),
    ignore: options.ignore ?? [TEST_FILE],
  };
}

function absolute(path: string, base: string): string {
  if (path.startsWith("file://")) return fileURLToPath(path).replace(/\/$/, "");
  return isAbsolute(path) ? path : resolve(base, path);
}

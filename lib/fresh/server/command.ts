import { type Method, METHODS } from "./method.ts";
import { joinPath } from "./path.ts";
import { folderPattern, routePattern } from "./route_pattern.ts";
import { componentOf, middlewaresOf, type RouteFile, routeOf } from "./route_file.ts";
import type { Router } from "./router.ts";
import { runRoute } from "./run_route.ts";
import type { Segment } from "./segment.ts";
import type { Lazy, MaybeLazy, MaybeLazyMiddleware, Route, RouteConfig } from "./types.ts";

/** What commands act on while an app is put together. */
export interface Assembly<State> {
  root: Segment<State>;
  router: Router<MaybeLazyMiddleware<State>>;
  basePath: string;
  files: readonly RouteFile[];
}

/** One registration of an app; they run in order, so each sees only what came before it. */
export type Command<State> = (assembly: Assembly<State>) => void;

/** Registers middlewares or a handler chain for some methods of a path. */
export function handlerCommand<State>(
  methods: readonly Method[],
  path: string,
  handlers: MaybeLazyMiddleware<State>[],
): Command<State> {
  return ({ root, router, basePath }) => {
    const chain = [...root.at(path).chain(), ...handlers];
    for (const method of methods) {
      router.add(method, joinPath(basePath, path), chain);
    }
  };
}

/** Registers a page. */
export function routeCommand<State>(
  path: string,
  route: MaybeLazy<Route<State>>,
  config?: RouteConfig,
): Command<State> {
  return ({ root, router, basePath }) => {
    addRoute(root.at(path), router, joinPath(basePath, path), basePath, route, config);
  };
}

function addRoute<State>(
  segment: Segment<State>,
  router: Router<MaybeLazyMiddleware<State>>,
  path: string,
  basePath: string,
  route: MaybeLazy<Route<State>>,
  config: RouteConfig | undefined,
): void {
  const known = typeof route === "function" ? undefined : route;
  const override = known?.config?.routeOverride ?? config?.routeOverride;
  const load: Lazy<Route<State>> = known === undefined
    ? once(route as Lazy<Route<State>>)
    : () => Promise.resolve(known);
  const chain = [
    ...segment.chain(),
    async (ctx: Parameters<MaybeLazyMiddleware<State>>[0]) => await runRoute(ctx, await load()),
  ];
  const target = override === undefined ? path : joinPath(basePath, override);
  for (const method of methodsOf(known, config)) {
    router.add(method, target, chain);
  }
}

function once<T>(load: Lazy<T>): Lazy<T> {
  let loaded: Promise<T> | undefined;
  return () => loaded ??= load();
}

/** A lazy route cannot be asked which methods it answers, so it is registered for all. */
function methodsOf<State>(
  route: Route<State> | undefined,
  config: RouteConfig | undefined,
): readonly Method[] {
  if (route === undefined) {
    return Array.isArray(config?.methods) ? config.methods : METHODS;
  }
  if (typeof route.handler === "function") return METHODS;
  const own = Object.keys(route.handler ?? {}) as Method[];
  return route.component === undefined || own.includes("GET") ? own : [...own, "GET"];
}

/** Registers the files of the routes folder, below a path of the app. */
export function fileRoutesCommand<State>(mount: string): Command<State> {
  return ({ root, router, basePath, files }) => {
    const base = mount === "*" ? basePath : joinPath(basePath, mount);
    for (const file of files) addFile(root, router, base, file);
  };
}

function addFile<State>(
  root: Segment<State>,
  router: Router<MaybeLazyMiddleware<State>>,
  base: string,
  file: RouteFile,
): void {
  const folder = file.id.split("/").slice(0, -1).join("/");
  const segment = root.at(folderPattern(folder));
  switch (file.kind) {
    case "app":
      root.app = componentOf<State>(file).component;
      break;
    case "layout":
      segment.layout = componentOf<State>(file);
      break;
    case "middleware":
      segment.middlewares.push(...middlewaresOf<State>(file));
      break;
    case "error":
      segment.errorRoute = routeOf<State>(file);
      break;
    case "notFound":
      root.notFound = routeOf<State>(file);
      break;
    case "route":
      addRoute(segment, router, joinPath(base, routePattern(file.id)), base, routeOf(file), {});
      break;
  }
}

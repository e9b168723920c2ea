import type {
  LayoutConfig,
  Middleware,
  Route,
  RouteComponent,
  RouteConfig,
  RouteHandler,
} from "./types.ts";

/** What a file in the routes folder is, by its name. */
export type RouteFileKind =
  | "app"
  | "layout"
  | "middleware"
  | "error"
  | "notFound"
  | "route";

/** A loaded file of the routes folder. */
export interface RouteFile {
  kind: RouteFileKind;
  /** The path below the routes folder without the extension, such as `desk/[id]`. */
  id: string;
  /** What the module exports. */
  module: unknown;
}

interface RouteModule<State> {
  default?: RouteComponent<State>;
  handler?: RouteHandler<unknown, State>;
  handlers?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

/**
 * Checks the exports of a route, error or not-found file.
 *
 * @throws TypeError when it has neither a component nor a handler, or a handler of two arguments
 */
export function routeOf<State>({ id, module }: RouteFile): Route<State> {
  const { config, default: component, handler, handlers } = module as RouteModule<State>;
  const chosen = handlers ?? handler;
  if (component === undefined && chosen === undefined) {
    throw new TypeError(
      `Cannot use route "${id}": it exports neither a component nor a handler`,
    );
  }
  if (typeof chosen === "function" && chosen.length > 1) {
    throw new TypeError(
      `Cannot use route "${id}": a handler takes one argument, the context`,
    );
  }
  return { component, config, handler: chosen };
}

/**
 * The middlewares a `_middleware` file exports: one or several, as default or as `handler`.
 *
 * @throws TypeError when it exports none, or an object of handlers by method
 */
export function middlewaresOf<State>(
  { id, module }: RouteFile,
): Middleware<State>[] {
  const exports = module as Record<"default" | "handler" | "handlers", unknown>;
  const chosen = exports.handlers ?? exports.handler ?? exports.default;
  const list = Array.isArray(chosen) ? chosen : [chosen];
  if (!list.every((item) => typeof item === "function")) {
    throw new TypeError(
      `Cannot use "${id}": a middleware is a function or an array of functions`,
    );
  }
  return list as Middleware<State>[];
}

/**
 * The component and config of a `_layout` or `_app` file.
 *
 * @throws TypeError when it has no default export
 */
export function componentOf<State>(
  { id, module }: RouteFile,
): { component: RouteComponent<State>; config: LayoutConfig } {
  const { config = {}, default: component } = module as RouteModule<State>;
  if (component === undefined) {
    throw new TypeError(`Cannot use "${id}": it has no default export`);
  }
  return { component, config };
}

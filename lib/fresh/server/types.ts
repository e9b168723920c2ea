import type { AnyComponent } from "preact";
import type { Context } from "./context.ts";
import type { Method } from "./method.ts";

/** A value, or a function that loads it on first use. */
export type MaybeLazy<T> = T | Lazy<T>;

/** Loads a value on first use. */
export type Lazy<T> = () => Promise<T>;

/** A step on the way to a response; it goes on with `ctx.next()` or answers itself. */
export type Middleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response>;

/** A middleware, or a function that loads one when it is first reached. */
export type MaybeLazyMiddleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response | Middleware<State>>;

/** What a handler returns to have the page rendered with data. */
export interface PageResponse<Data> {
  data: Data;
  headers?: HeadersInit;
  /** The HTTP status; 200 when left out. */
  status?: number;
}

/** Answers a request itself or returns the data its page is rendered with. */
export interface HandlerFn<Data, State> {
  (
    ctx: Context<State>,
  ): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** One handler per HTTP method. */
export type HandlerByMethod<Data, State> = {
  [M in Method]?: HandlerFn<Data, State>;
};

/** A handler for all methods, or one per method. */
export type RouteHandler<Data, State> =
  | HandlerFn<Data, State>
  | HandlerByMethod<Data, State>;

/** The data type a route handler hands to its page. */
export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;

/** How a layout takes part in the tree above it. */
export interface LayoutConfig {
  /** Leave out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  /** Leave out the app wrapper. */
  skipAppWrapper?: boolean;
}

/** The `config` export of a route. */
export interface RouteConfig extends LayoutConfig {
  /** A URLPattern path that replaces the one made from the file's name. */
  routeOverride?: string;
  /** The methods to register a lazily loaded route for; all by default. */
  methods?: "ALL" | Method[];
}

/** The props of pages, layouts and the app wrapper. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<
    Context<State>,
    | "config"
    | "url"
    | "req"
    | "params"
    | "info"
    | "state"
    | "isPartial"
    | "Component"
    | "error"
    | "route"
  >
  & { data: Data };

/**
 * The component of a page, a layout or the app wrapper. It may be async, and may then also answer
 * with a Response: preact's own type of what a component returns is wide enough for both.
 */
export type RouteComponent<State> = AnyComponent<PageProps<unknown, State>>;

/** A page: its component, its handler, or both. */
export interface Route<State> {
  component?: RouteComponent<State>;
  config?: RouteConfig;
  handler?: RouteHandler<unknown, State>;
}

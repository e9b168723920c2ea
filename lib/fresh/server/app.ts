import { HttpError } from "../shared/http_error.ts";
import { setBuildId } from "../shared/build_id.ts";
import { type BuildCache, NO_BUILD } from "./build_cache.ts";
import { type Command, fileRoutesCommand, handlerCommand, routeCommand } from "./command.ts";
import type { FreshConfig, Mode, ResolvedFreshConfig } from "./config.ts";
import { Context } from "./context.ts";
import { defaultError } from "./default_error.ts";
import { listen, type ListenOptions } from "./listen.ts";
import { type Method, METHODS } from "./method.ts";
import { collapseSlashes } from "./path.ts";
import { Router } from "./router.ts";
import { runChain } from "./run_chain.ts";
import { Segment } from "./segment.ts";
import type {
  LayoutConfig,
  MaybeLazy,
  MaybeLazyMiddleware,
  Middleware,
  Route,
  RouteComponent,
  RouteConfig,
} from "./types.ts";
import type { WebSocketHandlers, WebSocketUpgradeOptions } from "./websocket.ts";

/** Answers a request; the shape `Deno.serve` takes. */
export type AppHandler = (
  req: Request,
  info?: Deno.ServeHandlerInfo,
) => Promise<Response>;

/** Attaches a build to an app; the builder and the built server use it. */
export let attachBuild: <State>(
  app: App<State>,
  build: BuildCache,
  mode: Mode,
) => void;

/** Stands in for the connection when a handler is called without one, as tests do. */
const NO_CONNECTION: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 0 },
  completed: Promise.resolve(),
};

/**
 * A web app: middlewares, handlers, pages and file routes. All of them apply from top to bottom;
 * a middleware does not reach a route registered before it. Paths are URLPattern paths.
 */
export class App<State> {
  readonly config: ResolvedFreshConfig;
  readonly #commands: Command<State>[] = [];
  #build: BuildCache = NO_BUILD;

  static {
    attachBuild = (app, build, mode) => {
      app.#build = build;
      app.config.root = build.root;
      app.config.mode = mode;
      setBuildId(build.buildId);
    };
  }

  constructor(config: FreshConfig = {}) {
    this.config = {
      root: NO_BUILD.root,
      basePath: config.basePath ?? "",
      mode: config.mode ?? "production",
    };
  }

  /** Adds middlewares to all paths, or to a path and those below it. */
  use(...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(path: string, ...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(
    first: string | MaybeLazyMiddleware<State>,
    ...rest: MaybeLazyMiddleware<State>[]
  ): this {
    const [path, middlewares] = typeof first === "string" ? [first, rest] : ["*", [first, ...rest]];
    return this.#add(({ root }) => root.at(path).middlewares.push(...middlewares));
  }

  /** Answers GET (and HEAD, without the body) at a path. */
  get(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["GET"], path, handlers));
  }

  /** Answers POST at a path. */
  post(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["POST"], path, handlers));
  }

  /** Answers PATCH at a path. */
  patch(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["PATCH"], path, handlers));
  }

  /** Answers PUT at a path. */
  put(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["PUT"], path, handlers));
  }

  /** Answers DELETE at a path. */
  delete(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["DELETE"], path, handlers));
  }

  /** Answers HEAD at a path, instead of what GET would. */
  head(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(["HEAD"], path, handlers));
  }

  /** Answers every method at a path. */
  all(path: string, ...handlers: MaybeLazyMiddleware<State>[]): this {
    return this.#add(handlerCommand(METHODS, path, handlers));
  }

  /** Serves a WebSocket at a path. */
  ws(
    path: string,
    handlers: WebSocketHandlers,
    options?: WebSocketUpgradeOptions,
  ): this {
    return this.get(path, (ctx) => ctx.upgrade(handlers, options));
  }

  /** Adds a page, or a function that loads one when it is first asked for. */
  route(
    path: string,
    route: MaybeLazy<Route<State>>,
    config?: RouteConfig,
  ): this {
    return this.#add(routeCommand(path, route, config));
  }

  /** Puts a layout around the pages at a path and below. */
  layout(
    path: string,
    component: RouteComponent<State>,
    config: LayoutConfig = {},
  ): this {
    return this.#add(({ root }) => root.at(path).layout = { component, config });
  }

  /** Sets the component around everything; there is only one. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#add(({ root }) => root.app = component);
  }

  /** Answers every 404 of the app. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#add(({ root }) => root.notFound = asRoute(route));
  }

  /** Answers what is thrown at a path and below; one nearer to the route goes first. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#add(({ root }) => root.at(path).errorRoute = asRoute(route));
  }

  /** Adds the files of the routes folder here, optionally below a path. */
  fsRoutes(path = "*"): this {
    return this.#add(fileRoutesCommand(path));
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }

  /**
   * Puts the app together into a function for `Deno.serve` or a test.
   *
   * @throws TypeError when a file of the routes folder lacks the exports its name calls for
   */
  handler(): AppHandler {
    const build = this.#build;
    const root = new Segment<State>(null);
    const router = new Router<MaybeLazyMiddleware<State>>();
    const assembly = { root, router, basePath: this.config.basePath, files: build.routes };
    for (const command of this.#commands) command(assembly);
    const fallback = root.chain();

    return async (req, info = NO_CONNECTION) => {
      const url = new URL(req.url);
      url.pathname = collapseSlashes(url.pathname);
      const { pattern, chain, params, allowed } = router.match(req.method as Method, url);
      const last = () => answerUnmatched(req.method, chain === null ? allowed : []);
      const ctx = new Context<State>({
        req,
        url,
        info,
        route: pattern,
        params,
        config: this.config,
        next: last,
        build,
      });
      try {
        const response: unknown = await runChain(chain ?? fallback, ctx, last);
        if (!(response instanceof Response)) {
          throw new TypeError(`Expected a Response from the app, but got: ${response}`);
        }
        return req.method === "HEAD" ? new Response(null, response) : response;
      } catch (error) {
        return defaultError(error);
      }
    };
  }

  /** Serves the app; it resolves at once, so pass a `signal` to be able to stop it. */
  async listen(options: ListenOptions = {}): Promise<void> {
    await listen(this.handler(), options);
  }
}

/** What happens past the end of a chain: no such path, or a path without the method. */
function answerUnmatched(
  method: string,
  allowed: readonly Method[],
): Promise<Response> {
  if (allowed.length === 0) return Promise.reject(new HttpError(404));
  if (method !== "OPTIONS") return Promise.reject(new HttpError(405));
  const headers = { Allow: allowed.join(", ") };
  return Promise.resolve(new Response(null, { status: 204, headers }));
}

function asRoute<State>(route: Route<State> | Middleware<State>): Route<State> {
  return typeof route === "function" ? { handler: route } : route;
}

/**
 * The in-tree stand-in for Fresh 2.3.3: what this project uses of it, held to the real package's
 * behaviour by tests/conformance. It goes away by deleting `links` from the root deno.json.
 */
export { App } from "./server/app.ts";
export type { FreshConfig, ResolvedFreshConfig } from "./server/config.ts";
export type { Context } from "./server/context.ts";
export { createDefine, type Define, page } from "./server/define.ts";
export type { ListenOptions } from "./server/listen.ts";
export type { Method } from "./server/method.ts";
export type {
  HandlerByMethod,
  HandlerFn,
  LayoutConfig,
  Lazy,
  MaybeLazy,
  Middleware,
  PageProps,
  PageResponse,
  RouteConfig,
  RouteData,
  RouteHandler,
} from "./server/types.ts";
export type { WebSocketHandlers, WebSocketUpgradeOptions } from "./server/websocket.ts";
export { HttpError } from "./shared/http_error.ts";
export { csp, type CSPOptions } from "./middlewares/csp.ts";
export { csrf, type CsrfOptions } from "./middlewares/csrf.ts";
export { staticFiles } from "./middlewares/static_files.ts";
export { trailingSlashes } from "./middlewares/trailing_slashes.ts";

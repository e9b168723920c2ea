import type { AnyComponent } from "preact";
import type {
  HandlerByMethod,
  HandlerFn,
  Middleware,
  PageProps,
  PageResponse,
  RouteHandler,
} from "./types.ts";

/** The data a handler hands to its page; unlike RouteData it keeps the app's state type. */
type DataOf<Handler, State> = Handler extends HandlerFn<infer Data, State> ? Data
  : Handler extends HandlerByMethod<infer Data, State> ? Data
  : never;

/** Functions that return what they are given and only help the type checker along. */
export interface Define<State> {
  /** Types handlers; the data they return is known to {@link Define.page}. */
  handlers<
    Data,
    Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>,
  >(
    handlers: Handlers,
  ): typeof handlers;

  /** Types a page; give it `typeof handler` to have its data typed. */
  page<
    Handler extends RouteHandler<unknown, State> = never,
    Data = DataOf<Handler, State>,
  >(render: AnyComponent<PageProps<Data, State>>): typeof render;

  /** Types a layout or the app wrapper. */
  layout(render: AnyComponent<PageProps<unknown, State>>): typeof render;

  /** Types a middleware or an array of them. */
  middleware<M extends Middleware<State> | Middleware<State>[]>(
    middleware: M,
  ): typeof middleware;
}

/** Creates the typing helpers for an app whose requests carry `State`. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    layout: (render) => render,
    middleware: (middleware) => middleware,
  };
}

/** What a handler returns to render its page with data, a status and headers. */
export function page(): PageResponse<undefined>;
export function page<Data>(
  data: Data,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<Data>;
export function page<Data>(
  data?: Data,
  options: { headers?: HeadersInit; status?: number } = {},
): PageResponse<Data | undefined> {
  return { data, ...options };
}

import { type FunctionComponent, isValidElement, type VNode } from "preact";
import { renderDocument } from "../render/render_document.ts";
import type { BuildCache } from "./build_cache.ts";
import type { ResolvedFreshConfig } from "./config.ts";
import { collapseSlashes } from "./path.ts";
import { renderComponent } from "./render_component.ts";
import type { LayoutConfig, RouteComponent } from "./types.ts";
import {
  isWebSocketHandlers,
  upgradeRequest,
  type WebSocketHandlers,
  type WebSocketUpgradeOptions,
} from "./websocket.ts";

/** The property of a rendered response under which header code finds the page's nonce. */
export const NONCE = Symbol.for("__freshNonce");

/** What a context keeps for the layer itself. */
export interface ContextInternals<State> {
  build: BuildCache;
  app: RouteComponent<State> | null;
  /** The layouts around the page, outermost first. */
  layouts: RouteComponent<State>[];
}

/** Reads the internals of a context; only the layer may. */
export let internalsOf: <State>(ctx: Context<State>) => ContextInternals<State>;

/** What a context is made from. */
export interface ContextInit {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  route: string | null;
  params: Record<string, string>;
  config: ResolvedFreshConfig;
  next: () => Promise<Response>;
  build: BuildCache;
}

const Nothing: FunctionComponent = () => null;

/** One request on its way through the app. */
export class Context<State> {
  readonly config: ResolvedFreshConfig;
  /** The request's URL; repeated slashes in its path are collapsed. */
  readonly url: URL;
  readonly req: Request;
  /** The pattern of the matched route, or null. */
  readonly route: string | null;
  /** The decoded path parameters. */
  readonly params: Record<string, string>;
  readonly info: Deno.ServeHandlerInfo;
  /** Shared by all middlewares of this request; starts as an empty object. */
  readonly state: State = {} as State;
  /** What the route's handler returned for its page. */
  data: unknown = undefined;
  /** What was thrown, once something was; null before. */
  error: unknown = null;
  /** Always false: partial rendering is not part of this layer. */
  readonly isPartial = false;
  /** In layouts and the app wrapper: what they are to render inside. */
  Component: FunctionComponent = Nothing;
  /** Runs the rest of the chain. */
  next: () => Promise<Response>;
  readonly #internals: ContextInternals<State>;

  static {
    internalsOf = (ctx) => ctx.#internals;
  }

  constructor(init: ContextInit) {
    this.req = init.req;
    this.url = init.url;
    this.info = init.info;
    this.route = init.route;
    this.params = init.params;
    this.config = init.config;
    this.next = init.next;
    this.#internals = { build: init.build, app: null, layouts: [] };
  }

  /**
   * Redirects to a path of this site or to an absolute URL. A path cannot name another host:
   * repeated slashes are collapsed.
   *
   * @param status the HTTP status, 302 by default
   */
  redirect(pathOrUrl: string, status = 302): Response {
    let location = pathOrUrl;
    if (pathOrUrl.startsWith("/")) {
      const end = pathOrUrl.search(/[?#]/);
      const path = end === -1 ? pathOrUrl : pathOrUrl.slice(0, end);
      location = collapseSlashes(path) + pathOrUrl.slice(path.length);
    }
    return new Response(null, { status, headers: { location } });
  }

  /**
   * Renders a JSX element inside the layouts and the app wrapper.
   *
   * @throws TypeError when given anything but a JSX element or null
   */
  async render(
    vnode: VNode | null,
    init: ResponseInit = {},
    config: LayoutConfig = {},
  ): Promise<Response> {
    if (vnode !== null && !isValidElement(vnode)) {
      throw new TypeError(
        "Cannot render: ctx.render() takes a JSX element or null",
      );
    }
    const { build, app, layouts } = this.#internals;
    const wrappers = config.skipInheritedLayouts ? [] : layouts.toReversed();
    if (app !== null && !config.skipAppWrapper) wrappers.push(app);

    let tree = vnode;
    for (const wrapper of wrappers) {
      const child = tree;
      this.Component = () => child;
      const result = await renderComponent(this, wrapper, undefined);
      if (result instanceof Response) return result;
      tree = result;
    }

    const document = renderDocument(tree, {
      pathname: this.url.pathname,
      basePath: this.config.basePath,
      islands: build.islands,
      runtimeScript: build.runtimeScript,
      runtimeImports: build.runtimeImports,
    });
    const response = this.html(document.html, init);
    if (document.scripts.length > 0) {
      const links = document.scripts.map((url) => `<${url}>; rel="modulepreload"; as="script"`);
      response.headers.append("Link", links.join(", "));
    }
    return Object.assign(response, { [NONCE]: document.nonce });
  }

  /** Responds with plain text. */
  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  /** Responds with HTML. */
  html(content: string, init?: ResponseInit): Response {
    const headers = new Headers(init?.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  /** Responds with JSON. */
  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  /**
   * Turns the request into a WebSocket. With handlers it returns the response to give back; without
   * it returns the socket as well, to be wired by the caller.
   *
   * @throws HttpError 400 when the request does not ask for a WebSocket
   * @throws TypeError when `options.protocol` is not among those the client offers
   */
  upgrade(
    options?: WebSocketUpgradeOptions,
  ): { socket: WebSocket; response: Response };
  upgrade(
    handlers: WebSocketHandlers,
    options?: WebSocketUpgradeOptions,
  ): Response;
  upgrade(
    first: WebSocketHandlers | WebSocketUpgradeOptions = {},
    options?: WebSocketUpgradeOptions,
  ): { socket: WebSocket; response: Response } | Response {
    if (isWebSocketHandlers(first)) {
      return upgradeRequest(this.req, options, first).response;
    }
    return upgradeRequest(this.req, first, {});
  }
}

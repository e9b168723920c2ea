import { HttpError } from "../shared/http_error.ts";
import { type Context, internalsOf } from "./context.ts";
import { pathSegments } from "./path.ts";
import { runRoute } from "./run_route.ts";
import type { LayoutConfig, MaybeLazyMiddleware, Route, RouteComponent } from "./types.ts";

/**
 * One part of a path, with what was registered for it. Routes below it pass through its error
 * boundary first and its middlewares second, so an error page is outside of the middlewares.
 */
export class Segment<State> {
  app: RouteComponent<State> | null = null;
  layout: { component: RouteComponent<State>; config: LayoutConfig } | null = null;
  errorRoute: Route<State> | null = null;
  /** Only the root's is used: it answers every 404 of the app. */
  notFound: Route<State> | null = null;
  readonly middlewares: MaybeLazyMiddleware<State>[] = [];
  readonly #children = new Map<string, Segment<State>>();
  readonly #parent: Segment<State> | null;

  constructor(parent: Segment<State> | null) {
    this.#parent = parent;
  }

  /** The segment of a path below this one; it is created when it is not there yet. */
  at(path: string): Segment<State> {
    return pathSegments(path).reduce<Segment<State>>(
      (segment, name) => segment.#child(name),
      this,
    );
  }

  #child(name: string): Segment<State> {
    let child = this.#children.get(name);
    if (child === undefined) {
      child = new Segment(this);
      this.#children.set(name, child);
    }
    return child;
  }

  /** What runs before a route of this segment, as registered so far, outermost first. */
  chain(): MaybeLazyMiddleware<State>[] {
    const outer = this.#parent?.chain() ?? [];
    return [...outer, this.#boundary(), ...this.middlewares];
  }

  #boundary(): MaybeLazyMiddleware<State> {
    const { app, layout, errorRoute } = this;
    const root = this.#root();
    return async (ctx) => {
      enterTree(ctx, app, layout);
      try {
        return await ctx.next();
      } catch (error) {
        const status = error instanceof HttpError ? error.status : 500;
        if (status === 404 && root.notFound !== null) {
          return await runRoute(ctx, root.notFound, 404);
        }
        if (errorRoute !== null) return await runRoute(ctx, errorRoute, status);
        throw error;
      }
    };
  }

  #root(): Segment<State> {
    return this.#parent === null ? this : this.#parent.#root();
  }
}

function enterTree<State>(
  ctx: Context<State>,
  app: RouteComponent<State> | null,
  layout: Segment<State>["layout"],
): void {
  const internals = internalsOf(ctx);
  if (app !== null) internals.app = app;
  if (layout === null) return;
  if (layout.config.skipAppWrapper) internals.app = null;
  const inherited = layout.config.skipInheritedLayouts ? [] : internals.layouts;
  internals.layouts = [...inherited, layout.component];
}

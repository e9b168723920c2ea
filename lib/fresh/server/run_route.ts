import { HttpError } from "../shared/http_error.ts";
import { type Context, internalsOf } from "./context.ts";
import type { Method } from "./method.ts";
import { renderComponent } from "./render_component.ts";
import type { HandlerFn, PageResponse, Route } from "./types.ts";

/**
 * Runs the handler of a route and, when it returns data, renders the page with it.
 *
 * @param status the status of the page unless the handler gives another
 * @throws HttpError 404 when the route does not answer the method
 */
export async function runRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const internals = internalsOf(ctx);
  if (route.config?.skipAppWrapper) internals.app = null;
  if (route.config?.skipInheritedLayouts) internals.layouts = [];

  const handler = handlerFor(route, ctx.req.method as Method);
  if (handler === null) throw new HttpError(404);
  const result = await handler(ctx);
  if (result instanceof Response) return result;
  assertPageResponse(result);

  ctx.data = result.data;
  const init = { status: result.status ?? status, headers: result.headers };
  if (route.component === undefined) return await ctx.render(null, init);
  const page = await renderComponent(ctx, route.component, result.data);
  return page instanceof Response ? page : await ctx.render(page, init);
}

function handlerFor<State>(
  { component, handler }: Route<State>,
  method: Method,
): HandlerFn<unknown, State> | null {
  if (typeof handler === "function") return handler;
  const renderOnly = component === undefined ? null : () => ({ data: undefined });
  // A page that is only a component, such as an error page, is rendered whatever the method.
  if (handler === undefined) return renderOnly;
  const own = handler[method];
  if (own !== undefined) return own;
  return method === "GET" || method === "HEAD" ? handler.GET ?? renderOnly : null;
}

function assertPageResponse(
  result: unknown,
): asserts result is PageResponse<unknown> {
  if (typeof result !== "object" || result === null) {
    throw new TypeError(
      `Expected a Response or page data from the handler, but got: ${result}`,
    );
  }
}

import { h, type VNode } from "preact";
import type { Context } from "./context.ts";
import type { PageProps, RouteComponent } from "./types.ts";

type AsyncComponent<Props> = (props: Props) => Promise<VNode | Response | null>;

/**
 * Turns a page, layout or wrapper into a vnode. An async one is awaited here, since rendering
 * itself cannot wait, and may answer with a Response instead.
 */
export async function renderComponent<State>(
  ctx: Context<State>,
  component: RouteComponent<State>,
  data: unknown,
): Promise<VNode | Response | null> {
  const props: PageProps<unknown, State> = {
    Component: ctx.Component,
    config: ctx.config,
    data,
    error: ctx.error,
    info: ctx.info,
    isPartial: ctx.isPartial,
    params: ctx.params,
    req: ctx.req,
    route: ctx.route,
    state: ctx.state,
    url: ctx.url,
  };
  if (isAsync<PageProps<unknown, State>>(component)) {
    return await component(props);
  }
  return h(component, props) as VNode;
}

function isAsync<Props>(
  component: unknown,
): component is AsyncComponent<Props> {
  return typeof component === "function" &&
    component.constructor.name === "AsyncFunction";
}

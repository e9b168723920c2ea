import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { changesState } from "@/lib/web/origin_guard.ts";
import { accessOf } from "@/lib/web/request_access.ts";
import { ROUTE_ACCESS } from "@/lib/web/route_access.ts";

const RELOAD = "This page's session has ended. Reload the page, then try again.";

/**
 * Lets a request reach its route only as the table says; a route that the table does not name is
 * denied (SE6). A path without a route goes on to the not-found page. Without a sign-in, a page
 * leads to the login and anything else is refused.
 */
export const enforceRouteAccess = define.middleware((ctx) => {
  const access = accessOf(ctx.req);
  ctx.state.access = access;
  if (ctx.route === null) return ctx.next();
  const needed = ROUTE_ACCESS[ctx.route];
  if (needed === undefined) throw new HttpError(403, "This address is closed.");
  const changes = changesState(ctx.req);
  if ((changes || needed === "control") && !access.hasSession) throw new HttpError(403, RELOAD);
  if (needed === "public" || access.signedIn) return ctx.next();
  if (needed === "control" || changes) throw new HttpError(401, "Sign in first, then try again.");
  return ctx.redirect(`/login?next=${encodeURIComponent(ctx.url.pathname + ctx.url.search)}`, 303);
});

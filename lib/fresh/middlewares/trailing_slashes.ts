import type { Middleware } from "../server/types.ts";

/** Redirects so that every path but the root ends with a slash, or that none does. */
export function trailingSlashes<State>(mode: "always" | "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const slash = pathname.endsWith("/");
    if (pathname === "/" || slash === (mode === "always")) return ctx.next();
    return ctx.redirect((slash ? pathname.slice(0, -1) : `${pathname}/`) + search);
  };
}

import { HttpError } from "../shared/http_error.ts";
import type { Context } from "../server/context.ts";
import type { Middleware } from "../server/types.ts";

/** Options of {@link csrf}. */
export interface CsrfOptions<State = unknown> {
  /** The origins that may send unsafe requests; only the app's own when left out. */
  origin?: string | string[] | ((origin: string, ctx: Context<State>) => boolean);
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses unsafe requests that another site made a browser send, by their Sec-Fetch-Site and Origin
 * headers. Requests with neither pass: browsers always send one, and programs have no cookies to
 * abuse. WebSocket upgrades are GET requests and are not covered.
 *
 * @throws HttpError 403
 */
export function csrf<State>(options: CsrfOptions<State> = {}): Middleware<State> {
  return (ctx) => {
    if (SAFE_METHODS.includes(ctx.req.method)) return ctx.next();
    const site = ctx.req.headers.get("Sec-Fetch-Site");
    const origin = ctx.req.headers.get("Origin");
    const passes = site === "same-origin" || site === "none" ||
      (site === null && origin === null) ||
      (origin !== null && isAllowed(origin, ctx, options.origin));
    if (!passes) throw new HttpError(403);
    return ctx.next();
  };
}

function isAllowed<State>(
  origin: string,
  ctx: Context<State>,
  allowed: CsrfOptions<State>["origin"],
): boolean {
  if (allowed === undefined) return origin === ctx.url.origin;
  if (typeof allowed === "function") return allowed(origin, ctx);
  return Array.isArray(allowed) ? allowed.includes(origin) : origin === allowed;
}

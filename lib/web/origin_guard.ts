import type { Caller } from "@/lib/web/caller.ts";
import type { Refusal } from "@/lib/web/refusal.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** True when the request may change something: an unsafe method (RFC 9110 §9.2.1) or a socket. */
export function changesState(request: Request): boolean {
  return !SAFE_METHODS.has(request.method) || isUpgrade(request);
}

/** True when the client asks for a WebSocket. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

const CROSS_SITE: Refusal = {
  status: 403,
  code: "cross_site",
  words:
    "Cannot do this for another site: the request did not come from one of Alba's own pages. " +
    "Open Alba in its own tab and try again.",
};

/**
 * The guard against cross-site request forgery and cross-site sockets (SE2); null lets pass.
 * The caller's address must have been checked before, since "own" is measured against it.
 *
 * Whatever changes state must carry an `Origin` equal to our own. Every browser sends one with
 * each POST, form or script, and with each WebSocket, and no page can forge it. Unlike a token
 * in a form this also covers the socket and tells apart services on other ports of this machine,
 * which SameSite cookies do not. A missing Origin is refused rather than waved through; the
 * command-line feeder sends one like any page.
 *
 * Reads are held to fetch metadata: another site may link here, but not embed or fetch.
 */
export function originRefusal(request: Request, { url }: Pick<Caller, "url">): Refusal | null {
  const site = request.headers.get("sec-fetch-site");
  const sameSite = site === null || site === "same-origin" || site === "none";
  if (changesState(request)) {
    const own = request.headers.get("origin") === url.origin;
    return own && sameSite ? null : CROSS_SITE;
  }
  return sameSite || isNavigation(request) ? null : CROSS_SITE;
}

/** A person following a link; frames and objects navigate too, but are not documents. */
function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate" &&
    request.headers.get("sec-fetch-dest") === "document";
}

import { isIP } from "node:net";
import { isLoopbackAddress } from "@/lib/web/loopback.ts";

/** Any of these means that a proxy stands in between, and that the peer is not who is asking. */
const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-server",
  "x-real-ip",
  "via",
];

/** Who made a request, and the address under which they see the box. */
export interface Caller {
  readonly peer: Deno.Addr;
  readonly url: URL;
  /** True when a proxy stands in between that is not trusted, or does not say for whom it asks. */
  readonly isHidden: boolean;
}

/**
 * The connection itself says who is asking; a header can say anything. Only with TRUST_PROXY, and
 * only from a program on this machine's loopback, is the last hop of `X-Forwarded-For` who is asking
 * instead, and `X-Forwarded-Host` and `-Proto` what their browser shows: that last entry is the
 * proxy's own, those before it are what the proxy was told (SE1).
 */
export function callerOf(request: Request, peer: Deno.Addr, trustProxy: boolean): Caller {
  const { headers } = request;
  const direct = { peer, url: new URL(request.url), isHidden: false };
  if (!FORWARDING_HEADERS.some((name) => headers.has(name))) return direct;
  const hidden = { ...direct, isHidden: true };
  if (!trustProxy || peer.transport !== "tcp" || !isLoopbackAddress(peer.hostname)) return hidden;
  const hostname = lastOf(headers.get("x-forwarded-for")).replace(/^\[(.*)\]$/, "$1");
  const url = urlSeen(direct.url, headers);
  if (isIP(hostname) === 0 || url === null) return hidden;
  return { peer: { ...peer, hostname: hostname.toLowerCase() }, url, isHidden: false };
}

/** Null when the proxy names a scheme or a host that no browser can have asked for. */
function urlSeen(url: URL, headers: Headers): URL | null {
  const scheme = lastOf(headers.get("x-forwarded-proto")) || url.protocol.slice(0, -1);
  const host = lastOf(headers.get("x-forwarded-host")) || url.host;
  const isHost = /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host);
  const seen = `${scheme}://${host}${url.pathname}${url.search}`;
  return /^https?$/.test(scheme) && isHost && URL.canParse(seen) ? new URL(seen) : null;
}

/** A list's last entry is the nearest proxy's; empty when there is none. */
function lastOf(list: string | null): string {
  return list?.split(",").at(-1)?.trim() ?? "";
}

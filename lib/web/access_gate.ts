import { isLoopbackAddress, isLoopbackName } from "@/lib/web/loopback.ts";
import type { OwnNames } from "@/lib/web/own_names.ts";
import { isPrivateAddress } from "@/lib/web/private_address.ts";
import type { Refusal } from "@/lib/web/refusal.ts";

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

export interface GateOptions {
  /** The configured HOST: a name or address under which the box may be reached. */
  readonly host: string;
  /** What the box is called in its network, where it is shared there; null where it is not. */
  readonly shared: OwnNames | null;
}

/**
 * Decides from the connection itself who is asking (SE1), then from the Host whom they think they
 * are asking (SE2). Null lets the request in.
 *
 * The peer's address comes from the socket and from nothing else: a header can say anything. The
 * box's own address counts as the box, since the kernel drops packets that claim it from outside.
 * Sharing opens the box to its own network; whoever comes from the internet stays out.
 */
export function accessRefusal(
  request: Request,
  peer: Deno.Addr,
  options: GateOptions,
): Refusal | null {
  if (isFromElsewhere(peer, options)) {
    const refusal = networkRefusal(peer, options);
    if (refusal !== null) return refusal;
  }
  if (FORWARDING_HEADERS.some((name) => request.headers.has(name))) {
    return {
      status: 403,
      code: "forwarded",
      words: "Cannot open Alba through a proxy: the request was passed on by another program. " +
        "Open the page in a browser on the box.",
    };
  }
  if (!hasOwnHost(request, options)) {
    return {
      status: 421,
      code: "host",
      words: "Cannot open Alba under this name: the address in the browser is not this box's. " +
        "Use the address that the start printed.",
    };
  }
  return null;
}

/** True when the request was made on another machine. */
export function isFromElsewhere(peer: Deno.Addr, { host, shared }: GateOptions): boolean {
  if (peer.transport !== "tcp") return true;
  const { hostname } = peer;
  const isOwn = isLoopbackAddress(hostname) || hostname === host ||
    (shared?.addresses.includes(hostname) ?? false);
  return !isOwn;
}

function networkRefusal(peer: Deno.Addr, { shared }: GateOptions): Refusal | null {
  if (shared === null) {
    return {
      status: 403,
      code: "elsewhere",
      words: "Cannot open Alba from another machine: this box answers only to itself. " +
        "Open the page in a browser on the box.",
    };
  }
  if (peer.transport === "tcp" && isPrivateAddress(peer.hostname)) return null;
  return {
    status: 403,
    code: "internet",
    words: "Cannot open Alba from outside the practice: this box answers only to its own " +
      "network. Join that network, then try again.",
  };
}

/**
 * A page of another site that has its name point here (DNS rebinding) is of one origin with us in
 * the browser's eyes; only the Host it sends gives it away. The port is free, so that a forwarded
 * port works: an attacker's page cannot have a loopback name. Both the request target and the
 * Host header are looked at, as an absolute target would override the header.
 */
function hasOwnHost(request: Request, options: GateOptions): boolean {
  const asked = new URL(request.url);
  // HTTP/2, which is spoken only over TLS, has the target instead of a Host header.
  const header = request.headers.get("host") ?? (asked.protocol === "https:" ? asked.host : null);
  if (header === null || !URL.canParse(`http://${header}`)) return false;
  const names = [asked.hostname, new URL(`http://${header}`).hostname];
  return names.every((name) => isOwnName(name, options));
}

function isOwnName(name: string, { host, shared }: GateOptions): boolean {
  if (isLoopbackName(name) || name === urlName(host)) return true;
  if (shared === null) return false;
  return shared.names.includes(name) || shared.addresses.some((own) => urlName(own) === name);
}

/** A host as a URL writes it: lower case, IPv6 in brackets and in its shortest form. */
function urlName(host: string): string {
  if (!host.includes(":")) return host.toLowerCase();
  return URL.canParse(`http://[${host}]`) ? new URL(`http://[${host}]`).hostname : host;
}
